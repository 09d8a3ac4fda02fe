import { create } from 'zustand';
import { readJson, writeJson } from '../../../api/browser-storage.ts';
import type { HistoryKind } from './history.data.ts';
import { listDefaultIds, type HistoryColumn } from './history-column.ts';

/** The ids of the columns that the user has chosen, by the kind of history; kept in the browser. */
type ColumnMemory = Readonly<Partial<Record<HistoryKind, readonly string[]>>>;

const KEY = 'waymark.history-columns';
const KINDS: readonly HistoryKind[] = ['passage', 'heartbeat', 'deviceInfo', 'settings'];

/** What was kept, as far as it is what we write. */
export function parseColumnMemory(stored: unknown): ColumnMemory {
  if (typeof stored !== 'object' || stored === null) return {};
  const read = (kind: HistoryKind): readonly string[] => {
    const ids: unknown = Reflect.get(stored, kind);
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  };
  return Object.fromEntries(KINDS.flatMap((kind) => (read(kind).length > 0 ? [[kind, read(kind)]] : [])));
}

const useColumnMemory = create<ColumnMemory>()(() => parseColumnMemory(readJson(KEY)));

/** The ids of the columns to show: those that were chosen, as far as there still are such, else the usual ones. */
export function chooseIds(columns: readonly Pick<HistoryColumn<never>, 'id' | 'isExtra'>[], chosen: readonly string[] | undefined): readonly string[] {
  const known = columns.map(({ id }) => id).filter((id) => chosen?.includes(id));
  return known.length > 0 ? known : listDefaultIds(columns);
}

export function useShownIds(kind: HistoryKind, columns: readonly Pick<HistoryColumn<never>, 'id' | 'isExtra'>[]): readonly string[] {
  const chosen = useColumnMemory((memory) => memory[kind]);
  return chooseIds(columns, chosen);
}

/** At least one stays. */
export function showColumns(kind: HistoryKind, ids: readonly string[]): void {
  if (ids.length === 0) return;
  useColumnMemory.setState({ [kind]: ids });
  writeJson(KEY, useColumnMemory.getState());
}
