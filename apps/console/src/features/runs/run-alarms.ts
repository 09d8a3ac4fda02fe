import { parseUtc } from '@waymark/domain/time/utc';
import { acknowledgeAlarms, limitAlarms, type IsOfRun } from '#/features/devices/alarms.ts';
import { setRunFinder } from '#/features/devices/run-of-devices.ts';
import type { RangeRun } from '#/ui/field/time-ranges.ts';
import { findTracked, useRuns } from './runs-store.ts';
import type { TrackedRun } from './tracked-run.ts';
import { useTracking } from './run-selection.ts';

// What devices are told of active runs. The alarm badge of a device belongs to a run: it was heard in an active run, and the user has not looked at it.

export function judgeAlarms(runs: readonly Pick<TrackedRun, 'run'>[]): IsOfRun {
  /** Launches of the runs that a device watches, the first one. */
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

function acknowledgeChosen(): void {
  const { runId } = useTracking.getState();
  const tracked = runId === null ? undefined : findTracked(runId);
  if (tracked) acknowledgeAlarms(tracked.run.path.agms);
}

/** Choosing a run is looking at what its devices have heard. Answers how to stop. */
export function startRunAlarms(): () => void {
  const judge = () => limitAlarms(judgeAlarms(useRuns.getState().runs));
  judge();
  setRunFinder((uid) => findRunOfDevice(useRuns.getState().runs, uid));
  const stops = [
    useRuns.subscribe(judge),
    useTracking.subscribe(({ runId }, before) => {
      if (runId !== before.runId) acknowledgeChosen();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    limitAlarms(() => false);
    setRunFinder(() => undefined);
  };
}
