import type { RecordedPassage } from '@waymark/device-protocol/mqtt/recorded-passage';
import type { PacketRange } from './packet-ranges.ts';

export type DownloadFiles =
  | { readonly kind: 'passage'; readonly passages: readonly RecordedPassage[] }
  | { readonly kind: 'raw'; readonly bytes: Uint8Array; readonly startAt: number };

/** Progress of a download that a device was asked for. */
export interface DeviceDownload {
  /** Id of the command that requested it. */
  readonly session: number;
  readonly files: DownloadFiles;
  readonly of: number;
  /** Ranges of packets still to send. */
  readonly toSend: readonly PacketRange[];
  /** Whether the end marker is still to send, after the packets. */
  readonly isEndToSend: boolean;
}

export function isSending({ toSend, isEndToSend }: DeviceDownload): boolean {
  return toSend.length > 0 || isEndToSend;
}
