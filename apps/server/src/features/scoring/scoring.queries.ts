import { sql } from 'kysely';
import type { Reader } from '../../platform/database/database.ts';
import { isInMonthsOf } from '../../platform/database/in-months.ts';
import type { RecordToJudge } from './judge-record.ts';

/** Identifies a record of a passage. */
export interface RecordKey {
  readonly uid: number;
  /** UTC milliseconds. */
  readonly endOfSnipAt: number;
  readonly kind: number;
}

/** Limits a scan of the records to these months. */
interface Found extends RecordKey {
  readonly data: Buffer;
  readonly audioBands: readonly number[] | null;
  readonly isSnippet: boolean;
  readonly expectedSpeedMps: number | null;
  readonly algorithms: readonly string[] | null;
}

export type SampledRecord = RecordKey & RecordToJudge;

/** The speed of the pig and the algorithms of its tool, from the run of the record's passage. */
const RUN_OF_RECORD = sql`
  select (r.path ->> 'expectedSpeed')::float8 as expected_speed, (
      select coalesce(jsonb_agg(a.kind) filter (where a.kind is not null), '[]')
      from (select tool_id from pig_run_tools where run_id = r.id order by id limit 1) tool
      left join machine_learning_algorithm_tools l using (tool_id)
      left join machine_learning_algorithms a on a.id = l.algorithm_id and a.channel = p.kind
      group by tool_id) as algorithms
  from pig_run_passages rp join pig_runs r on r.id = rp.run_id
  where rp.uid = p.uid and rp.end_of_snip_at = p.end_of_snip_at and r.group_id = p.group_id`;

/** The records that exist and have samples. */
export async function listSampledRecords({ db }: Reader, keys: readonly RecordKey[]): Promise<SampledRecord[]> {
  const ends = keys.map(({ endOfSnipAt }) => endOfSnipAt);
  const wanted = keys.map(({ uid, endOfSnipAt: ms, kind }) => ({ uid, ms, kind }));
  const { rows } = await sql<Found>`
    with wanted as (
      select uid, to_timestamp(ms / 1000.0) as end_of_snip_at, kind
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as t (uid bigint, ms bigint, kind smallint))
    select p.uid, (extract(epoch from p.end_of_snip_at) * 1000)::bigint as "endOfSnipAt", p.kind, w.data, w.is_snippet as "isSnippet",
      p.features -> 'audioBands' as "audioBands", run.expected_speed as "expectedSpeedMps", run.algorithms
    from wanted
    join passages p using (uid, end_of_snip_at, kind)
    join waveforms w using (uid, end_of_snip_at, kind, group_id)
    left join lateral (${RUN_OF_RECORD}) run on true
    where ${isInMonthsOf('p', ends)} and ${isInMonthsOf('w', ends)}`.execute(db);
  // A copy: the driver's buffer is a piece of a larger one, all of which would go to the other thread.
  return rows.map((found) => ({ ...found, data: new Uint8Array(found.data) }));
}

interface PassageOfRun {
  readonly uid: number;
  readonly endOfSnipAt: number;
}

/** The records of passages that have samples. */
export async function listRecordsOf({ db }: Reader, passages: readonly PassageOfRun[]): Promise<RecordKey[]> {
  if (passages.length === 0) return [];
  const { rows } = await sql<RecordKey>`
    with wanted as (
      select uid, to_timestamp("endOfSnipAt" / 1000.0) as end_of_snip_at
      from jsonb_to_recordset(${JSON.stringify(passages)}::jsonb) as t (uid bigint, "endOfSnipAt" bigint))
    select w.uid, (extract(epoch from w.end_of_snip_at) * 1000)::bigint as "endOfSnipAt", w.kind
    from wanted join waveforms w using (uid, end_of_snip_at)
    where ${isInMonthsOf(
      'w',
      passages.map(({ endOfSnipAt }) => endOfSnipAt),
    )}`.execute(db);
  return rows;
}

export async function listPassagesOfRun({ db }: Reader, runId: number): Promise<PassageOfRun[]> {
  const { rows } = await sql<PassageOfRun>`
    select uid, (extract(epoch from end_of_snip_at) * 1000)::bigint as "endOfSnipAt"
    from pig_run_passages where run_id = ${runId} and uid is not null`.execute(db);
  return rows;
}
