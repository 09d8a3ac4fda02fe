import type { RangeRun } from '#/ui/field/time-ranges.ts';

// The active run that a device watches, for the time ranges that are offered. Devices know nothing of runs: who does says it.

type FindRun = (uid: number) => RangeRun | undefined;

let findRun: FindRun = () => undefined;

export function setRunFinder(next: FindRun): void {
  findRun = next;
}

/** The run of the first of them that watches one. */
export function findRunOf(uids: readonly number[]): RangeRun | undefined {
  for (const uid of uids) {
    const run = findRun(uid);
    if (run) return run;
  }
  return undefined;
}
