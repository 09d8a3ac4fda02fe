import type { DeviceConnection } from '../features/records/device-connection.ts';
import type { RejectionReason } from '@waymark/domain/device/rejection';
import type { Uplink } from '@waymark/device-protocol/mqtt/uplink';

/** How a message travelled. Bluetooth is what a relay beside the device has passed on. */
export type Link = 'cellular' | 'bluetooth' | 'iridium';

/** What a device said and must not be lost; satellite messages are brought into the same form. */
export type DurableUplink = Exclude<Uplink, { readonly name: 'stream' }>;

export interface DeviceMessage {
  readonly uid: number;
  readonly link: Link;
  /** UTC milliseconds of its arrival at this server. */
  readonly receivedAt: number;
  readonly uplink: DurableUplink;
  /** Of a status that came over a broker inside: which connection brings the device, or has ended. */
  readonly connection?: DeviceConnection;
  /** For waveforms that were expanded from satellite snippets; cellular waveforms are whole. */
  readonly isSnippet?: boolean;
  /** Of heartbeats over satellite: how much of the disk is used, 0 to 1. */
  readonly diskShare?: number;
}

/** A message that nobody could use: kept with its reason, and counted. */
export interface Rejection {
  readonly reason: RejectionReason;
  /** What exactly, for a person; no secrets. */
  readonly detail: string;
  readonly link: Link;
  readonly receivedAt: number;
  readonly uid: number | null;
  /** Who sent it: client id, address, IMEI. */
  readonly sender: string;
  /** The MQTT topic, or the kind of frame. */
  readonly topic: string;
  readonly payload: Uint8Array;
}

/** The one door for everything that devices say. Gateways acknowledge when it resolves, and only then. */
export interface Door {
  /** Stores the messages of one packet together. Rejects when nothing was stored: the sender is to try again. */
  receive(messages: readonly DeviceMessage[]): Promise<void>;
  /** Resolves when the rejection is kept and counted; rejects when it could not be. */
  refuse(rejection: Rejection): Promise<void>;
}
