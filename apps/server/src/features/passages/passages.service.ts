import type { PassageData } from '@waymark/contract/devices/passage-data';
import type { ChangeOrigin } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { holdPassage, tellChanged } from './change-passage.ts';
import { findUid, listRecords, type RecordFound } from './passages.queries.ts';
import { deleteRecords, settleLastPassage } from './passages.store.ts';
import { writePassageData } from './passages.wire.ts';
import * as runs from '../runs/runs.api.ts';

async function readRecord(
  reader: Reader,
  uid: number,
  passageId: number,
  isWanted: (record: RecordFound) => boolean,
): Promise<PassageData> {
  const records = await listRecords(reader, uid, passageId);
  const wanted = records.find(isWanted);
  if (!wanted) throw problem('passage-not-found');
  return writePassageData(
    wanted,
    records.some(({ is_verified: isVerified }) => isVerified),
  );
}

export function readPassage(reader: Reader, uid: number, passageId: number): Promise<PassageData> {
  return readRecord(reader, uid, passageId, ({ id }) => id === passageId);
}

/** Finds the same passage by the id of any of its records. */
export function readPassageOfKind(reader: Reader, uid: number, passageId: number, kind: number): Promise<PassageData> {
  return readRecord(reader, uid, passageId, (record) => record.kind === kind);
}

export async function readUid(reader: Reader, passageId: number): Promise<number> {
  const uid = await findUid(reader, passageId);
  if (uid === null) throw problem('passage-not-found');
  return uid;
}

export async function removePassage(
  database: Database,
  origin: ChangeOrigin,
  uid: number,
  passageId: number,
  now: number,
): Promise<void> {
  await database.change(origin, async (change) => {
    const held = await holdPassage(change, uid, passageId);
    await runs.changePassageInRun(change, { ...held, kind: 'removed', now });
    const ids = await deleteRecords(change, held);
    await settleLastPassage(change, uid, ids, null);
    await tellChanged(change, { ...held, ids }, { action: 'passage-deleted', after: undefined, passage: null });
  });
}
