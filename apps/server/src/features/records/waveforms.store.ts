import { CHANNELS } from '@waymark/device-protocol/mqtt/topic';
import { encodeWaveform, WAVEFORM_LENGTH, type Waveform } from '@waymark/device-protocol/mqtt/waveform';
import { sql } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Change } from '../../platform/database/change.ts';
import { isNotDeleted } from './deleted-passages.store.ts';
import type { Incoming } from './incoming.ts';
import type { RecordKey } from './records.events.ts';

/** A waveform names its passage by the device's own count. */
export interface WaveformOfPassage {
  readonly psgSeq: number;
  readonly waveform: Waveform;
  readonly isSnippet: boolean;
  /** UTC milliseconds, where the passage came just before with the same delivery. */
  readonly endOfSnipAt?: number | undefined;
}

interface NumberedPassage {
  readonly uid: number;
  readonly groupId: number;
  readonly psgSeq: number;
}

/** The newest passage of that number: the count starts again after 65,536 over satellite, and when a device is reset. */
async function findEndOfSnip(change: Change, { uid, groupId, psgSeq }: NumberedPassage): Promise<Date | undefined> {
  const found = await change.db
    .selectFrom('passages')
    .select('end_of_snip_at')
    .where('uid', '=', uid)
    .where('psg_seq', '=', psgSeq)
    .where('group_id', '=', groupId)
    .orderBy('end_of_snip_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.end_of_snip_at;
}

/**
 * Stores a waveform with its passage and answers of which record it is; null: it came first and waits for its passage, is
 * there already, or its passage was deleted.
 */
export async function storeWaveform(change: Change, incoming: Incoming<WaveformOfPassage>): Promise<RecordKey | null> {
  const { uid, groupId, receivedAt, body } = incoming;
  const kind = CHANNELS.indexOf(body.waveform.channel);
  const shared = { uid, kind, is_snippet: body.isSnippet, data: Buffer.from(encodeWaveform(body.waveform)) };
  const endOfSnipAt =
    body.endOfSnipAt === undefined
      ? await findEndOfSnip(change, { uid, groupId, psgSeq: body.psgSeq })
      : new Date(body.endOfSnipAt);
  if (endOfSnipAt === undefined) {
    await change.db
      .insertInto('early_waveforms')
      .values({ ...shared, psg_seq: body.psgSeq, received_at: new Date(receivedAt) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return null;
  }
  const { numAffectedRows } = await sql`
    insert into waveforms (uid, end_of_snip_at, kind, group_id, is_snippet, data)
    select ${uid}, ${endOfSnipAt}::timestamptz, ${kind}::smallint, ${groupId}, ${shared.is_snippet}::boolean, ${shared.data}::bytea
    where ${isNotDeleted(uid, endOfSnipAt)}
      and exists (select from passages p where p.uid = ${uid} and p.end_of_snip_at = ${endOfSnipAt}::timestamptz and p.group_id = ${groupId})
    on conflict do nothing`.execute(change.db);
  return numAffectedRows === 1n ? { uid, endOfSnipAt: endOfSnipAt.getTime(), kind } : null;
}

/** A waveform of a passage that is known. */
export interface WaveformOfRecord {
  readonly uid: number;
  readonly groupId: number;
  readonly endOfSnipAt: number;
  readonly waveform: Waveform;
}

/** Stores many with their passages; answers of which records those are that were not there, nor deleted. */
export async function storeWaveforms(change: Change, all: readonly WaveformOfRecord[]): Promise<RecordKey[]> {
  if (all.length === 0) return [];
  const column = (read: (one: WaveformOfRecord, at: number) => number) => writeArray(all.map(read));
  const ends = all.map(({ endOfSnipAt }) => endOfSnipAt);
  // Bounds as constants: only these months of passages are looked into.
  const [first, last] = [new Date(Math.min(...ends)), new Date(Math.max(...ends))];
  // One parameter of bytes that the database cuts: arrays of bytes would go as text, twice as long.
  const { rows } = await sql<{ uid: number; end_of_snip_at: Date; kind: number }>`
    insert into waveforms (uid, end_of_snip_at, kind, group_id, is_snippet, data)
    select uid, to_timestamp(ended / 1000.0), kind, group_id, false,
      substring(${Buffer.concat(all.map(({ waveform }) => encodeWaveform(waveform)))}::bytea from start for ${WAVEFORM_LENGTH}::int)
    from unnest(${column(({ uid }) => uid)}::bigint[], ${column(({ endOfSnipAt }) => endOfSnipAt)}::bigint[],
      ${column(({ waveform }) => CHANNELS.indexOf(waveform.channel))}::smallint[], ${column(({ groupId }) => groupId)}::bigint[],
      ${column((_, at) => 1 + at * WAVEFORM_LENGTH)}::int[]) as line (uid, ended, kind, group_id, start)
    where not exists (select from deleted_passages d where d.uid = line.uid and d.end_of_snip_at = to_timestamp(line.ended / 1000.0))
      and exists (select from passages p where p.uid = line.uid and p.end_of_snip_at = to_timestamp(line.ended / 1000.0) and p.group_id = line.group_id
        and p.end_of_snip_at between ${first} and ${last})
    on conflict do nothing returning uid, end_of_snip_at, kind`.execute(change.db);
  return rows.map(({ uid, end_of_snip_at: at, kind }) => ({ uid, endOfSnipAt: at.getTime(), kind }));
}

/** A device that leaves its company leaves no waveform behind that a passage in another one could take over. */
export async function forgetEarlyWaveforms(change: Change, { uid }: { readonly uid: number }): Promise<void> {
  await change.db.deleteFrom('early_waveforms').where('uid', '=', uid).execute();
}
