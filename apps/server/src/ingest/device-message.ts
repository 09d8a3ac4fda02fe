import type { DeviceConnection } from '../features/records/device-connection.ts';
import type { RejectionReason } from '@waymark/domain/device/rejection';
import type { Uplink } from '@waymark/device-protocol/mqtt/uplink';

/** How a message travelled. Bluetooth is what a relay beside the device has passed on. */
export type Link = 'cellular' | 'bluetooth' | 'iridium';

/** An uplink that must not be lost. Satellite messages are converted into the same form. */
export type DurableUplink = Exclude<Uplink, { readonly name: 'stream' }>;

interface Envelope {
  readonly uid: number;
  readonly link: Link;
  /** UTC milliseconds of its arrival at this server. */
  readonly receivedAt: number;
  /** Of a status that came to the endpoint: the connection over which the device is online, or which has ended. */
  readonly connection?: DeviceConnection;
  /** Of a waveform that was expanded from a satellite snippet; cellular waveforms are whole. */
  readonly isSnippet?: boolean;
  /** Of a satellite heartbeat: the used share of the disk, 0 to 1. */
  readonly diskShare?: number;
}

/** One message of a device, from its decoder to the tables: `name` tells the type of its `body`. */
export type DeviceMessage = Envelope & DurableUplink;

/** A message whose device exists, with the company of the device. */
export type KnownMessage = DeviceMessage & { readonly groupId: number };

/** A message that the server cannot use: kept with its reason, and counted. */
export interface Rejection {
  readonly reason: RejectionReason;
  /** For users; holds no secrets. */
  readonly detail: string;
  readonly link: Link;
  readonly receivedAt: number;
  readonly uid: number | null;
  /** Client id, address or IMEI. */
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
