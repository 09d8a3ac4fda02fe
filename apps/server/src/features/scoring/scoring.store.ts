import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import { isInMonthsOf } from '../../platform/database/in-months.ts';
import type { Score } from './judge-record.ts';
import type { RecordKey } from './scoring.queries.ts';

export interface ScoredRecord extends RecordKey {
  readonly scores: readonly Score[];
}

/** Passages of a device with new scores. */
export interface ChangedPassages {
  readonly uid: number;
  readonly groupId: number;
  /** UTC milliseconds. */
  readonly endsOfSnip: readonly number[];
}

/** Replaces the scores of the records. */
export async function storeScores(change: Change, records: readonly ScoredRecord[]): Promise<ChangedPassages[]> {
  const said = JSON.stringify(records.map(({ uid, endOfSnipAt: ms, kind, scores }) => ({ uid, ms, kind, scores })));
  const isInMonths = isInMonthsOf(
    'p',
    records.map(({ endOfSnipAt }) => endOfSnipAt),
  );
  // Locks all records of the passages in order: of two concurrent changes, the later one announces both.
  const { rows } = await sql<ChangedPassages>`
    with said as (
      select uid, to_timestamp(ms / 1000.0) as end_of_snip_at, kind, scores
      from json_to_recordset(${said}::json) as t (uid bigint, ms bigint, kind smallint, scores json)),
    locked as materialized (
      select p.uid, p.end_of_snip_at, p.kind from passages p
      where (p.uid, p.end_of_snip_at) in (select uid, end_of_snip_at from said) and ${isInMonths}
      order by p.uid, p.end_of_snip_at, p.kind for no key update),
    changed as (
      update passages p set scores = said.scores from said join locked using (uid, end_of_snip_at, kind)
      where p.uid = said.uid and p.end_of_snip_at = said.end_of_snip_at and p.kind = said.kind and ${isInMonths}
        and p.scores::text is distinct from said.scores::text
      returning p.uid, p.end_of_snip_at, p.group_id)
    select uid, group_id as "groupId", jsonb_agg(distinct (extract(epoch from end_of_snip_at) * 1000)::bigint) as "endsOfSnip"
    from changed group by uid, group_id`.execute(change.db);
  return rows;
}
