import type { HistoryFilter } from '../history-filter.view.ts';

// The requested rows of a history: page and order.

export const HISTORY_PAGE_SIZE = 15;

export interface HistoryOrder {
  /** 1-based. */
  readonly page: number;
  /** A field of the row. */
  readonly sortBy: string;
  readonly isDescending: boolean;
}

/** Page 1, newest first. */
export function newestFirst(timeField: string): HistoryOrder {
  return { page: 1, sortBy: timeField, isDescending: true };
}

export function isNewestFirst({ page, sortBy, isDescending }: HistoryOrder, timeField: string): boolean {
  return page === 1 && sortBy === timeField && isDescending;
}

/**
 * Page 1 sorted by this field: reversed if it is sorted by it already, else times newest first and others ascending.
 */
export function sortHistory(order: HistoryOrder, sortBy: string, timeField: string): HistoryOrder {
  const isDescending = order.sortBy === sortBy ? !order.isDescending : sortBy === timeField;
  return { page: 1, sortBy, isDescending };
}

const toDirection = ({ sortBy, isDescending }: HistoryOrder) =>
  ({ sortBy, descending: isDescending ? 'true' : 'false' }) as const;

export function toPageQuery(order: HistoryOrder, filter: HistoryFilter) {
  return { page: order.page, rowsPerPage: HISTORY_PAGE_SIZE, ...toDirection(order), ...filter };
}

/** All rows, in the order of the table. */
export function toExportQuery(order: HistoryOrder, filter: HistoryFilter, fields: readonly string[]) {
  return { columns: fields.join(','), ...toDirection(order), ...filter };
}
