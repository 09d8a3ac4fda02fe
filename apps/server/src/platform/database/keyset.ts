import { sql, type RawBuilder, type SqlBool } from 'kysely';

// Reads any number of rows in order, one page at a time. Each page continues after the last row, so that the database
// holds nothing open while a slow caller reads.

export const ROWS_A_PAGE = 2000;

/** Rows ordered by a column; a unique column breaks ties. */
export interface KeysetOrder {
  readonly table: string;
  readonly column: string;
  readonly tie: string;
  readonly descending: boolean;
}

type Row = Readonly<Record<string, unknown>>;

/** The condition for rows that come after this one. PostgreSQL sorts null after every value. */
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
 * `readPage` reads the first `ROWS_A_PAGE` rows, in this order, that match the condition. The next page is read while
 * the caller processes the current one.
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
    // A failure is thrown when its page is due; this keeps it handled if the caller has stopped reading.
    reading?.catch(() => undefined);
    if (rows.length > 0) yield rows.map(write);
  }
}
