import type { DownloadPacket } from '@waymark/device-protocol/mqtt/download-packet';
import type { CompanyId, Uid } from '@waymark/domain/ids';

/** A packet of a download from a known device. */
export interface IncomingPacket {
  readonly uid: Uid;
  readonly groupId: CompanyId;
  readonly packet: DownloadPacket;
  /** The time of the recorded passage, UTC milliseconds. */
  readonly passageAt: number | null;
  /** The content is not a passage that can be stored. */
  readonly isFaulty: boolean;
}

/** A packet that belongs to no download, with the reason. */
export interface RefusedPacket {
  readonly packet: IncomingPacket;
  readonly reason: 'no-download' | 'download-size';
  readonly detail: string;
}
