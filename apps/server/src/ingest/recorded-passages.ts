import { decodeRecordedPassage, type RecordedPassage } from '@waymark/device-protocol/mqtt/recorded-passage';
import type { DecodedPacket, DownloadMessage } from '../features/records/records.api.ts';
import type { KnownMessage } from './device-message.ts';
import { findTimeFault, type KeptDays } from './times.ts';

// Converts a recorded passage in a packet of a download into the messages of a live passage.

export function isDownloadMessage(message: KnownMessage): message is DownloadMessage {
  return message.name === 'dl';
}

/** Decodes the passage; null unless its time can be stored. */
function decodeRecorded({ body, receivedAt }: DownloadMessage, keptDays: KeptDays): RecordedPassage | null {
  if (body.kind !== 'passage') return null;
  const decoded = decodeRecordedPassage(body.content);
  if (!decoded.ok) return null;
  return findTimeFault({ name: 'psg', body: decoded.value.passage }, receivedAt, keptDays) === null
    ? decoded.value
    : null;
}

export function decodePacket(message: DownloadMessage, keptDays: KeptDays): DecodedPacket {
  const { uid, groupId, body } = message;
  const recorded = decodeRecorded(message, keptDays);
  const isFaulty = body.kind === 'passage' && recorded === null;
  const passageAt = recorded === null ? null : recorded.passage.t;
  return { message, recorded, incoming: { uid, groupId, packet: body, passageAt, isFaulty } };
}

/** Lists the messages that a live passage would have been. */
export function listRecordedMessages({ message, recorded }: DecodedPacket): KnownMessage[] {
  if (recorded === null) return [];
  const { psgSeq, endOfSnip } = recorded.passage;
  return [
    { ...message, name: 'psg', body: recorded.passage },
    ...recorded.waveforms.map((body) => ({ ...message, name: 'waveform' as const, psgSeq, endOfSnip, body })),
  ];
}
