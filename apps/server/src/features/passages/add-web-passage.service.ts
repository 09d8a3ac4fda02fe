import type { WebPassage } from '@waymark/contract/routes/passages';
import { EARLIEST_PASSAGE_AT } from '@waymark/domain/verification/verification';
import type { ChangeOrigin } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { monthOf, type Partitions } from '../../platform/database/partitions.ts';
import { problem } from '../../platform/http/problem.ts';
import { hasDevice, lockDevice } from '../../platform/access/device-access.ts';
import { findRecordId } from './passages.queries.ts';
import * as records from '../records/records.api.ts';

const DAY_MS = 86_400_000;
/** Tolerance for a device's clock that is ahead. */
const MOST_AHEAD_MS = 10 * 60_000;
/** 500 samples, 60 ms each. */
const SNIPPET_MS = 30_000;
const LEAST = -0x8000;
const MOST = 0x7fff;

export interface PassageStore {
  readonly database: Database;
  readonly partitions: Partitions;
  readonly retention: { readonly passageDays: number };
  /** UTC milliseconds. */
  readonly now: () => number;
}

function toInt16(values: readonly number[]): Int16Array {
  return Int16Array.from(values, (value) => Math.min(Math.max(value, LEAST), MOST));
}

/** The same limits as for a device: neither too old nor in the future. */
function checkTimes(
  { passageTimeStamp: passageAt, timeEndOfSnippet: endOfSnipAt }: WebPassage,
  now: number,
  keptDays: number,
): void {
  if (passageAt > endOfSnipAt || passageAt < endOfSnipAt - SNIPPET_MS) {
    throw problem('validation-failed', {
      errors: [{ path: 'body.timeEndOfSnippet', message: 'the passage is not within its samples' }],
    });
  }
  if (endOfSnipAt > now + MOST_AHEAD_MS)
    throw problem('passage-time-refused', { detail: 'The time is in the future.' });
  if (endOfSnipAt < Math.max(EARLIEST_PASSAGE_AT, now - keptDays * DAY_MS)) {
    throw problem('passage-time-refused', { detail: 'Passages are not kept for so long.' });
  }
}

/**
 * Stores a passage that was detected in the live stream, once however often it is sent; returns the id of its record.
 */
export async function addWebPassage(
  { database, partitions, retention, now }: PassageStore,
  origin: ChangeOrigin,
  passage: WebPassage,
): Promise<number> {
  const { uid, lat, lon, packetComplexInformation: kind, timeEndOfSnippet: endOfSnipAt } = passage;
  const addedAt = now();
  if (!(await hasDevice(database.read(origin.scope), uid))) throw problem('device-not-found');
  checkTimes(passage, addedAt, retention.passageDays);
  for (const table of ['passages', 'waveforms']) await partitions.ensure(table, [monthOf(endOfSnipAt)]);
  return database.change(origin, async (change) => {
    const reader = { scope: change.scope, db: change.db };
    const device = await lockDevice(reader, uid);
    if (!device) throw problem('device-not-found');
    await records.storeSeenPassage(change, {
      uid,
      groupId: device.group_id,
      kind,
      passageAt: passage.passageTimeStamp,
      endOfSnipAt,
      addedAt,
      frequency: passage.passageDetectedFrequency,
      samplingRate: passage.samplingRate,
      place: lat === null || lon === null ? null : { lat, lon },
      samples: toInt16(passage.data),
    });
    return findRecordId(reader, { uid, endOfSnipAt: new Date(endOfSnipAt) }, kind);
  });
}
