import { CHANNELS } from '@waymark/device-protocol/mqtt/topic';
import type { CompanyId, Uid } from '@waymark/domain/ids';
import { formatUtcMillisecond } from '@waymark/domain/time/utc';
import type { Change } from '../../platform/database/change.ts';
import { forgetDeletion } from './deleted-passages.store.ts';
import { storePassage } from './passages.store.ts';
import { storeWaveform } from './waveforms.store.ts';
import * as scoring from '../scoring/scoring.api.ts';

/** A passage on one channel that a user has seen in the live stream of a device. */
export interface SeenPassage {
  readonly uid: Uid;
  readonly groupId: CompanyId;
  /** 0 ELF, 1 GEO, 2 MAG. */
  readonly kind: 0 | 1 | 2;
  /** UTC milliseconds. */
  readonly passageAt: number;
  readonly endOfSnipAt: number;
  readonly addedAt: number;
  /** Hertz; 0 except for ELF. */
  readonly frequency: number;
  readonly samplingRate: number;
  readonly place: { readonly lat: number; readonly lon: number } | null;
  readonly samples: Int16Array;
}

/** The device has given the passage no number, so no waveform of the device matches it. */
const NO_NUMBER = -1;

/** The stream does not carry the sensitivity. */
const SENSITIVITY = 0;

/** The detection count of the device so far, which does not include this passage. */
async function findDetectionCount(change: Change, uid: Uid): Promise<number> {
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
 * Stores a passage that a user has seen in the stream like one that the device has reported; an existing one stays as it is.
 * A deleted passage is restored, because a user has asked for it.
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
  await scoring.planScoring(change, [record]);
  const after = {
    kind: channel,
    passageTimeStamp: formatUtcMillisecond(passageAt),
    passageTimeEndOfSnip: formatUtcMillisecond(endOfSnipAt),
  };
  await change.audit({ action: 'passage-added', objectType: 'device', objectId: uid, groupId, after });
}
