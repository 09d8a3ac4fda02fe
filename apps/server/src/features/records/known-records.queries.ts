import { sql } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { PassageKey } from './passage-keys.ts';

/** The stored records of a passage, a bit for each kind (1 ELF, 2 GEO, 4 MAG). */
export interface KnownRecords {
  readonly passages: number;
  readonly waveforms: number;
}

/** The stored records of each passage, in the order of the keys. */
export async function listKnownRecords(reader: Reader, keys: readonly PassageKey[]): Promise<KnownRecords[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<KnownRecords>`
    select coalesce((select bit_or(1 << kind) from passages p where p.uid = key.uid and p.end_of_snip_at = key.at), 0) as passages,
      coalesce((select bit_or(1 << kind) from waveforms w where w.uid = key.uid and w.end_of_snip_at = key.at), 0) as waveforms
    from (select place, uid, to_timestamp(ms / 1000.0) as at
      from unnest(${writeArray(keys.map(({ uid }) => uid))}::bigint[], ${writeArray(keys.map(({ endOfSnipAt }) => endOfSnipAt))}::bigint[])
        with ordinality as line (uid, ms, place)) key
    order by place`.execute(reader.db);
  return rows;
}
