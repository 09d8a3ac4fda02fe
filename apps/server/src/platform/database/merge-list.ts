import { sql } from 'kysely';
import { writeArray } from './array-literal.ts';

/** A list of four small numbers, element by element: what is not said stays as it was. */
export const mergeList = (column: string, said: readonly (number | null)[]) => sql`(
  select array_agg(coalesce(said, known) order by place)
  from unnest(${writeArray(said)}::smallint[], coalesce(${sql.ref(column)}, '{null,null,null,null}')) with ordinality as t (said, known, place))`;
