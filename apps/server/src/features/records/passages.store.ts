import type { Passage } from '@waymark/device-protocol/mqtt/passage';
import { formatUtcMillisecond } from '@waymark/domain/time/utc';
import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import { toMillimetres, type Incoming } from './incoming.ts';
import { countRecord } from './record-counts.store.ts';
import type { StoredPassage } from './records.events.ts';

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

async function insertRecords(change: Change, passage: IncomingPassage): Promise<StoredPassage[]> {
  const { uid, groupId, body } = passage;
  const isPlaced = body.lat !== 0 || body.lon !== 0;
  const isBluetooth = passage.link === 'bluetooth';
  const rows = kindsOf(body).map((kind) => ({
    uid,
    end_of_snip_at: new Date(body.endOfSnip),
    kind,
    group_id: groupId,
    passage_at: new Date(body.t),
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
    run_id: null,
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
    passageAt: body.t,
    endOfSnipAt: body.endOfSnip,
    detectionCount: body.detectionCount,
    frequency,
    isOffline: body.isOffline,
    isBluetooth,
  }));
}

/** Whether a record of this passage is there; another channel of it may come later. */
async function isKnown(change: Change, { uid, body }: IncomingPassage): Promise<boolean> {
  const found = await change.db
    .selectFrom('passages')
    .select('uid')
    .where('uid', '=', uid)
    .where('end_of_snip_at', '=', new Date(body.endOfSnip))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

async function updateLastValues(change: Change, main: StoredPassage): Promise<void> {
  const at = new Date(main.passageAt);
  await change.db
    .updateTable('device_states')
    .set({ passage_at: at, passage_id: main.passageId, detection_count: main.detectionCount })
    .where('uid', '=', main.uid)
    .where((eb) => eb.or([eb('passage_at', 'is', null), eb('passage_at', '<', at)]))
    .execute();
}

/** Takes over the waveforms that were faster than their passage. */
async function adoptEarlyWaveforms(change: Change, { uid, groupId, body }: IncomingPassage): Promise<void> {
  await sql`
    with moved as (delete from early_waveforms where uid = ${uid} and psg_seq = ${body.psgSeq} returning kind, is_snippet, data)
    insert into waveforms (uid, end_of_snip_at, kind, group_id, is_snippet, data)
    select ${uid}, ${new Date(body.endOfSnip)}, kind, ${groupId}, is_snippet, data from moved
    on conflict do nothing`.execute(change.db);
}

/** Stores a passage, one record a channel; a passage that is there already changes nothing. */
export async function storePassage(change: Change, passage: IncomingPassage): Promise<void> {
  const isMore = await isKnown(change, passage);
  const records = sortByRank(await insertRecords(change, passage));
  const [main] = records;
  if (!main) return;
  const { uid, groupId } = main;
  if (!isMore) await countRecord(change, 'passage', { uid, groupId, at: main.endOfSnipAt });
  await updateLastValues(change, main);
  await adoptEarlyWaveforms(change, passage);
  await change.raise('passage-stored', { records });
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
}
