import { sql } from 'kysely';
import { writeArray } from './array-literal.ts';

/** Merges a list of four small numbers element by element: null keeps the stored number. */
export const mergeList = (column: string, said: readonly (number | null)[]) => sql`(
  select array_agg(coalesce(said, known) order by place)
  from unnest(${writeArray(said)}::smallint[], coalesce(${sql.ref(column)}, '{null,null,null,null}')) with ordinality as t (said, known, place))`;
