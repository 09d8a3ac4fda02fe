import type { DeviceConnection } from '../features/records/device-connection.ts';
import type { RejectionReason } from '@waymark/domain/device/rejection';
import type { Uplink } from '@waymark/device-protocol/mqtt/uplink';

/** The link that a message came over. Bluetooth: a relay beside the device forwarded it. */
export type Link = 'cellular' | 'bluetooth' | 'iridium';

/** An uplink that must not be lost. Satellite messages are converted into the same form. */
export type DurableUplink = Exclude<Uplink, { readonly name: 'stream' }>;

interface Envelope {
  readonly uid: number;
  readonly link: Link;
  /** UTC milliseconds of its arrival at this server. */
  readonly receivedAt: number;
  /** For a status from the MQTT endpoint: the connection over which the device is online, or which has ended. */
  readonly connection?: DeviceConnection;
  /** For a waveform that was expanded from a satellite snippet; cellular waveforms are complete. */
  readonly isSnippet?: boolean;
  /** For a satellite heartbeat: the used share of the disk, 0 to 1. */
  readonly diskShare?: number;
}

/** A device message from its decoder to the tables: `name` determines the type of its `body`. */
export type DeviceMessage = Envelope & DurableUplink;

/** A message of an existing device, with the company of the device. */
export type KnownMessage = DeviceMessage & { readonly groupId: number };

/** A message that the server cannot use: stored with its reason, and counted. */
export interface Rejection {
  readonly reason: RejectionReason;
  /** Shown to users; must not contain secrets. */
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

/** The only entry for device messages. Gateways acknowledge only when it resolves. */
export interface Door {
  /** Stores the messages of one packet together. Rejects when nothing was stored: the sender must retry. */
  receive(messages: readonly DeviceMessage[]): Promise<void>;
  /** Resolves when the rejection is stored and counted; rejects when it could not be stored. */
  refuse(rejection: Rejection): Promise<void>;
}
