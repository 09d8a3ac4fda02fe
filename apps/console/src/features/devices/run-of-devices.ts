import type { RangeRun } from '#/ui/field/time-ranges.ts';

// The active run that a device watches, for the offered time ranges. This feature knows no runs: `tracking` sets the
// function.

type FindRun = (uid: number) => RangeRun | undefined;

let findRun: FindRun = () => undefined;

export function setRunFinder(next: FindRun): void {
  findRun = next;
}

/** The run of the first device that watches one. */
export function findRunOf(uids: readonly number[]): RangeRun | undefined {
  for (const uid of uids) {
    const run = findRun(uid);
    if (run) return run;
  }
  return undefined;
}
