import { sql, type RawBuilder, type SqlBool } from 'kysely';

// Reads all rows of an order, however many, a page at a time. Each page goes on after the last row, so that nothing is
// held in the database while whoever reads takes his time.

export const ROWS_A_PAGE = 2000;

/** Rows in order of a column, ties in order of another that no two rows share. */
export interface KeysetOrder {
  readonly table: string;
  readonly column: string;
  readonly tie: string;
  readonly descending: boolean;
}

type Row = Readonly<Record<string, unknown>>;

/** True for the rows that come after this one. PostgreSQL sorts null after every value. */
function comesAfter(order: KeysetOrder, last: Row): RawBuilder<SqlBool> {
  const [column, tie] = [sql.ref(`${order.table}.${order.column}`), sql.ref(`${order.table}.${order.tie}`)];
  const value = last[order.column];
  const isTieAfter = order.descending
    ? sql<SqlBool>`${tie} < ${last[order.tie]}`
    : sql<SqlBool>`${tie} > ${last[order.tie]}`;
  if (order.column === order.tie) return isTieAfter;
  if (order.descending) {
    if (value === null) return sql`(${column} is not null or ${isTieAfter})`;
    return sql`(${column} <= ${value} and (${column} < ${value} or ${isTieAfter}))`;
  }
  if (value === null) return sql`(${column} is null and ${isTieAfter})`;
  return sql`(${column} > ${value} or ${column} is null or (${column} = ${value} and ${isTieAfter}))`;
}

/**
 * `readPage` reads the first `ROWS_A_PAGE` rows, in this order, for which the condition holds. The next page is read
 * while whoever reads has this one.
 */
export async function* readPages<Found extends Row, Written>(
  order: KeysetOrder,
  readPage: (isAfter: RawBuilder<SqlBool>) => Promise<Found[]>,
  write: (found: NoInfer<Found>) => Written,
): AsyncGenerator<Written[], void, undefined> {
  let reading: Promise<Found[]> | undefined = readPage(sql<SqlBool>`true`);
  while (reading) {
    const rows: Found[] = await reading;
    const last = rows.length < ROWS_A_PAGE ? undefined : rows.at(-1);
    reading = last && readPage(comesAfter(order, last));
    // Thrown when its turn comes; nobody waits for it when the reader has gone away.
    reading?.catch(() => undefined);
    if (rows.length > 0) yield rows.map(write);
  }
}
