import type { RecordedPassage } from '@waymark/device-protocol/mqtt/recorded-passage';
import type { PacketRange } from './packet-ranges.ts';

export type DownloadFiles =
  | { readonly kind: 'passage'; readonly passages: readonly RecordedPassage[] }
  | { readonly kind: 'raw'; readonly bytes: Uint8Array; readonly startAt: number };

/** What a device has been asked to send of its disk, and how far it is. */
export interface DeviceDownload {
  /** The id of the command that asked for it. */
  readonly session: number;
  readonly files: DownloadFiles;
  readonly of: number;
  /** The packets still to be said. */
  readonly toSend: readonly PacketRange[];
  /** The end marker, after them. */
  readonly isEndToSend: boolean;
}

export function isSending({ toSend, isEndToSend }: DeviceDownload): boolean {
  return toSend.length > 0 || isEndToSend;
}
