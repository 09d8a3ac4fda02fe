import { sql } from 'kysely';
import type { Reader } from '../../platform/database/database.ts';
import type { RecordToJudge } from './judge-record.ts';

/** Names one record of a passage. */
export interface RecordKey {
  readonly uid: number;
  /** UTC milliseconds. */
  readonly endOfSnipAt: number;
  readonly kind: number;
}

/** Keeps a table of records to the months of these, where it is looked into. */
export function isInMonthsOf(table: string, keys: readonly RecordKey[]) {
  const times = keys.map(({ endOfSnipAt }) => endOfSnipAt);
  const at = sql.ref(`${table}.end_of_snip_at`);
  return sql`${at} between ${new Date(Math.min(...times))} and ${new Date(Math.max(...times))}`;
}

interface Found extends RecordKey {
  readonly data: Buffer;
  readonly audioBands: readonly number[] | null;
  readonly isSnippet: boolean;
}

export type SampledRecord = RecordKey & RecordToJudge;

/** Those of the records that are there and have samples. */
export async function listSampledRecords({ db }: Reader, keys: readonly RecordKey[]): Promise<SampledRecord[]> {
  const wanted = keys.map(({ uid, endOfSnipAt: ms, kind }) => ({ uid, ms, kind }));
  const { rows } = await sql<Found>`
    with wanted as (
      select uid, to_timestamp(ms / 1000.0) as end_of_snip_at, kind
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as t (uid bigint, ms bigint, kind smallint))
    select p.uid, (extract(epoch from p.end_of_snip_at) * 1000)::bigint as "endOfSnipAt", p.kind, w.data, w.is_snippet as "isSnippet",
      p.features -> 'audioBands' as "audioBands"
    from wanted
    join passages p using (uid, end_of_snip_at, kind)
    join waveforms w using (uid, end_of_snip_at, kind)
    where ${isInMonthsOf('p', keys)} and ${isInMonthsOf('w', keys)}`.execute(db);
  // A copy: the driver's buffer is a piece of a larger one, all of which would go to the other thread.
  return rows.map((found) => ({ ...found, data: new Uint8Array(found.data) }));
}
