import { CHANNELS } from '@waymark/device-protocol/mqtt/topic';
import { encodeWaveform, WAVEFORM_LENGTH, type Waveform } from '@waymark/device-protocol/mqtt/waveform';
import type { CompanyId, Uid } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Change } from '../../platform/database/change.ts';
import { isNotDeleted } from './deleted-passages.store.ts';
import { storeEarlyWaveform } from './early-waveforms.store.ts';
import type { Incoming } from './incoming.ts';
import type { RecordKey } from './records.events.ts';

/** Samples of one channel of a passage. */
export interface WaveformOfPassage {
  readonly psgSeq: number;
  readonly waveform: Waveform;
  readonly isSnippet: boolean;
  /** UTC milliseconds; identifies the passage of the device. Older firmware sends only the number of the passage. */
  readonly endOfSnipAt?: number | undefined;
}

/** Stores a waveform if its passage is stored; answers the key of the record, or null when nothing was stored. */
async function storeWithPassage(
  change: Change,
  { uid, groupId, body }: Incoming<WaveformOfPassage>,
  endOfSnipAt: Date,
): Promise<RecordKey | null> {
  const kind = CHANNELS.indexOf(body.waveform.channel);
  const data = Buffer.from(encodeWaveform(body.waveform));
  const { numAffectedRows } = await sql`
    insert into waveforms (uid, end_of_snip_at, kind, group_id, is_snippet, data)
    select ${uid}, ${endOfSnipAt}::timestamptz, ${kind}::smallint, ${groupId}, ${body.isSnippet}::boolean, ${data}::bytea
    where ${isNotDeleted(uid, endOfSnipAt)}
      and exists (select from passages p where p.uid = ${uid} and p.end_of_snip_at = ${endOfSnipAt}::timestamptz and p.group_id = ${groupId})
    on conflict do nothing`.execute(change.db);
  return numAffectedRows === 1n ? { uid, endOfSnipAt: endOfSnipAt.getTime(), kind } : null;
}

/**
 * Stores a waveform with its passage and answers the record. Null: the waveform waits for its passage
 * (`joinEarlyWaveforms` joins them), is stored already, or its passage was deleted.
 */
export async function storeWaveform(change: Change, incoming: Incoming<WaveformOfPassage>): Promise<RecordKey | null> {
  const { body } = incoming;
  const endOfSnipAt = body.endOfSnipAt === undefined ? null : new Date(body.endOfSnipAt);
  const stored = endOfSnipAt && (await storeWithPassage(change, incoming, endOfSnipAt));
  if (stored === null) await storeEarlyWaveform(change, incoming, endOfSnipAt);
  return stored;
}

/** A waveform whose passage is known. */
export interface WaveformOfRecord {
  readonly uid: Uid;
  readonly groupId: CompanyId;
  readonly endOfSnipAt: number;
  readonly waveform: Waveform;
}

/** Stores waveforms of known passages; answers the records that are new and not deleted. */
export async function storeWaveforms(change: Change, all: readonly WaveformOfRecord[]): Promise<RecordKey[]> {
  if (all.length === 0) return [];
  const column = (read: (one: WaveformOfRecord, at: number) => number) => writeArray(all.map(read));
  const ends = all.map(({ endOfSnipAt }) => endOfSnipAt);
  // Constant bounds let the planner skip the other monthly partitions of passages.
  const [first, last] = [new Date(Math.min(...ends)), new Date(Math.max(...ends))];
  // Send one bytes parameter that the database splits: an array of bytes is sent as text, twice as long.
  const { rows } = await sql<{ uid: Uid; end_of_snip_at: Date; kind: number }>`
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
