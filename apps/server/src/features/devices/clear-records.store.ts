import { sql, type RawBuilder } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import { visibleRecords } from '../../platform/access/device-access.ts';

// Deletes the records of one kind of a device. Its counters are reduced by the deleted number, not deleted, so that
// records that arrive meanwhile stay counted.

const TABLES = {
  heartbeat: 'heartbeats',
  error: 'device_errors',
  info: 'device_infos',
  control: 'control_responses',
  gps: 'gps_fixes',
} as const;
export type ClearableKind = keyof typeof TABLES | 'passage';

/** The deleted rows as `gone (group_id, day, item)`; rows with the same item were counted once. */
function deleteRecords(change: Change, kind: keyof typeof TABLES, uid: number): RawBuilder<unknown> {
  const table = TABLES[kind];
  return sql`gone as (
    delete from ${sql.table(table)} where ${visibleRecords(change.scope, table, uid)}
    returning group_id, (at at time zone 'utc')::date as day, null::timestamptz as item)`;
}

/** Keeps a passage that a run refers to, with its sibling records and their waveforms. */
function deletePassages(change: Change, uid: number): RawBuilder<unknown> {
  const isFree = (table: string) => sql`not exists (
    select from pig_run_passages kept where kept.uid = ${uid} and kept.end_of_snip_at = ${sql.ref(`${table}.end_of_snip_at`)})`;
  return sql`
    gone_waveforms as (
      delete from waveforms where ${visibleRecords(change.scope, 'waveforms', uid)} and ${isFree('waveforms')}),
    gone as (
      delete from passages where ${visibleRecords(change.scope, 'passages', uid)} and ${isFree('passages')}
      returning group_id, (end_of_snip_at at time zone 'utc')::date as day, end_of_snip_at as item)`;
}

/** Waits for changes that link passages to runs, in a statement of its own: the next one sees their links. */
async function lockPassages(change: Change, uid: number): Promise<void> {
  await sql`select from passages where ${visibleRecords(change.scope, 'passages', uid)}
    order by uid, end_of_snip_at, kind for update`.execute(change.db);
}

/** Answers the number of deleted records. */
export async function clearRecords(change: Change, kind: ClearableKind, uid: number): Promise<number> {
  if (kind === 'passage') await lockPassages(change, uid);
  // Lock counters in the same order as arriving records do, against deadlocks.
  const { rows } = await sql<{ deleted: number }>`
    with ${kind === 'passage' ? deletePassages(change, uid) : deleteRecords(change, kind, uid)},
    lost as (
      select group_id, day, count(*) as deleted, count(distinct item) + count(*) filter (where item is null) as counted
      from gone group by group_id, day),
    locked as (
      select c.day, c.group_id, lost.counted from record_counts c join lost using (day, group_id)
      where c.uid = ${uid} and c.kind = ${kind} order by c.day, c.group_id for update of c),
    settled as (
      update record_counts c set count = c.count - locked.counted from locked
      where c.uid = ${uid} and c.kind = ${kind} and c.day = locked.day and c.group_id = locked.group_id)
    select coalesce(sum(deleted), 0)::bigint as deleted from lost`.execute(change.db);
  await change.db
    .deleteFrom('record_counts')
    .where('uid', '=', uid)
    .where('kind', '=', kind)
    .where('count', '=', 0)
    .execute();
  return rows[0]?.deleted ?? 0;
}
