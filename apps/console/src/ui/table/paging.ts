// Pages of tables: 1-based, the last one may be short, and an empty table has one.

export function findLastPage(pageSize: number, rowCount: number): number {
  return Math.max(1, Math.ceil(rowCount / pageSize));
}

/** The page itself, or the last one if the table has become shorter. */
export function keepPage(page: number, pageSize: number, rowCount: number): number {
  return Math.min(Math.max(1, page), findLastPage(pageSize, rowCount));
}

const count = new Intl.NumberFormat('en-US');

/** "1–15 of 62" */
export function describePage(page: number, pageSize: number, rowCount: number): string {
  if (rowCount === 0) return '0 rows';
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, rowCount);
  return `${count.format(first)}–${count.format(last)} of ${count.format(rowCount)}`;
}
