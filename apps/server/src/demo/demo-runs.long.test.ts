import { savedPigPath } from '@waymark/contract/runs/pig-path';
import { exampleSentRun, pigRun } from '@waymark/contract/runs/pig-run';
import { readRun } from '@waymark/contract/runs/read-run';
import type { Run } from '@waymark/domain/run/run';
import { layCourse } from '@waymark/domain/run/estimate/course';
import { reckon } from '@waymark/domain/run/estimate/estimate';
import { knowRun } from '@waymark/domain/run/estimate/knowledge';
import { foresee } from '@waymark/domain/run/estimate/outlook';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { readOptions } from '../../../simulator/src/options.ts';
import { runSimulator, type RunningFleet } from '../../../simulator/src/run-simulator.ts';
import { findFreePort } from '../testing/server-process.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { listFlags } from './demo-fleet.ts';

// A user starts the demo, comes back hours later, and launches a pig.

const HOUR_MS = 3_600_000;
const AWAY_MS = 7 * HOUR_MS;
const SAME_PIG_MS = 10_000;
const [LIQUID, GAS, FREE] = ['Cushing - Tulsa', 'Midland - Colorado City', 'El Dorado - Ottawa'] as const;
const ALWAYS: readonly string[] = [LIQUID, GAS];
const STATES = {
  'Hutchinson - McPherson': { hasHeard: false, isOverdue: false },
  'Wichita Falls - Henrietta': { isUnverified: true },
  'Lawton - Duncan': { missed: 1, isOverdue: false },
  'Great Bend - Lyons': { hasHeard: true, isOverdue: true },
  'Ponca City - Arkansas City': { halt: 'stopped', hasHeard: true },
  'Snyder - Sweetwater': { hasHeard: false, isOverdue: true },
};

let server: TestServer;
let links: { readonly mqttPort: number; readonly iridiumPort: number };
const tokens = new Map<string, string>();

beforeAll(async () => {
  links = { mqttPort: await findFreePort(), iridiumPort: await findFreePort() };
  server = await startTestServer({
    settings: { WAYMARK_MQTT_PORT: String(links.mqttPort), WAYMARK_IRIDIUM_PORT: String(links.iridiumPort) },
  });
  for (const who of ['admin', 'viewer']) tokens.set(who, (await server.signIn(`${who}@demo.waymark`)).token);
});
afterAll(() => server.close());

async function ask(method: string, address: string, body?: unknown, who = 'admin'): Promise<unknown> {
  const response = await server.call(method, `/api${address}`, { token: tokens.get(who), body });
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function listRuns(who = 'admin'): Promise<Run[]> {
  const runs = z
    .array(pigRun)
    .parse(await ask('GET', '/pigrun', undefined, who))
    .map(readRun);
  return runs.toSorted((one, other) => one.runId - other.runId);
}

const readOwn = async (runId: number) => readRun(pigRun.parse(await ask('GET', `/pigrun/${runId}`)));
const names = (runs: readonly Run[]) => runs.map(({ path }) => path.name).toSorted();
const isAlways = ({ path }: Run) => ALWAYS.includes(path.name);
const isActive = ({ completedAt }: Run) => completedAt === null;
const verifiedIn = ({ passages }: Run) => passages.filter(({ isVerified }) => isVerified);

/**
 * Lists passages that one device has reported more than once for the same pig; false detections come at other times.
 */
function listTwice({ passages }: Run) {
  return passages.filter((one) =>
    passages.some(
      (other) => other !== one && other.uid === one.uid && Math.abs(other.passageAt - one.passageAt) < SAME_PIG_MS,
    ),
  );
}

/** Starts the demo's devices like the server does, at another time; the history is half an hour. */
async function startFleet(clock: () => number): Promise<RunningFleet> {
  const { port } = new URL(server.address);
  const flags = listFlags({ host: '127.0.0.1', port: Number(port), ...links });
  const fleet = await runSimulator({ ...readOptions(flags), 'history-days': 0.02 }, clock);
  await fleet.started;
  return fleet;
}

async function launch(pathName: string, launchAt: number): Promise<number> {
  const paths = z.array(savedPigPath).parse(await ask('GET', '/pigrun/pigpath'));
  const path = paths.find(({ pigRunName }) => pigRunName === pathName);
  const sent = {
    ...exampleSentRun,
    pigPath: JSON.stringify(path),
    markers: JSON.stringify(path?.markers),
    pig: 'OWN-1',
    launchTime: formatUtcSecond(launchAt),
  };
  return z.object({ runId: z.int() }).parse(await ask('POST', '/pigrun/add/', sent)).runId;
}

/** What a console says of a run at a time. */
function know(run: Run, now: number) {
  const course = layCourse(run.path);
  const { halt, overdue, lastHeard, heard, markers } = knowRun(foresee(run, course, reckon(run, course)), now);
  const missed = [...markers.values()].filter((state) => state === 'missed').length;
  return { halt, isOverdue: overdue !== null, hasHeard: lastHeard !== null, isUnverified: heard !== null, missed };
}

test('[W-270] each state of a run is among the eight of the demo; pigs arrive in time, and others follow', async () => {
  const begunAt = Date.now() - AWAY_MS;
  await (await startFleet(() => begunAt)).stop();
  const all = await listRuns();
  expect(names(all)).toEqual([...ALWAYS, ...Object.keys(STATES)].toSorted());
  expect(Object.fromEntries(all.map((run) => [run.path.name, know(run, begunAt)]))).toMatchObject(STATES);

  const first = all.filter(isAlways);
  for (const run of first) {
    expect(run.completedAt).toBeNull();
    expect(begunAt - (run.launchAt ?? 0)).toBeGreaterThan(HOUR_MS);
    expect(verifiedIn(run).length).toBeGreaterThan(2);
    const seen = new Set(verifiedIn(run).map(({ markerName }) => markerName));
    const tracked = run.path.markers.filter(({ state }) => state === 'TRACK');
    expect(tracked.filter(({ name }) => !seen.has(name)).length).toBeGreaterThan(3);
  }
  expect(names(await listRuns('viewer'))).toEqual([LIQUID]);
  for (const { path } of all) for (const { medium } of path.notifications) expect(medium).toBe('none');

  const own = await launch(FREE, Date.now() - HOUR_MS);
  await (await startFleet(Date.now)).stop();
  const later = await listRuns();
  const received = later.filter((run) => !isActive(run) && isAlways(run));
  expect(received.map(({ runId }) => runId)).toEqual(first.map(({ runId }) => runId));
  for (const run of received) {
    expect(run.completedAt).toBeLessThan(Date.now());
    expect(verifiedIn(run).length).toBeGreaterThan(
      verifiedIn(first.find(({ runId }) => runId === run.runId) ?? run).length,
    );
  }
  expect(names(later.filter(isActive))).toEqual([FREE, ...names(all)].toSorted());
  expect(later.find(({ runId }) => runId === own)?.passages.length).toBeGreaterThan(0);

  const fleet = await startFleet(Date.now);
  const again = await listRuns();
  expect(again.map(({ runId }) => runId)).toEqual(later.map(({ runId }) => runId));
  expect(again.flatMap(listTwice)).toEqual([]);

  await ask('DELETE', `/pigrun/${own}`);
  const next = await launch(FREE, Date.now() - 6 * HOUR_MS);
  await vi.waitFor(async () => expect((await readOwn(next)).passages.length).toBeGreaterThan(0), {
    timeout: 60_000,
    interval: 500,
  });
  await fleet.stop();
});
