import { sql, type Expression, type SqlBool } from 'kysely';

// Conditions that the pages of a log share: the time span and the start after the previous page.

interface TimeFilter {
  readonly startDate?: number | undefined;
  readonly endDate?: number | undefined;
}

const toInstant = (ms: number) => sql`to_timestamp(${ms}::double precision / 1000)`;

/** Both dates are inclusive; an end without milliseconds includes its whole second. */
export function isWithin({ startDate, endDate }: TimeFilter): Expression<SqlBool>[] {
  return [
    ...(startDate === undefined ? [] : [sql<SqlBool>`at >= ${toInstant(startDate)}`]),
    ...(endDate === undefined ? [] : [sql<SqlBool>`at < ${toInstant(endDate + (endDate % 1000 === 0 ? 1000 : 1))}`]),
  ];
}

/**
 * Rows that are older than the row with this id. Ids alone do not order rows, because nodes reserve them in blocks.
 * A row that the caller may not see matches nothing, so that the answer does not reveal its existence or time.
 */
export function isBefore(
  table: 'audit' | 'error_log',
  id: number | undefined,
  isVisible: Expression<SqlBool> = sql<SqlBool>`true`,
): Expression<SqlBool>[] {
  if (id === undefined) return [];
  const seen = sql`(select at from ${sql.table(table)} where id = ${id} and ${isVisible})`;
  return [sql<SqlBool>`(${sql.ref(`${table}.at`)}, ${sql.ref(`${table}.id`)}) < (${seen}, ${id}::bigint)`];
}

/** Queries read one row more than a page, which shows whether there are more. */
export function cutPage<Row>(rows: readonly Row[], rowsPerPage: number): { entries: Row[]; hasMore: boolean } {
  return { entries: rows.slice(0, rowsPerPage), hasMore: rows.length > rowsPerPage };
}
