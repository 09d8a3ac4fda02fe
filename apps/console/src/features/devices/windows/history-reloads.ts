import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';

export type HistoryKind = 'passage' | 'heartbeat' | 'deviceInfo' | 'settings';

export const historyKey = (kind: HistoryKind, uid: number) => ['history', kind, uid] as const;

/** Reloads the history page that a device shows; the other pages load when they are shown. */
export async function refreshHistory(queryClient: QueryClient, kind: HistoryKind, uid: number): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: historyKey(kind, uid) });
}

interface HistoryReloads {
  /** Number of reloads of the device's history, by uid. */
  readonly counts: Readonly<Record<number, number>>;
}

const useReloads = create<HistoryReloads>()(() => ({ counts: {} }));

/** P-012: the history returns to its first page, newest first. */
export function reloadHistory(uid: number): void {
  useReloads.setState(({ counts }) => ({ counts: { ...counts, [uid]: (counts[uid] ?? 0) + 1 } }));
}

/** A key that changes with each reload, for parts that must reset. */
export function useHistoryReloads(uid: number): number {
  return useReloads(({ counts }) => counts[uid] ?? 0);
}
