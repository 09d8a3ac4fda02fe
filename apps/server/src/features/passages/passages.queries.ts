import type { Uid } from '@waymark/domain/ids';
import type { Reader } from '../../platform/database/database.ts';
import { inCompany } from '../../platform/access/scope.ts';
import { visibleRecords } from '../../platform/access/device-access.ts';

/** The records of the passage to which the record with this id belongs; empty if the scope does not see it. */
function selectRecords(reader: Reader, uid: Uid, passageId: number) {
  return reader.db
    .selectFrom('passages')
    .where(visibleRecords(reader.scope, 'passages', uid))
    .where('passages.end_of_snip_at', '=', (eb) =>
      eb
        .selectFrom('passages as named')
        .select('named.end_of_snip_at')
        .where('named.id', '=', passageId)
        .where(visibleRecords(reader.scope, 'named', uid)),
    )
    .orderBy('passages.kind');
}

export async function listRecords(reader: Reader, uid: Uid, passageId: number) {
  return selectRecords(reader, uid, passageId)
    .selectAll('passages')
    .leftJoin('waveforms', (join) =>
      join
        .onRef('waveforms.uid', '=', 'passages.uid')
        .onRef('waveforms.end_of_snip_at', '=', 'passages.end_of_snip_at')
        .onRef('waveforms.kind', '=', 'passages.kind')
        .onRef('waveforms.group_id', '=', 'passages.group_id'),
    )
    .select(['waveforms.is_snippet', 'waveforms.data'])
    .execute();
}
export type RecordFound = Awaited<ReturnType<typeof listRecords>>[number];

/** The same records, locked until the change ends. */
export async function lockRecords(reader: Reader, uid: Uid, passageId: number) {
  return selectRecords(reader, uid, passageId)
    .select([
      'passages.id',
      'passages.uid',
      'passages.end_of_snip_at',
      'passages.group_id',
      'passages.passage_at',
      'passages.is_verified',
      'passages.verified_by',
    ])
    .forUpdate('passages')
    .execute();
}
export type LockedRecord = Awaited<ReturnType<typeof lockRecords>>[number];

/** The company of a passage; null: the scope does not see it. */
export async function findGroupOf(reader: Reader, uid: Uid, passageId: number): Promise<number | null> {
  const found = await selectRecords(reader, uid, passageId).select('passages.group_id').limit(1).executeTakeFirst();
  return found?.group_id ?? null;
}

/** The id of a record that is known to exist. */
export async function findRecordId(
  reader: Reader,
  { uid, endOfSnipAt }: { readonly uid: Uid; readonly endOfSnipAt: Date },
  kind: number,
): Promise<number> {
  const { id } = await reader.db
    .selectFrom('passages')
    .select('id')
    .where(visibleRecords(reader.scope, 'passages', uid))
    .where('end_of_snip_at', '=', endOfSnipAt)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return id;
}

export async function findUid(reader: Reader, passageId: number): Promise<number | null> {
  const found = await reader.db
    .selectFrom('passages')
    .select('uid')
    .where('id', '=', passageId)
    .where(inCompany(reader.scope, 'passages.group_id'))
    .executeTakeFirst();
  if (!found) return null;
  const [seen] = await selectRecords(reader, found.uid, passageId).select('passages.uid').limit(1).execute();
  return seen?.uid ?? null;
}
