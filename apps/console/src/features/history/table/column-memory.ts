import { create } from 'zustand';
import { readJson, writeJson } from '#/api/browser-storage.ts';
import type { HistoryKind } from '#/features/devices/windows/history-reloads.ts';
import { listDefaultIds, type HistoryColumn } from './history-column.ts';

/** The tables of a device's history, of a run's passages, and of a report. */
type TableKind = HistoryKind | 'runPassage' | 'report';

/** The user's columns by table, stored in the browser. */
type ColumnMemory = Readonly<Partial<Record<TableKind, readonly string[]>>>;

const KEY = 'waymark.history-columns';
const KINDS: readonly TableKind[] = ['passage', 'heartbeat', 'deviceInfo', 'settings', 'runPassage', 'report'];

/** Reads the valid part of the stored value. */
export function parseColumnMemory(stored: unknown): ColumnMemory {
  if (typeof stored !== 'object' || stored === null) return {};
  const read = (kind: TableKind): readonly string[] => {
    const ids: unknown = Reflect.get(stored, kind);
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  };
  return Object.fromEntries(KINDS.flatMap((kind) => (read(kind).length > 0 ? [[kind, read(kind)]] : [])));
}

export const useColumnMemory = create<ColumnMemory>()(() => parseColumnMemory(readJson(KEY)));

/** The ids of the visible columns: the chosen ones that still exist, else the default ones. */
export function chooseIds(
  columns: readonly Pick<HistoryColumn<never>, 'id' | 'isExtra'>[],
  chosen: readonly string[] | undefined,
): readonly string[] {
  const known = columns.map(({ id }) => id).filter((id) => chosen?.includes(id));
  return known.length > 0 ? known : listDefaultIds(columns);
}

export function useShownIds(
  kind: TableKind,
  columns: readonly Pick<HistoryColumn<never>, 'id' | 'isExtra'>[],
): readonly string[] {
  const chosen = useColumnMemory((memory) => memory[kind]);
  return chooseIds(columns, chosen);
}

/** At least one column stays. */
export function showColumns(kind: TableKind, ids: readonly string[]): void {
  if (ids.length === 0) return;
  useColumnMemory.setState({ [kind]: ids });
  writeJson(KEY, useColumnMemory.getState());
}
