import { create } from 'zustand';

export type ManagerTab = 'paths' | 'completed';

interface FinishedStore {
  readonly tab: ManagerTab;
  /** The selected completed run. */
  readonly runId: number | null;
  /** Runs that are being synchronised. */
  readonly synching: ReadonlySet<number>;
  /** Deleted runs: do not request them again. */
  readonly gone: ReadonlySet<number>;
}

const NOTHING: FinishedStore = { tab: 'paths', runId: null, synching: new Set(), gone: new Set() };

/** The selection outlives the panel. */
export const useFinished = create<FinishedStore>()(() => NOTHING);

export function showTab(tab: ManagerTab): void {
  useFinished.setState({ tab });
}

export function selectFinished(runId: number | null): void {
  useFinished.setState({ runId });
}

export function noteGone(deletedId: number): void {
  useFinished.setState(({ runId, gone }) => ({
    runId: runId === deletedId ? null : runId,
    gone: new Set([...gone, deletedId]),
  }));
}

export function noteSynching(runId: number, isSynching: boolean): void {
  useFinished.setState(({ synching }) => ({
    synching: new Set([...synching].filter((other) => other !== runId).concat(isSynching ? [runId] : [])),
  }));
}

/** For the next user who signs in on this page. */
export function forgetFinished(): void {
  useFinished.setState(NOTHING);
}
