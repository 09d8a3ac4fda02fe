import { decodeRecordedPassage, type RecordedPassage } from '@waymark/device-protocol/mqtt/recorded-passage';
import { CHANNELS } from '@waymark/device-protocol/mqtt/topic';
import type { IncomingPacket } from '../features/downloads/incoming-packet.ts';
import { listKnownRecords, type KnownRecords } from '../features/records/known-records.queries.ts';
import { kindsOf } from '../features/records/passage-rows.store.ts';
import type { Reader } from '../platform/database/database.ts';
import type { KnownMessage } from './device-message.ts';
import { findTimeFault, type KeptDays } from './times.ts';

// Converts a recorded passage in a packet of a download into the messages of a live passage.

type DownloadMessage = Extract<KnownMessage, { readonly name: 'dl' }>;

/** A packet with its decoded content; content that is not a passage only stays in the download. */
export interface ReadPacket {
  readonly incoming: IncomingPacket;
  readonly recorded: RecordedPassage | null;
  readonly message: DownloadMessage;
}

export function isDownloadMessage(message: KnownMessage): message is DownloadMessage {
  return message.name === 'dl';
}

/** Decodes the passage; null unless its time can be stored. */
function readRecorded({ body, receivedAt }: DownloadMessage, keptDays: KeptDays): RecordedPassage | null {
  if (body.kind !== 'passage') return null;
  const decoded = decodeRecordedPassage(body.content);
  if (!decoded.ok) return null;
  return findTimeFault({ name: 'psg', body: decoded.value.passage }, receivedAt, keptDays) === null
    ? decoded.value
    : null;
}

export function readPacket(message: DownloadMessage, keptDays: KeptDays): ReadPacket {
  const { uid, groupId, body } = message;
  const recorded = readRecorded(message, keptDays);
  const isFaulty = body.kind === 'passage' && recorded === null;
  const passageAt = recorded === null ? null : recorded.passage.t;
  return { message, recorded, incoming: { uid, groupId, packet: body, passageAt, isFaulty } };
}

function isKnown({ passage, waveforms }: RecordedPassage, known: KnownRecords | undefined): boolean {
  const hasPassage = kindsOf(passage).every((kind) => ((known?.passages ?? 0) & (1 << kind)) !== 0);
  return (
    hasPassage && waveforms.every(({ channel }) => ((known?.waveforms ?? 0) & (1 << CHANNELS.indexOf(channel))) !== 0)
  );
}

/** Lists packets whose passage is not completely stored yet: devices have already sent most recorded passages live. */
export async function listUnknown(reader: Reader, packets: readonly ReadPacket[]): Promise<ReadPacket[]> {
  const recorded = packets.flatMap((packet) =>
    packet.recorded === null ? [] : [{ packet, recorded: packet.recorded }],
  );
  const keys = recorded.map(({ packet, recorded: { passage } }) => ({
    uid: packet.message.uid,
    endOfSnipAt: passage.endOfSnip,
  }));
  const known = await listKnownRecords(reader, keys);
  return recorded.flatMap(({ packet, recorded: of }, place) => (isKnown(of, known[place]) ? [] : [packet]));
}

/** Lists the messages that a live passage would have been. */
export function listRecordedMessages({ message, recorded }: ReadPacket): KnownMessage[] {
  if (recorded === null) return [];
  const { psgSeq, endOfSnip } = recorded.passage;
  return [
    { ...message, name: 'psg', body: recorded.passage },
    ...recorded.waveforms.map((body) => ({ ...message, name: 'waveform' as const, psgSeq, endOfSnip, body })),
  ];
}
