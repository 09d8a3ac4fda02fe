import type { Uid } from '@waymark/domain/ids';
import { sql, type RawBuilder } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';

/** A passage of a device, by the end of its snippet in UTC milliseconds. */
export interface PassageKey {
  readonly uid: Uid;
  readonly endOfSnipAt: number;
}

export function keyOf({ uid, endOfSnipAt }: PassageKey): string {
  return `${uid}/${endOfSnipAt}`;
}

/** The keys as an SQL table with the columns uid and at, for a join. */
export function writeKeys(keys: readonly PassageKey[]): RawBuilder<unknown> {
  const [uids, ends] = [keys.map(({ uid }) => uid), keys.map(({ endOfSnipAt }) => endOfSnipAt)];
  return sql`(select uid, to_timestamp(ms / 1000.0) as at from unnest(${writeArray(uids)}::bigint[], ${writeArray(ends)}::bigint[]) as line (uid, ms))`;
}
