import { sql, type Expression, type SqlBool } from 'kysely';

// Pages of a list in descending time order. A place is the time of a row and the numbers that distinguish rows of
// the same time, joined by dots.

const toInstant = (ms: number) => sql`to_timestamp(${ms}::double precision / 1000)`;

/** Rows after the place in the list; all rows when there is none. */
export function isBelow(columns: readonly string[], place: string | undefined): Expression<SqlBool>[] {
  if (place === undefined) return [];
  const [at, ...numbers] = place.split('.');
  const values = [toInstant(Number(at)), ...numbers.map((number) => sql`${number}::bigint`)];
  return [sql<SqlBool>`(${sql.join(columns.map((column) => sql.ref(column)))}) < (${sql.join(values)})`];
}

interface Span {
  readonly startDate?: number | undefined;
  readonly endDate?: number | undefined;
}

/** Rows that overlap the span; the end includes its whole second. */
export function touches(from: string, to: string, { startDate, endDate }: Span): Expression<SqlBool>[] {
  return [
    ...(startDate === undefined ? [] : [sql<SqlBool>`${sql.ref(to)} >= ${toInstant(startDate)}`]),
    ...(endDate === undefined ? [] : [sql<SqlBool>`${sql.ref(from)} < ${toInstant(endDate + 1000)}`]),
  ];
}

/** Queries read one row more than a page, which shows whether there are more. */
export function cutPage<Row, Entry>(
  rows: readonly Row[],
  rowsPerPage: number,
  toEntry: (row: Row) => Entry,
  placeOf: (row: Row) => string,
): { readonly entries: Entry[]; readonly next: string | null } {
  const shown = rows.slice(0, rowsPerPage);
  const last = shown.at(-1);
  return { entries: shown.map(toEntry), next: last && rows.length > rowsPerPage ? placeOf(last) : null };
}

/** Limits the time of an export. */
const MOST_ROWS = 20_000;
const ROWS_A_READ = 500;

interface Page<Entry> {
  readonly entries: readonly Entry[];
  readonly next: string | null;
}

/** Yields page after page, up to the limit of a file. */
export async function* readPages<Entry>(
  read: (page: { readonly before: string | undefined; readonly rowsPerPage: number }) => Promise<Page<Entry>>,
): AsyncGenerator<readonly Entry[], void, undefined> {
  let before: string | undefined;
  for (let count = 0; count < MOST_ROWS; count += ROWS_A_READ) {
    const { entries, next } = await read({ before, rowsPerPage: ROWS_A_READ });
    yield entries;
    if (next === null) return;
    before = next;
  }
}
