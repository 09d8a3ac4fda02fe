import type { Passage } from '@waymark/device-protocol/mqtt/passage';
import { formatUtcMillisecond } from '@waymark/domain/time/utc';
import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import { toMillimetres, type Incoming } from './incoming.ts';
import { wasDeleted } from './deleted-passages.store.ts';
import { countRecord } from './record-counts.store.ts';
import type { RecordKey, StoredPassage } from './records.events.ts';

type IncomingPassage = Incoming<Passage>;
type Kind = StoredPassage['kind'];

const KINDS = { elf: 0, geo: 1, mag: 2 } as const;

/** Which records a passage has; a device that does not say is taken by its frequency (0 is MAG). */
function kindsOf({ mask, freq }: Pick<Passage, 'mask' | 'freq'>): Kind[] {
  if (mask === 0) return [freq === 0 ? KINDS.mag : KINDS.elf];
  return [KINDS.elf, KINDS.geo, KINDS.mag].filter((kind) => (mask & (1 << kind)) !== 0);
}

/** MAG, ELF, GEO: the first that there is stands for the passage. */
function sortByRank<Row extends { readonly kind: Kind }>(records: readonly Row[]): Row[] {
  const rank = [1, 2, 0];
  return records.toSorted((one, other) => (rank[one.kind] ?? 0) - (rank[other.kind] ?? 0));
}

async function insertRecords(change: Change, passage: IncomingPassage, said: Said | undefined): Promise<StoredPassage[]> {
  const { uid, groupId, body } = passage;
  const isPlaced = body.lat !== 0 || body.lon !== 0;
  const isBluetooth = passage.link === 'bluetooth';
  // A time that was corrected, and whether it is verified, hold for every record of the passage.
  const passageAt = said?.passage_at.getTime() ?? body.t;
  const rows = kindsOf(body).map((kind) => ({
    uid,
    end_of_snip_at: new Date(body.endOfSnip),
    kind,
    group_id: groupId,
    passage_at: new Date(passageAt),
    received_at: new Date(passage.receivedAt),
    psg_seq: body.psgSeq,
    detection_count: body.detectionCount,
    frequency: kind === KINDS.mag ? 0 : body.freq,
    is_offline: body.isOffline,
    is_bluetooth: isBluetooth,
    lat: isPlaced ? body.lat : null,
    lon: isPlaced ? body.lon : null,
    altitude_mm: toMillimetres(body.alt),
    sampling_rate: body.samplingRate,
    features: body.features === null ? null : JSON.stringify(body.features),
    is_verified: said?.is_verified ?? false,
  }));
  const inserted = await change.db
    .insertInto('passages')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'kind', 'frequency'])
    .execute();
  return inserted.map(({ id, kind, frequency }) => ({
    uid,
    groupId,
    passageId: id,
    kind: kind as Kind,
    passageAt,
    endOfSnipAt: body.endOfSnip,
    detectionCount: body.detectionCount,
    frequency,
    isOffline: body.isOffline,
    isBluetooth,
  }));
}

/**
 * What is said already of this passage by a record that is there; another channel of it may come later. Kept until the
 * change ends, so that nobody edits or deletes the one while the other is stored.
 */
async function findSaid(change: Change, { uid, body }: IncomingPassage) {
  return change.db
    .selectFrom('passages')
    .select(['passage_at', 'is_verified'])
    .where('uid', '=', uid)
    .where('end_of_snip_at', '=', new Date(body.endOfSnip))
    .orderBy('kind')
    .limit(1)
    .forKeyShare()
    .executeTakeFirst();
}
type Said = NonNullable<Awaited<ReturnType<typeof findSaid>>>;

async function updateLastValues(change: Change, main: StoredPassage): Promise<void> {
  const at = new Date(main.passageAt);
  await change.db
    .updateTable('device_states')
    .set({ passage_at: at, passage_id: main.passageId, detection_count: main.detectionCount })
    .where('uid', '=', main.uid)
    .where((eb) => eb.or([eb('passage_at', 'is', null), eb('passage_at', '<', at)]))
    .execute();
}

/** Takes over the waveforms that were faster than their passage; answers of which records. */
async function adoptEarlyWaveforms(change: Change, { uid, groupId, body }: IncomingPassage): Promise<RecordKey[]> {
  const { rows } = await sql<{ kind: number }>`
    with moved as (delete from early_waveforms where uid = ${uid} and psg_seq = ${body.psgSeq} returning kind, is_snippet, data)
    insert into waveforms (uid, end_of_snip_at, kind, group_id, is_snippet, data)
    select ${uid}, ${new Date(body.endOfSnip)}, kind, ${groupId}, is_snippet, data from moved
    on conflict do nothing returning kind`.execute(change.db);
  return rows.map(({ kind }) => ({ uid, endOfSnipAt: body.endOfSnip, kind }));
}

/**
 * Stores a passage, one record a channel; a passage that is there already, or that a person has deleted, changes nothing.
 * Answers the records whose samples may be there already.
 */
export async function storePassage(change: Change, passage: IncomingPassage): Promise<RecordKey[]> {
  const said = await findSaid(change, passage);
  // In this order: whoever deletes it now has been waited for, and has left his note.
  if (!said && (await wasDeleted(change, { uid: passage.uid, endOfSnipAt: passage.body.endOfSnip }))) return [];
  const records = sortByRank(await insertRecords(change, passage, said));
  const [main] = records;
  if (!main) return [];
  const { uid, groupId } = main;
  if (!said) await countRecord(change, 'passage', { uid, groupId, at: main.endOfSnipAt });
  await updateLastValues(change, main);
  const adopted = await adoptEarlyWaveforms(change, passage);
  await change.raise('passage-stored', { records, isFirst: !said });
  for (const record of records) {
    change.push('ReceivePassage', { groupId, uid }, {
      uid,
      passageId: record.passageId,
      passageTimeStamp: formatUtcMillisecond(record.passageAt),
      passageTimeEndOfSnip: formatUtcMillisecond(record.endOfSnipAt),
      detectionCount: record.detectionCount,
      passageDetectedFrequency: record.frequency,
      packetComplexInformation: record.kind,
      isOffline: record.isOffline,
      isBluetooth: record.isBluetooth,
    });
  }
  return said ? [...adopted, ...records.map(({ endOfSnipAt, kind }) => ({ uid, endOfSnipAt, kind }))] : adopted;
}
