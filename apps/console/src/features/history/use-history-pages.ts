import { t } from '#/language/t.ts';
import { showError } from '#/ui/toast/toasts.ts';
import type { HistoryFilter } from './history-filter.view.ts';
import { newestFirst, type HistoryOrder } from './table/history-order.ts';
import { useOrderedPages, type PageQuery } from './table/use-ordered-pages.ts';

type HistoryKey = readonly unknown[];
export type ReadHistory<Row, Key extends HistoryKey> = (
  uid: number,
  order: HistoryOrder,
  filter: HistoryFilter,
) => PageQuery<Row, Key>;

interface WantedHistory<Row, Key extends HistoryKey> {
  readonly read: ReadHistory<Row, Key>;
  readonly uid: number;
  readonly timeField: string;
  readonly filter: HistoryFilter;
  /** A change resets the history to page 1 with the newest first. */
  readonly reloads: number;
}

export const DID_NOT_LOAD = t('History did not load');

/** A page of a device's history; a change of the filter returns to page 1. */
export function useHistoryPages<Row, Key extends HistoryKey>({
  read,
  uid,
  timeField,
  filter,
  reloads,
}: WantedHistory<Row, Key>) {
  return useOrderedPages({
    read: (order) => read(uid, order, filter),
    firstOrder: newestFirst(timeField),
    narrowed: filter,
    reloads,
    onFailed: (cause, onRetry) => showError({ message: DID_NOT_LOAD, cause, onRetry }),
  });
}
