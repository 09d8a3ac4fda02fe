import { CHANNELS } from '@waymark/device-protocol/mqtt/topic';
import { encodeWaveform, type Waveform } from '@waymark/device-protocol/mqtt/waveform';
import type { Uid } from '@waymark/domain/ids';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Change } from '../../platform/database/change.ts';
import { isNotDeleted } from './deleted-passages.store.ts';
import type { Incoming } from './incoming.ts';
import type { RecordKey } from './records.events.ts';

// Samples that arrive before their passage wait in early_waveforms (docs/decisions/0014).

/** The limit per device: 1,000 passages with three channels. Above it the oldest samples are dropped. */
const MOST_EARLY_PER_DEVICE = 3000;
const MINUTE_MS = 60_000;
/** Samples without the time of their passage arrive before it or at most this long after it. */
const NEAR_MS = MINUTE_MS;
/** After this time no other passage can still arrive that samples without a time could belong to. */
const SETTLED_MS = 10 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
const EARLY_WAVEFORM_DAYS = 7;
const EARLY_MS = EARLY_WAVEFORM_DAYS * DAY_MS;

interface EarlyWaveform {
  readonly psgSeq: number;
  readonly waveform: Waveform;
  readonly isSnippet: boolean;
}

/** Stores waiting samples, unless they are stored already or their passage is stored or deleted. */
export async function storeEarlyWaveform(
  change: Change,
  { uid, receivedAt, body }: Incoming<EarlyWaveform>,
  endOfSnipAt: Date | null,
): Promise<void> {
  const kind = CHANNELS.indexOf(body.waveform.channel);
  const isWanted: RawBuilder<SqlBool> =
    endOfSnipAt === null
      ? sql<SqlBool>`true`
      : sql<SqlBool>`${isNotDeleted(uid, endOfSnipAt)}
        and not exists (select from passages p where p.uid = ${uid} and p.end_of_snip_at = ${endOfSnipAt}::timestamptz)`;
  await sql`
    insert into early_waveforms (uid, psg_seq, kind, is_snippet, data, received_at, end_of_snip_at)
    select ${uid}, ${body.psgSeq}, ${kind}::smallint, ${body.isSnippet}::boolean,
      ${Buffer.from(encodeWaveform(body.waveform))}::bytea, ${new Date(receivedAt)}::timestamptz, ${endOfSnipAt}::timestamptz
    where ${isWanted} on conflict do nothing`.execute(change.db);
}

/** Selects the waiting samples to join. */
export interface EarlySelection {
  readonly uids?: readonly Uid[];
  /** UTC milliseconds. */
  readonly receivedAfter?: number;
}

function writeSelection({ uids, receivedAfter }: EarlySelection): RawBuilder<SqlBool> {
  const isOfDevice = uids ? sql<SqlBool>`e.uid = any(${writeArray(uids)}::bigint[])` : sql<SqlBool>`true`;
  const isRecent =
    receivedAfter === undefined ? sql<SqlBool>`true` : sql<SqlBool>`e.received_at > ${new Date(receivedAfter)}`;
  return sql<SqlBool>`${isOfDevice} and ${isRecent}`;
}

async function hasEarlyWaveforms({ db }: Change, selection: EarlySelection): Promise<boolean> {
  const { rows } = await sql`select from early_waveforms e where ${writeSelection(selection)} limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Joins waiting samples to their passages and answers the records. A number alone is ambiguous, because a reset device
 * restarts it: samples without a time join the only passage of their number that lacks them and arrived at most a
 * minute before them or later; after ten minutes, the only one of seven days.
 */
export async function joinEarlyWaveforms(change: Change, selection: EarlySelection, now: number): Promise<RecordKey[]> {
  // Most passages have no waiting samples, and planning the statement below takes milliseconds.
  if (!(await hasEarlyWaveforms(change, selection))) return [];
  const { rows } = await sql<{ uid: Uid; end_of_snip_at: Date; kind: number }>`
    with early as materialized (
      select e.id, e.uid, e.psg_seq, e.kind, e.received_at, e.end_of_snip_at, e.data, d.group_id
      from early_waveforms e join devices d on d.uid = e.uid where ${writeSelection(selection)}
    ), doubles as (
      delete from early_waveforms gone using early e
      where gone.id = e.id and e.end_of_snip_at is null and exists (
        select from passages p join waveforms w on w.uid = p.uid and w.end_of_snip_at = p.end_of_snip_at
        where p.uid = e.uid and p.psg_seq = e.psg_seq and w.kind = e.kind and w.data = e.data)
      returning gone.id
    ), candidates as (
      select e.id, e.kind, p.end_of_snip_at, p.received_at >= e.received_at - ${NEAR_MS} * interval '1 ms' as is_near,
        e.received_at < ${new Date(now - SETTLED_MS)} as is_settled
      from early e cross join lateral (
        select p.end_of_snip_at, min(p.received_at) as received_at from passages p
        where p.uid = e.uid and p.psg_seq = e.psg_seq and p.group_id = e.group_id
          and p.received_at > e.received_at - ${EARLY_MS} * interval '1 ms' group by 1) p
      where e.end_of_snip_at is null and e.id not in (select id from doubles)
        and not exists (select from waveforms w where w.uid = e.uid and w.end_of_snip_at = p.end_of_snip_at and w.kind = e.kind)
    ), chosen as (
      select e.id, e.end_of_snip_at from early e
      where exists (select from passages p where p.uid = e.uid and p.end_of_snip_at = e.end_of_snip_at and p.group_id = e.group_id)
      union all
      select id, coalesce(min(end_of_snip_at) filter (where is_near), min(end_of_snip_at)) from candidates group by id
      having count(*) filter (where is_near) = 1 or (count(*) = 1 and bool_and(is_settled))
    ), joined as (
      delete from early_waveforms gone using early e join chosen c on c.id = e.id
      where gone.id = e.id and not exists (
        select from chosen rival join early r on r.id = rival.id
        where r.id <> e.id and r.uid = e.uid and r.kind = e.kind and rival.end_of_snip_at = c.end_of_snip_at)
      returning e.uid, c.end_of_snip_at, e.kind, e.group_id, gone.is_snippet, gone.data
    )
    insert into waveforms (uid, end_of_snip_at, kind, group_id, is_snippet, data)
    select uid, end_of_snip_at, kind, group_id, is_snippet, data from joined
    on conflict do nothing returning uid, end_of_snip_at, kind`.execute(change.db);
  return rows.map(({ uid, end_of_snip_at: at, kind }) => ({ uid, endOfSnipAt: at.getTime(), kind }));
}

/** Drops the oldest samples above the limit of each device; answers how many. */
export async function limitEarlyWaveforms(change: Change, uids: readonly Uid[]): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from early_waveforms e using unnest(${writeArray(uids)}::bigint[]) as device (uid)
    where e.uid = device.uid and e.id <= (
      select id from early_waveforms o where o.uid = device.uid order by id desc offset ${MOST_EARLY_PER_DEVICE} limit 1)`.execute(
    change.db,
  );
  return Number(numAffectedRows ?? 0n);
}

/** Deletes samples whose passage never arrived; answers how many. */
export async function forgetOldEarlyWaveforms(change: Change, now: number): Promise<number> {
  const { numDeletedRows } = await change.db
    .deleteFrom('early_waveforms')
    .where('received_at', '<', new Date(now - EARLY_MS))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes the samples of a device that leaves its company, so that no passage of another company takes them over. */
export async function deleteEarlyWaveforms(change: Change, { uid }: { readonly uid: Uid }): Promise<void> {
  await change.db.deleteFrom('early_waveforms').where('uid', '=', uid).execute();
}
