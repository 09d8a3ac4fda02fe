import { CHANNELS } from '@waymark/device-protocol/mqtt/topic';
import { encodeWaveform, type Waveform } from '@waymark/device-protocol/mqtt/waveform';
import { sql } from 'kysely';
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

/** The newest passage of that number: the count starts again after 65,536 over satellite, and when a device is reset. */
async function findEndOfSnip(change: Change, uid: number, psgSeq: number): Promise<Date | undefined> {
  const found = await change.db
    .selectFrom('passages')
    .select('end_of_snip_at')
    .where('uid', '=', uid)
    .where('psg_seq', '=', psgSeq)
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
    body.endOfSnipAt === undefined ? await findEndOfSnip(change, uid, body.psgSeq) : new Date(body.endOfSnipAt);
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
    on conflict do nothing`.execute(change.db);
  return numAffectedRows === 1n ? { uid, endOfSnipAt: endOfSnipAt.getTime(), kind } : null;
}

/** A device that leaves its company leaves no waveform behind that a passage in another one could take over. */
export async function forgetEarlyWaveforms(change: Change, { uid }: { readonly uid: number }): Promise<void> {
  await change.db.deleteFrom('early_waveforms').where('uid', '=', uid).execute();
}
