import { create } from 'zustand';
import { readChoice, writeChoice } from '#/features/session/user-choice.ts';

const NAME = 'pinned-runs';

/** The runs that the user has pinned to the top of the board. */
export const usePinnedRuns = create<{ readonly pinned: ReadonlySet<number> }>()(() => ({ pinned: new Set() }));

export function parsePinned(stored: unknown): ReadonlySet<number> {
  return new Set(Array.isArray(stored) ? stored.filter((each) => typeof each === 'number') : []);
}

/** The board calls it when it opens, because another user may have signed in since. */
export function recallPinned(): void {
  usePinnedRuns.setState({ pinned: parsePinned(readChoice(NAME)) });
}

/** Stores only the pins of runs that are still active, so that the list does not grow. */
export function togglePin(runId: number, activeIds: ReadonlySet<number>): void {
  const pinned = new Set([...usePinnedRuns.getState().pinned].filter((id) => activeIds.has(id)));
  if (!pinned.delete(runId)) pinned.add(runId);
  usePinnedRuns.setState({ pinned });
  writeChoice(NAME, [...pinned]);
}
