import type { PassageSource } from './device-windows.ts';
import { reloadHistory } from './history-reloads.ts';

/** P-010: the origin of an edit of a passage's time. */
type EditSource = 'historic_data' | 'report_manager' | 'verify_passage';

/** A passage selected in a run, on a card or in the address was opened for verification. */
const EDIT_SOURCES: Readonly<Record<PassageSource, EditSource>> = {
  historic_data: 'historic_data',
  report_manager: 'report_manager',
  selected_passage: 'verify_passage',
};

export function toEditSource(source: PassageSource): EditSource {
  return EDIT_SOURCES[source];
}

export interface TimeEdit {
  readonly source: EditSource;
  readonly uid: number;
  /** The run of the passage; null: none. */
  readonly runId: number | null;
}

type TakeEdit = (edit: TimeEdit) => void;
const listeners = new Set<TakeEdit>();

/** Notifies other features that show the passage at once, before the hub's event. */
export function onTimeEdited(take: TakeEdit): () => void {
  listeners.add(take);
  return () => void listeners.delete(take);
}

/** P-012: resets the part from which the passage was edited. */
export function announceTimeEdit(edit: TimeEdit): void {
  if (edit.source === 'historic_data') reloadHistory(edit.uid);
  for (const take of listeners) take(edit);
}
