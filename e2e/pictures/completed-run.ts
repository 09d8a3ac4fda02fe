import type { SavedPigPath } from '../../packages/contract/src/runs/pig-path.ts';
import { readSavedPath } from '../../packages/contract/src/runs/read-path.ts';
import { passageIdOf } from '../../packages/domain/src/run/run.ts';
import { formatUtcSecond } from '../../packages/domain/src/time/utc.ts';
import { finishRun } from '../finished-screen.ts';
import { buildLaunch, minutesAgo } from '../run-site.ts';
import type { Site } from '../site.ts';
import { emailOf } from '../test.ts';

const ADMIN = emailOf('admin');
const FREE_LINE = 'El Dorado - Ottawa';
/** Longer than a pig takes there. */
const MINUTES = 14 * 60;
/** Passages that are worth a picture. */
const ENOUGH = 10;

/** A completed run: a pig that an admin launched on the demo's free line and received. */
export async function addCompletedRun(site: Site): Promise<void> {
  const paths = (await site.callAs<SavedPigPath[]>(ADMIN, 'GET', '/pigrun/pigpath')).map(readSavedPath);
  const path = paths.find(({ name }) => name === FREE_LINE);
  if (!path) throw new Error(`no path ${FREE_LINE}`);
  const launch = buildLaunch(path, path.pigs[0] ?? '', formatUtcSecond(minutesAgo(MINUTES)));
  const { runId } = await site.callAs<{ readonly runId: number }>(ADMIN, 'POST', '/pigrun/add/', launch);
  // The devices of the line send its passages within seconds.
  const { passages } = await site.untilRun(runId, (run) => run.passages.length >= ENOUGH);
  for (const passage of passages.toSorted((one, other) => one.passageAt - other.passageAt)) {
    await site.callAs(ADMIN, 'GET', `/apexagm/verifyPassage/${passage.uid}/${passageIdOf(passage)}/true`);
  }
  await finishRun(site, runId, minutesAgo(10));
}
