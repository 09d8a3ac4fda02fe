import { useServerClock } from '#/live/clock-store.ts';
import { useUtcNow } from '#/ui/clock/use-utc-now.ts';
import { knowTracked, type TrackedRun } from '#/features/runs/tracked-run.ts';
import { describeAlarm, type Alarm } from './knowledge.view.ts';

/** Hidden runs may be hundreds: their alarms need not be recalculated each second. */
const STEP_MS = 5000;

export type AlarmsByRun = ReadonlyMap<number, Alarm>;

/** The alarms of runs that have no card in sight, by run. */
export function useRunAlarms(runs: readonly TrackedRun[]): AlarmsByRun {
  const now = useUtcNow(useServerClock(({ offsetMs }) => offsetMs));
  return listAlarms(runs, Math.floor(now / STEP_MS) * STEP_MS);
}

function listAlarms(runs: readonly TrackedRun[], now: number): AlarmsByRun {
  return new Map(
    runs.flatMap((tracked): (readonly [number, Alarm])[] => {
      const alarm = describeAlarm({ run: tracked.run, knowledge: knowTracked(tracked, now), now });
      return alarm ? [[tracked.run.runId, alarm]] : [];
    }),
  );
}
