import { parseUtc } from '@waymark/domain/time/utc';
import { acknowledgeAlarms, limitAlarms, type IsOfRun } from '#/features/devices/alarms.ts';
import { runFinder } from '#/features/devices/run-of-devices.ts';
import type { RangeRun } from '#/ui/field/time-ranges.ts';
import { findTracked, useRuns } from './runs-store.ts';
import type { TrackedRun } from './tracked-run.ts';
import { onRunChosen } from './run-selection.ts';

// Connects devices to the active runs. A device's alarm badge belongs to a run: a passage in an active run that the
// user has not seen.

export function judgeAlarms(runs: readonly Pick<TrackedRun, 'run'>[]): IsOfRun {
  /** The first launch of the runs that a device watches. */
  const since = new Map<number, number>();
  for (const { run } of runs) {
    if (run.launchAt === null) continue;
    for (const uid of run.path.agms) since.set(uid, Math.min(since.get(uid) ?? Infinity, run.launchAt));
  }
  return (uid, passageTimeStamp) => {
    const at = parseUtc(passageTimeStamp);
    return at.ok && at.value >= (since.get(uid) ?? Infinity);
  };
}

/** The run that a device watches, the one launched last. */
export function findRunOfDevice(runs: readonly Pick<TrackedRun, 'run'>[], uid: number): RangeRun | undefined {
  const watched = runs.flatMap(({ run: { launchAt, path } }) =>
    launchAt !== null && path.agms.includes(uid) ? [{ name: path.name, launchAt }] : [],
  );
  return watched.toSorted((one, other) => other.launchAt - one.launchAt)[0];
}

function acknowledgeRun(runId: number): void {
  const tracked = findTracked(runId);
  if (tracked) acknowledgeAlarms(tracked.run.path.agms);
}

/** Choosing a run acknowledges the alarms of its devices. Returns a function that unsubscribes. */
export function startRunAlarms(): () => void {
  const judge = () => limitAlarms(judgeAlarms(useRuns.getState().runs));
  judge();
  runFinder.put((uid) => findRunOfDevice(useRuns.getState().runs, uid));
  const stops = [useRuns.subscribe(judge), onRunChosen(acknowledgeRun)];
  return () => {
    for (const stop of stops) stop();
    limitAlarms(() => false);
    runFinder.put(() => undefined);
  };
}
