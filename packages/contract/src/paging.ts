import { z } from 'zod';
import { parseUtc } from '@waymark/domain/time/utc';

// Server-side paging of the history tables: page is 1-based, rowsPerPage 0 returns all rows, dates are inclusive.

/** Parses "YYYY-MM-DD HH:mm:ss" to UTC milliseconds. */
export const utcText = z.string().transform((text, context) => {
  const parsed = parseUtc(text);
  if (parsed.ok) return parsed.value;
  context.addIssue({ code: 'custom', message: 'is not a date' });
  return z.NEVER;
});

export const pagingQuery = z.object({
  page: z.coerce.number().int().min(1).default(1),
  rowsPerPage: z.coerce.number().int().min(0).max(100_000).default(15),
  /** A field of the row; unknown names mean the time stamp. */
  sortBy: z.string().max(64).optional(),
  descending: z
    .enum(['true', 'false'])
    .default('true')
    .transform((text) => text === 'true'),
  startDate: utcText.optional(),
  endDate: utcText.optional(),
});
export type Paging = z.output<typeof pagingQuery>;
/** The filter and order of a page. */
export type Filter = Pick<Paging, 'sortBy' | 'descending' | 'startDate' | 'endDate'>;

/** Number of rows that match the filter, on all pages. */
export const rowsNumber = z.int().min(0);
