import type { Change } from '../../platform/database/change.ts';
import * as downloads from '../downloads/downloads.api.ts';
import * as scoring from '../scoring/scoring.api.ts';
import type { KnownMessage } from './device-message.ts';
import { storeAck, storeCarrier, storeDisk, storeError, storeGpsFix } from './device-reports.store.ts';
import { joinEarlyWaveforms, limitEarlyWaveforms } from './early-waveforms.store.ts';
import { storeHeartbeats } from './heartbeats.store.ts';
import { storeLivePassages, storePassages } from './passages.store.ts';
import { lockStates, noteHeard } from './presence.store.ts';
import { listUnknown, type DecodedPacket } from './recorded-passages.ts';
import type { RecordKey } from './records.events.ts';
import { NO_PASSAGE, storeRejections } from './rejections.store.ts';
import { storeInfo, storeSettings } from './settings.store.ts';
import { storeStatuses } from './statuses.store.ts';
import { storeWaveform, storeWaveforms } from './waveforms.store.ts';

/** Notes that the messages of a batch leave for later steps. */
interface BatchNotes {
  /** End of snippet of its passages, by device and number. */
  readonly passages: Map<string, number>;
  /** Records that have their samples now. */
  readonly sampled: RecordKey[];
  /** Devices with samples that may wait for their passage. */
  readonly early: Set<number>;
}

async function storeOne(
  change: Change,
  message: KnownMessage,
  { passages, sampled, early }: BatchNotes,
): Promise<void> {
  switch (message.name) {
    case 'psg':
      passages.set(`${message.uid}/${message.body.psgSeq}`, message.body.endOfSnip);
      return undefined;
    case 'waveform': {
      const { psgSeq, body: waveform } = message;
      const endOfSnipAt = message.endOfSnip ?? passages.get(`${message.uid}/${psgSeq}`);
      const body = { psgSeq, waveform, isSnippet: message.isSnippet === true, endOfSnipAt };
      const record = await storeWaveform(change, { ...message, body });
      if (record) sampled.push(record);
      else early.add(message.uid);
      return undefined;
    }
    case 'settings':
      return storeSettings(change, message);
    case 'info':
      return storeInfo(change, message);
    case 'err':
      return storeError(change, message);
    case 'gps':
      return storeGpsFix(change, message);
    case 'ack':
      return storeAck(change, message);
    case 'carrier':
      return storeCarrier(change, message);
    case 'disk':
      return storeDisk(change, message);
    case 'status':
    case 'hb':
    case 'dl':
      return undefined;
  }
}

/** Stores recorded passages as if they were live; returns the records that have their samples now. */
async function storeRecorded(change: Change, packets: readonly DecodedPacket[]): Promise<RecordKey[]> {
  const recorded = packets.flatMap(({ message, recorded: found }) => (found === null ? [] : [{ message, ...found }]));
  const sampled = await storePassages(
    change,
    recorded.map(({ message, passage }) => ({ ...message, body: passage })),
  );
  const waveforms = recorded.flatMap(({ message: { uid, groupId }, passage, waveforms: all }) =>
    all.map((waveform) => ({ uid, groupId, endOfSnipAt: passage.endOfSnip, waveform })),
  );
  return [...sampled, ...(await storeWaveforms(change, waveforms))];
}

/** Stores packets of downloads, and the passages in them that are missing. */
async function storeDownloads(
  change: Change,
  packets: readonly DecodedPacket[],
  notes: BatchNotes,
): Promise<readonly downloads.RefusedPacket[]> {
  if (packets.length === 0) return [];
  const { fresh, refused } = await downloads.storePackets(
    change,
    packets.map(({ incoming }) => incoming),
  );
  const stored = new Set(fresh);
  const unknown = await listUnknown(
    { scope: change.scope, db: change.db },
    packets.filter(({ incoming }) => stored.has(incoming)),
  );
  notes.sampled.push(...(await storeRecorded(change, unknown)));
  return refused;
}

function listSatellitePassages(messages: readonly KnownMessage[]): downloads.SatellitePassage[] {
  return messages.flatMap((message) => {
    const { uid, groupId } = message;
    return message.link === 'iridium' && message.name === 'psg' ? [{ uid, groupId, passage: message.body }] : [];
  });
}

/** `noteHeard` has locked the states of these devices, so that no other node stores a passage of theirs in parallel. */
async function joinSamples(
  change: Change,
  messages: readonly KnownMessage[],
  { early, sampled }: BatchNotes,
): Promise<void> {
  if (early.size === 0) return;
  const uids = [...early];
  const now = Math.max(...messages.map(({ receivedAt }) => receivedAt));
  sampled.push(...(await joinEarlyWaveforms(change, { uids }, now)));
  const dropped = await limitEarlyWaveforms(change, uids);
  if (dropped > 0) await storeRejections(change, [], new Map([[NO_PASSAGE, dropped]]), now);
}

/**
 * Stores a batch: heartbeats, statuses and passages together, then the rest in order of arrival, then packets of
 * downloads.
 * Returns the packets that belong to no download.
 */
export async function storeMessages(
  change: Change,
  messages: readonly KnownMessage[],
  packets: readonly DecodedPacket[],
): Promise<readonly downloads.RefusedPacket[]> {
  const heartbeats = messages.filter((message) => message.name === 'hb');
  const others = messages.filter((message) => message.name !== 'hb');
  const statuses = others.filter((message) => message.name === 'status');
  const reports = others.filter((message) => message.name !== 'status');
  // Only statuses need the lock: without them it would make every busy batch slower.
  if (statuses.length > 0) await lockStates(change, messages);
  await storeHeartbeats(change, heartbeats);
  await noteHeard(change, reports);
  await storeStatuses(change, statuses);
  const notes: BatchNotes = { passages: new Map(), sampled: [], early: new Set() };
  const passages = others.filter((message) => message.name === 'psg');
  notes.sampled.push(...(await storeLivePassages(change, passages)));
  for (const message of others) await storeOne(change, message, notes);
  await downloads.countSatellitePassages(change, listSatellitePassages(others));
  const refused = await storeDownloads(change, packets, notes);
  await joinSamples(change, others, notes);
  await scoring.planScoring(change, notes.sampled);
  return refused;
}
