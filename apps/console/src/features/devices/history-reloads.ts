import { create } from 'zustand';

interface HistoryReloads {
  /** By uid: how often the device's history was to begin anew. */
  readonly counts: Readonly<Record<number, number>>;
}

const useReloads = create<HistoryReloads>()(() => ({ counts: {} }));

/** P-012: the history shows its first page again, newest first. */
export function reloadHistory(uid: number): void {
  useReloads.setState(({ counts }) => ({ counts: { ...counts, [uid]: (counts[uid] ?? 0) + 1 } }));
}

/** Changes with each reload: the key of what begins anew. */
export function useHistoryReloads(uid: number): number {
  return useReloads(({ counts }) => counts[uid] ?? 0);
}
