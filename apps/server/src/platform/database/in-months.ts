import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** Limits a query of passages to the months of these times (UTC milliseconds), so that the planner skips the others. */
export function isInMonthsOf(table: string, endsOfSnip: readonly number[]): RawBuilder<SqlBool> {
  let [first = 0, last = first] = endsOfSnip;
  for (const at of endsOfSnip) {
    first = Math.min(first, at);
    last = Math.max(last, at);
  }
  return sql<SqlBool>`${sql.ref(`${table}.end_of_snip_at`)} between ${new Date(first)} and ${new Date(last)}`;
}
