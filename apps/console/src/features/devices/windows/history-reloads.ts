import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';

export type HistoryKind = 'passage' | 'heartbeat' | 'deviceInfo' | 'settings';

export const historyKey = (kind: HistoryKind, uid: number) => ['history', kind, uid] as const;

/** Loads the history page of a device that is shown again; the other pages are loaded when they are shown. */
export async function refreshHistory(queryClient: QueryClient, kind: HistoryKind, uid: number): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: historyKey(kind, uid) });
}

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
