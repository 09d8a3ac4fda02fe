import { formatUtcMillisecond } from '@waymark/domain/time/utc';
import { sql } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Change } from '../../platform/database/change.ts';
import { listDeleted } from './deleted-passages.store.ts';
import { joinEarlyWaveforms } from './early-waveforms.store.ts';
import { isNewer } from './newer.ts';
import { keyOf, writeKeys } from './passage-keys.ts';
import { insertRecords, listRows, type IncomingPassage, type Said } from './passage-rows.store.ts';
import { countRecords } from './record-counts.store.ts';
import type { RecordKey, StoredPassage } from './records.events.ts';

const readKey = ({ uid, body }: IncomingPassage) => ({ uid, endOfSnipAt: body.endOfSnip });

/** Sorts MAG, ELF, GEO: the first record represents the passage. */
function sortByRank<Row extends Pick<StoredPassage, 'kind'>>(records: readonly Row[]): Row[] {
  const rank = [1, 2, 0];
  return records.toSorted((one, other) => (rank[one.kind] ?? 0) - (rank[other.kind] ?? 0));
}

/** Locks the stored records until the change ends, so that they are not edited or deleted while others are stored. */
async function findSaid(change: Change, passages: readonly IncomingPassage[]): Promise<ReadonlyMap<string, Said>> {
  const { rows } = await sql<{
    uid: number;
    group_id: number;
    end_of_snip_at: Date;
    passage_at: Date;
    is_verified: boolean;
    verified_by: string | null;
  }>`
    select p.uid, p.group_id, p.end_of_snip_at, p.passage_at, p.is_verified, p.verified_by from passages p
    join ${writeKeys(passages.map(readKey))} key on p.uid = key.uid and p.end_of_snip_at = key.at
    order by p.uid, p.end_of_snip_at, p.kind for key share of p`.execute(change.db);
  return new Map(
    rows.map((row) => [
      keyOf({ uid: row.uid, endOfSnipAt: row.end_of_snip_at.getTime() }),
      {
        groupId: row.group_id,
        passageAt: row.passage_at.getTime(),
        isVerified: row.is_verified,
        verifiedBy: row.verified_by,
      },
    ]),
  );
}

/** A moved device may resend a passage that it recorded for its old company; the passage stays with that company. */
function isOfOtherCompany(passage: IncomingPassage, said: ReadonlyMap<string, Said>): boolean {
  const known = said.get(keyOf(readKey(passage)));
  return known !== undefined && known.groupId !== passage.groupId;
}

/** Updates the last values of each device from the main record of its newest passage. */
async function updateLastValues(change: Change, mains: readonly StoredPassage[]): Promise<void> {
  const newest = new Map<number, StoredPassage>();
  for (const main of mains)
    if ((newest.get(main.uid)?.passageAt ?? -Infinity) < main.passageAt) newest.set(main.uid, main);
  const all = [...newest.values()].toSorted((one, other) => one.uid - other.uid);
  const column = (read: (main: StoredPassage) => number) => writeArray(all.map(read));
  await sql`
    update device_states s set passage_at = to_timestamp(v.at / 1000.0), passage_id = v.id, detection_count = v.detection_count
    from unnest(${column(({ uid }) => uid)}::bigint[], ${column(({ passageAt }) => passageAt)}::bigint[],
      ${column(({ passageId }) => passageId)}::bigint[], ${column(({ detectionCount }) => detectionCount)}::int[]) as v (uid, at, id, detection_count)
    where s.uid = v.uid and ${isNewer('s.passage_at', { at: sql`to_timestamp(v.at / 1000.0)`, receivedAt: sql`clock_timestamp()` })}`.execute(
    change.db,
  );
}

function pushRecord(change: Change, record: StoredPassage): void {
  const { uid, groupId } = record;
  change.push(
    'ReceivePassage',
    { groupId, uid },
    {
      uid,
      passageId: record.passageId,
      passageTimeStamp: formatUtcMillisecond(record.passageAt),
      passageTimeEndOfSnip: formatUtcMillisecond(record.endOfSnipAt),
      detectionCount: record.detectionCount,
      passageDetectedFrequency: record.frequency,
      packetComplexInformation: record.kind,
      isOffline: record.isOffline,
      isBluetooth: record.isBluetooth,
    },
  );
}

/**
 * Stores passages with a record for each channel; known records and passages that a user deleted are skipped. Answers
 * the records whose samples may be stored already.
 */
export async function storePassages(change: Change, passages: readonly IncomingPassage[]): Promise<RecordKey[]> {
  const said = await findSaid(change, passages);
  const unsaid = passages.map(readKey).filter((key) => !said.has(keyOf(key)));
  // Read deletions after the locks: a concurrent deletion has then committed its entry in deleted_passages.
  const deleted = await listDeleted(change, unsaid);
  const wanted = passages.filter(
    (passage) => !deleted.has(keyOf(readKey(passage))) && !isOfOtherCompany(passage, said),
  );
  const inserted = await insertRecords(
    change,
    wanted.flatMap((passage) => listRows(passage, said.get(keyOf(readKey(passage))))),
  );
  const stored = [...Map.groupBy(inserted, keyOf)].map(([key, records]) => ({
    records: sortByRank(records),
    isFirst: !said.has(key),
  }));
  if (stored.length === 0) return [];
  await countRecords(
    change,
    'passage',
    stored.flatMap(({ records: [main], isFirst }) => (main && isFirst ? [{ ...main, at: main.endOfSnipAt }] : [])),
  );
  await updateLastValues(
    change,
    stored.flatMap(({ records: [main] }) => main ?? []),
  );
  const uids = [...new Set(inserted.map(({ uid }) => uid))];
  const adopted = await joinEarlyWaveforms(change, { uids }, Math.max(...passages.map(({ receivedAt }) => receivedAt)));
  await change.raise('passages-stored', { passages: stored });
  for (const record of stored.flatMap(({ records }) => records)) pushRecord(change, record);
  return [
    ...adopted,
    ...stored
      .filter(({ isFirst }) => !isFirst)
      .flatMap(({ records }) => records.map(({ uid, endOfSnipAt, kind }) => ({ uid, endOfSnipAt, kind }))),
  ];
}

/** Splits messages so that no round has two of one passage: a further record takes over values of the first. */
function listRounds(passages: readonly IncomingPassage[]): readonly IncomingPassage[][] {
  const rounds: IncomingPassage[][] = [];
  const counts = new Map<string, number>();
  for (const passage of passages) {
    const key = keyOf(readKey(passage));
    const round = counts.get(key) ?? 0;
    counts.set(key, round + 1);
    (rounds[round] ??= []).push(passage);
  }
  return rounds;
}

/** Stores the passages of a batch, in as few statements as one of them needs. */
export async function storeLivePassages(change: Change, passages: readonly IncomingPassage[]): Promise<RecordKey[]> {
  const sampled: RecordKey[] = [];
  for (const round of listRounds(passages)) sampled.push(...(await storePassages(change, round)));
  return sampled;
}

export async function storePassage(change: Change, passage: IncomingPassage): Promise<RecordKey[]> {
  return storePassages(change, [passage]);
}
