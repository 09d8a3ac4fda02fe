// Active runs on one line near Oklahoma for benches of the console: launched over the API by the demo's admin.
import { buildLaunch, buildPathOf, minutesAgo, type RunChoice } from '../e2e/run-site.ts';
import { readPath, writePath } from '../packages/contract/src/runs/read-path.ts';
import { formatUtcSecond } from '../packages/domain/src/time/utc.ts';
import { signInAdmin } from './sign-in.ts';

const MARKERS = 20;
const EVERY_M = 900;

type Call = (method: string, address: string, body?: unknown) => Promise<unknown>;

function callAs(address: string, token: string): Call {
  return async (method, route, body) => {
    const answer = await fetch(`${address}/api${route}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${route}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as unknown;
  };
}

export const placeMarkers = (count: number, everyM: number) =>
  Array.from({ length: count }, (_none, at) => ({ name: `M${at + 1}`, atM: (at + 1) * everyM }));

async function launch(call: Call, choice: RunChoice): Promise<void> {
  const sent = buildPathOf(choice);
  const pathId = await call('POST', '/pigrun/pigpath/add', writePath(sent));
  const saved = await call('GET', `/pigrun/pigpath/${String(pathId)}`);
  const pig = choice.pig ?? '';
  await call('POST', '/pigrun/add/', buildLaunch(readPath(saved as never), pig, formatUtcSecond(choice.launchAt)));
}

export interface Runs {
  readonly count: number;
  /** Watches all runs. */
  readonly uid: number;
  readonly startedMinutesAgo: (index: number) => number;
  /** Runs beside these. */
  readonly more?: readonly Omit<RunChoice, 'agms'>[];
}

/** Launches PIG-001 and so on, each with 20 markers. */
export async function launchRuns(address: string, { count, uid, startedMinutesAgo, more = [] }: Runs): Promise<void> {
  const call = callAs(address, await signInAdmin(address));
  for (let at = 1; at <= count; at++) {
    const pig = `PIG-${String(at).padStart(3, '0')}`;
    // Every third one is overdue at a watched marker.
    const markers = placeMarkers(MARKERS, EVERY_M).map((marker, index) =>
      index === 0 && at % 3 === 0 ? { ...marker, linkedUid: uid } : marker,
    );
    const launchAt = minutesAgo(startedMinutesAgo(at));
    await launch(call, { pathName: `Line ${at}`, pig, markers, agms: [uid], launchAt });
  }
  for (const choice of more) await launch(call, { ...choice, agms: [uid] });
}
