import { CHANNELS } from '@waymark/device-protocol/mqtt/topic';
import { formatUtcMillisecond } from '@waymark/domain/time/utc';
import type { Change } from '../../platform/database/change.ts';
import type { DomainEvents } from '../../platform/database/domain-events.ts';
import { forgetDeletion } from './deleted-passages.store.ts';
import { storePassage } from './passages.store.ts';
import { storeWaveform } from './waveforms.store.ts';

type SeenPassage = DomainEvents['passage-seen'];

/** The device has given it no number: none of its waveforms may take it for theirs. */
const NO_NUMBER = -1;

/** Of a sensitivity the stream knows nothing. */
const SENSITIVITY = 0;

/** What the device has counted so far; it did not count this one. */
async function findDetectionCount(change: Change, uid: number): Promise<number> {
  const found = await change.db
    .selectFrom('device_states')
    .select('detection_count')
    .where('uid', '=', uid)
    .executeTakeFirst();
  return found?.detection_count ?? 0;
}

async function storeRecord(change: Change, seen: SeenPassage): Promise<void> {
  const { uid, groupId, kind, passageAt, endOfSnipAt, addedAt, frequency, samplingRate, place } = seen;
  await storePassage(change, {
    uid,
    groupId,
    link: 'cellular',
    receivedAt: addedAt,
    body: {
      psgSeq: NO_NUMBER,
      t: passageAt,
      via: 'cell',
      endOfSnip: endOfSnipAt,
      detectionCount: await findDetectionCount(change, uid),
      freq: frequency,
      mask: 1 << kind,
      lat: place?.lat ?? 0,
      lon: place?.lon ?? 0,
      alt: null,
      samplingRate,
      isOffline: false,
      features: null,
    },
  });
}

/**
 * Stores what a person has seen in the stream like a passage of the device; what is there already changes nothing. One that
 * was deleted comes back: this time a person wants it.
 */
export async function storeSeenPassage(change: Change, seen: SeenPassage): Promise<void> {
  const { uid, groupId, kind, passageAt, endOfSnipAt, addedAt, samplingRate, samples } = seen;
  const channel = CHANNELS[kind];
  await forgetDeletion(change, { uid, endOfSnipAt });
  await storeRecord(change, seen);
  const waveform = { channel, sensitivity: SENSITIVITY, rateMilliHz: Math.round(1000 * samplingRate), samples };
  const body = { psgSeq: NO_NUMBER, waveform, isSnippet: false, endOfSnipAt };
  const record = await storeWaveform(change, { uid, groupId, link: 'cellular', receivedAt: addedAt, body });
  if (!record) return;
  await change.raise('waveforms-stored', { records: [record] });
  const after = {
    kind: channel,
    passageTimeStamp: formatUtcMillisecond(passageAt),
    passageTimeEndOfSnip: formatUtcMillisecond(endOfSnipAt),
  };
  await change.audit({ action: 'passage-added', objectType: 'device', objectId: uid, groupId, after });
}
