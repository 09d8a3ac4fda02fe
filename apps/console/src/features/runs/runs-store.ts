import type { Zone } from '@waymark/domain/time/zone';
import { create } from 'zustand';
import { registerDeviceZones } from '#/ui/clock/zones.ts';
import type { TrackedRun } from './tracked-run.ts';

interface RunsStore {
  /** The active runs that the user may see, newest launch first. */
  readonly runs: readonly TrackedRun[];
  readonly isLoaded: boolean;
  readonly error: Error | null;
  /** Runs that have ended, with their revision then: an answer that was on its way does not bring them back. */
  readonly ended: ReadonlyMap<number, number>;
}

const NOTHING: RunsStore = { runs: [], isLoaded: false, error: null, ended: new Map() };

export const useRuns = create<RunsStore>()(() => NOTHING);

/** The zone of the line of the newest run that the device watches. */
registerDeviceZones((uid) => useRuns.getState().runs.find(({ run }) => run.path.agms.includes(uid))?.run.path.timeZone);

export function findTracked(runId: number): TrackedRun | undefined {
  return useRuns.getState().runs.find(({ run }) => run.runId === runId);
}

/** Renders again only when this run changes. */
export function useTrackedRun(runId: number): TrackedRun | undefined {
  return useRuns(({ runs }) => runs.find(({ run }) => run.runId === runId));
}

/** The latest revision that the console knows of a run, active or ended. */
export function findRevision(runId: number): number | undefined {
  return findTracked(runId)?.run.rev ?? useRuns.getState().ended.get(runId);
}

const isActive = ({ run }: TrackedRun, ended: RunsStore['ended']) => run.rev > (ended.get(run.runId) ?? 0);

export function putAll(runs: readonly TrackedRun[]): void {
  const { ended } = useRuns.getState();
  useRuns.setState({ runs: runs.filter((tracked) => isActive(tracked, ended)), isLoaded: true, error: null });
}

/** Adds it in front of all others. */
const NOT_LAUNCHED = Number.MAX_SAFE_INTEGER;

const byLaunch = ({ run: one }: TrackedRun, { run: other }: TrackedRun) =>
  (other.launchAt ?? NOT_LAUNCHED) - (one.launchAt ?? NOT_LAUNCHED) || other.runId - one.runId;

/** A run with the same or a later revision is kept. */
export function putRun(tracked: TrackedRun): void {
  useRuns.setState(({ runs, ended }) => {
    const known = runs.find(({ run }) => run.runId === tracked.run.runId);
    if (!isActive(tracked, ended) || (known && known.run.rev >= tracked.run.rev)) return {};
    return { runs: [...runs.filter((other) => other !== known), tracked].toSorted(byLaunch) };
  });
}

/** The user sees it no longer. */
export function dropRun(runId: number): void {
  useRuns.setState(({ runs }) => ({ runs: runs.filter(({ run }) => run.runId !== runId) }));
}

/** It was completed with this revision; a run without one was deleted. */
export function dropEnded(runId: number, rev = Infinity): void {
  dropRun(runId);
  useRuns.setState(({ ended }) => ({ ended: new Map(ended).set(runId, rev) }));
}

export function forgetRuns(): void {
  useRuns.setState(NOTHING);
}

/** The zone of a run's line; undefined for a run that is not on its way. */
export const useLineZone = (runId: number | null): Zone | undefined =>
  useRuns(({ runs }) => runs.find(({ run }) => run.runId === runId)?.run.path.timeZone);
