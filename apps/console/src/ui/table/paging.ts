import { formatCount } from '#/language/numbers.ts';
import { t } from '#/language/t.ts';

// Pages of tables: 1-based, the last one may be short, and an empty table has one.

export function findLastPage(pageSize: number, rowCount: number): number {
  return Math.max(1, Math.ceil(rowCount / pageSize));
}

/** The page itself, or the last one if the table has become shorter. */
export function keepPage(page: number, pageSize: number, rowCount: number): number {
  return Math.min(Math.max(1, page), findLastPage(pageSize, rowCount));
}

/** "1–15 of 62" */
export function describePage(page: number, pageSize: number, rowCount: number): string {
  if (rowCount === 0) return t('0 rows');
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, rowCount);
  return t('{first}–{last} of {total}', {
    first: formatCount(first),
    last: formatCount(last),
    total: formatCount(rowCount),
  });
}
