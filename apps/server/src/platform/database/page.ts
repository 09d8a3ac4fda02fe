import type { Paging } from '@waymark/contract/paging';

// Finds the rows of a page, and splits a time span into whole UTC days, whose counts are stored, and the rest.

const DAY_MS = 86_400_000;
/** Upper limit for "all rows": a longer answer would block the server. */
export const MOST_ROWS = 100_000;

/** UTC milliseconds; `until` is exclusive. */
export interface Span {
  readonly from: number | null;
  readonly until: number | null;
}

/** The last millisecond that a record can have: the end of the year 9999. */
const LAST_AT = 253_402_300_799_999;
/** The last day: a later day has a year that the database cannot parse. */
const LAST_DAY_AT = LAST_AT + 1 - DAY_MS;

/** The filter's dates are inclusive, with the precision of a second unless they have milliseconds. */
export function findSpan({ startDate, endDate }: Pick<Paging, 'startDate' | 'endDate'>): Span {
  const until = endDate === undefined ? LAST_AT + 1 : endDate + (endDate % 1000 === 0 ? 1000 : 1);
  return {
    from: startDate === undefined ? null : Math.min(Math.max(0, startDate), LAST_DAY_AT),
    until: until > LAST_AT ? null : Math.max(0, until),
  };
}

export interface Slice {
  readonly offset: number;
  readonly limit: number;
}

/** The limit is 0 past the last row. */
export function findSlice({ page, rowsPerPage }: Pick<Paging, 'page' | 'rowsPerPage'>, total: number): Slice {
  if (rowsPerPage === 0) return { offset: 0, limit: Math.min(total, MOST_ROWS) };
  const offset = (page - 1) * rowsPerPage;
  return { offset, limit: Math.max(0, Math.min(rowsPerPage, total - offset)) };
}

export interface CountedSpan {
  /** "YYYY-MM-DD", `until` exclusive; null without a whole day. */
  readonly days: { readonly from: string | null; readonly until: string | null } | null;
  readonly rests: readonly { readonly from: number; readonly until: number }[];
}

const writeDay = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

export function splitSpan({ from, until }: Span): CountedSpan {
  const firstDay = from === null ? null : Math.ceil(from / DAY_MS);
  const endDay = until === null ? null : Math.floor(until / DAY_MS);
  if (from !== null && until !== null && firstDay !== null && endDay !== null && firstDay >= endDay) {
    return { days: null, rests: from < until ? [{ from, until }] : [] };
  }
  const rests = [
    ...(from === null || firstDay === null ? [] : [{ from, until: firstDay * DAY_MS }]),
    ...(until === null || endDay === null ? [] : [{ from: endDay * DAY_MS, until }]),
  ];
  return {
    days: { from: firstDay === null ? null : writeDay(firstDay), until: endDay === null ? null : writeDay(endDay) },
    rests: rests.filter((rest) => rest.from < rest.until),
  };
}
