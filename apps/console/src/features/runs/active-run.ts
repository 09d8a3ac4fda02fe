import type { SavedPath } from './runs.data.ts';
import { useRuns } from './runs-store.ts';
import type { TrackedRun } from './tracked-run.ts';

/** The part of an active run that the manager needs. */
export interface ActiveRun {
  readonly runId: number;
  readonly groupId: number;
  /** -1: its path no longer exists. */
  readonly pathId: number;
  readonly pig: string;
  readonly launchTime: string | null;
}

export function readActiveRuns(runs: readonly Pick<TrackedRun, 'run' | 'text'>[]): ActiveRun[] {
  return runs.map(({ run: { runId, groupId, path, pig }, text }) => ({
    runId,
    groupId,
    pathId: path.pathId,
    pig,
    launchTime: text.launchTime,
  }));
}

/** undefined: they are not known. */
export function useActiveRuns(): readonly ActiveRun[] | undefined {
  const { runs, isLoaded, error } = useRuns();
  return isLoaded && error === null ? readActiveRuns(runs) : undefined;
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
