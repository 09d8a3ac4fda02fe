import type { RunText, SavedPath } from './runs.data.ts';

/** A pig on its way, as far as the manager wants to know it. */
export interface ActiveRun {
  readonly runId: number;
  readonly groupId: number;
  /** -1: its path is gone. */
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

/** The run that a pig is on already, whatever its path. */
export function findRunOfPig(
  runs: readonly ActiveRun[],
  { groupId }: Pick<SavedPath, 'groupId'>,
  pig: string,
): ActiveRun | undefined {
  return runs.find((run) => run.groupId === groupId && fold(run.pig) === fold(pig));
}
