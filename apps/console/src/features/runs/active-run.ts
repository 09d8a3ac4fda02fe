import type { RunText, SavedPath } from './runs.data.ts';

/** The part of an active run that the manager needs. */
export interface ActiveRun {
  readonly runId: number;
  readonly groupId: number;
  /** -1: its path no longer exists. */
  readonly pathId: number;
  readonly pig: string;
  readonly launchTime: string | null;
}

function readPathId(pigPath: string): number {
  const { pathId }: { readonly pathId?: unknown } = JSON.parse(pigPath);
  return typeof pathId === 'number' ? pathId : -1;
}

export function readActiveRuns(runs: readonly RunText[]): ActiveRun[] {
  return runs.map(({ runId, groupId, pigPath, pig, launchTime }) => ({
    runId,
    groupId,
    pathId: readPathId(pigPath),
    pig,
    launchTime,
  }));
}

export function findRunOnPath(runs: readonly ActiveRun[], pathId: number): ActiveRun | undefined {
  return runs.find((run) => run.pathId === pathId);
}

const fold = (pig: string) => pig.trim().toLowerCase();

/** The active run of a pig, on whatever path: a pig can be in only one run. */
export function findRunOfPig(
  runs: readonly ActiveRun[],
  { groupId }: Pick<SavedPath, 'groupId'>,
  pig: string,
): ActiveRun | undefined {
  return runs.find((run) => run.groupId === groupId && fold(run.pig) === fold(pig));
}
