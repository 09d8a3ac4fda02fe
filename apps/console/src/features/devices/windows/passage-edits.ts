import type { PassageSource } from './device-windows.ts';
import { reloadHistory } from './history-reloads.ts';

/** P-010: from where a passage's time was edited. */
type EditSource = 'historic_data' | 'report_manager' | 'verify_passage';

/** A passage that was selected in a run, on a card or in the address is there to be verified. */
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
  /** Of the run that it belongs to. */
  readonly runId: number | null;
}

type TakeEdit = (edit: TimeEdit) => void;
const listeners = new Set<TakeEdit>();

/** Features that show the passage elsewhere hear of it at once, also where the hub's event is late. */
export function onTimeEdited(take: TakeEdit): () => void {
  listeners.add(take);
  return () => void listeners.delete(take);
}

/** P-012: what it was edited from begins anew. */
export function announceTimeEdit(edit: TimeEdit): void {
  if (edit.source === 'historic_data') reloadHistory(edit.uid);
  for (const take of listeners) take(edit);
}
