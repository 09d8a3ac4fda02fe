import type { DownloadPacket } from '@waymark/device-protocol/mqtt/download-packet';

/** A packet of a download, of a device that is known. */
export interface IncomingPacket {
  readonly uid: number;
  readonly groupId: number;
  readonly packet: DownloadPacket;
  /** Of a recorded passage, UTC milliseconds. */
  readonly passageAt: number | null;
  /** The content is no passage, or none that can be stored. */
  readonly isFaulty: boolean;
}

/** One that belongs to no download, and why. */
export interface RefusedPacket {
  readonly packet: IncomingPacket;
  readonly reason: 'no-download' | 'download-size';
  readonly detail: string;
}
