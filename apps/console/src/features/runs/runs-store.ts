import { create } from 'zustand';
import type { TrackedRun } from './tracked-run.ts';

interface RunsStore {
  /** The active runs that the user may see, newest launch first. */
  readonly runs: readonly TrackedRun[];
  readonly isLoaded: boolean;
  readonly error: Error | null;
  /** Runs that were deleted: an answer that was on its way does not bring them back. */
  readonly deletedIds: ReadonlySet<number>;
}

const NOTHING: RunsStore = { runs: [], isLoaded: false, error: null, deletedIds: new Set() };

export const useRuns = create<RunsStore>()(() => NOTHING);

export function findTracked(runId: number): TrackedRun | undefined {
  return useRuns.getState().runs.find(({ run }) => run.runId === runId);
}

/** Renders again only when this run changes. */
export function useTrackedRun(runId: number): TrackedRun | undefined {
  return useRuns(({ runs }) => runs.find(({ run }) => run.runId === runId));
}

export function putAll(runs: readonly TrackedRun[]): void {
  const { deletedIds } = useRuns.getState();
  const present = runs.filter(({ run }) => !deletedIds.has(run.runId));
  useRuns.setState({ runs: present, isLoaded: true, error: null });
}

/** Adds it in front of all others. */
const NOT_LAUNCHED = Number.MAX_SAFE_INTEGER;

const byLaunch = ({ run: one }: TrackedRun, { run: other }: TrackedRun) =>
  (other.launchAt ?? NOT_LAUNCHED) - (one.launchAt ?? NOT_LAUNCHED) || other.runId - one.runId;

/** A run with the same or a later revision is kept. */
export function putRun(tracked: TrackedRun): void {
  useRuns.setState(({ runs, deletedIds }) => {
    if (deletedIds.has(tracked.run.runId)) return {};
    const known = runs.find(({ run }) => run.runId === tracked.run.runId);
    if (known && known.run.rev >= tracked.run.rev) return {};
    return { runs: [...runs.filter((other) => other !== known), tracked].toSorted(byLaunch) };
  });
}

export function dropRun(runId: number): void {
  useRuns.setState(({ runs }) => ({ runs: runs.filter(({ run }) => run.runId !== runId) }));
}

export function dropDeleted(runId: number): void {
  dropRun(runId);
  useRuns.setState(({ deletedIds }) => ({ deletedIds: new Set(deletedIds).add(runId) }));
}

export function putError(error: Error): void {
  useRuns.setState({ error });
}

export function forgetRuns(): void {
  useRuns.setState(NOTHING);
}
