import { Slot } from '#/api/slot.ts';
import type { RangeRun } from '#/ui/field/time-ranges.ts';

// The active run that a device watches, for the offered time ranges. This feature knows no runs: `tracking` puts the
// function here.

type FindRun = (uid: number) => RangeRun | undefined;

export const runFinder = new Slot<FindRun>(() => undefined);

/** The run of the first device that watches one. */
export function findRunOf(uids: readonly number[]): RangeRun | undefined {
  for (const uid of uids) {
    const run = runFinder.get()(uid);
    if (run) return run;
  }
  return undefined;
}
