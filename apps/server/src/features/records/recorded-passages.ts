import type { RecordedPassage } from '@waymark/device-protocol/mqtt/recorded-passage';
import { CHANNELS } from '@waymark/device-protocol/mqtt/topic';
import type { Reader } from '../../platform/database/database.ts';
import type { IncomingPacket } from '../downloads/downloads.api.ts';
import type { KnownMessage } from './device-message.ts';
import { listKnownRecords, type KnownRecords } from './known-records.queries.ts';
import { kindsOf } from './passage-rows.store.ts';

export type DownloadMessage = Extract<KnownMessage, { readonly name: 'dl' }>;

/** A packet of a download with its decoded content; content that is not a passage only stays in the download. */
export interface DecodedPacket {
  readonly incoming: IncomingPacket;
  readonly recorded: RecordedPassage | null;
  readonly message: DownloadMessage;
}

function isKnown({ passage, waveforms }: RecordedPassage, known: KnownRecords | undefined): boolean {
  const hasPassage = kindsOf(passage).every((kind) => ((known?.passages ?? 0) & (1 << kind)) !== 0);
  return (
    hasPassage && waveforms.every(({ channel }) => ((known?.waveforms ?? 0) & (1 << CHANNELS.indexOf(channel))) !== 0)
  );
}

/** Lists packets whose passage is not completely stored yet: devices have already sent most recorded passages live. */
export async function listUnknown(reader: Reader, packets: readonly DecodedPacket[]): Promise<DecodedPacket[]> {
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
