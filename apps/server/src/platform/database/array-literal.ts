import { sql } from 'kysely';

/** Writes numbers or booleans as a PostgreSQL array literal, much cheaper than the driver does. */
export function writeArray(values: ReadonlyArray<number | boolean | null>): string {
  const items = values.includes(null) ? values.map((value) => value ?? 'null') : values;
  return `{${items.join(',')}}`;
}

/** Writes instants in UTC milliseconds as a `timestamptz[]` literal. */
export function writeInstants(instants: readonly number[]): string {
  return `{${instants.map((at) => new Date(at).toISOString()).join(',')}}`;
}

/** Merges a list of four small numbers element by element: null keeps the stored number. */
export const mergeList = (column: string, said: readonly (number | null)[]) => sql`(
  select array_agg(coalesce(said, known) order by place)
  from unnest(${writeArray(said)}::smallint[], coalesce(${sql.ref(column)}, '{null,null,null,null}')) with ordinality as t (said, known, place))`;
