import type { Uplink } from '@waymark/device-protocol/mqtt/uplink';
import type { CompanyId, Uid } from '@waymark/domain/ids';

/** The link that a message came over. Bluetooth: a relay near the device forwarded it. */
export type Link = 'cellular' | 'bluetooth' | 'iridium';

/** An uplink that must not be lost. Satellite messages are converted into the same form. */
export type DurableUplink = Exclude<Uplink, { readonly name: 'stream' }>;

export interface Envelope {
  readonly uid: Uid;
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
export type KnownMessage = DeviceMessage & { readonly groupId: CompanyId };

/** A client's connection to the built-in broker that carries a device. */
export interface DeviceConnection {
  readonly id: string;
  readonly clientId: string;
  readonly nodeId: string;
  /** UTC milliseconds by the clock of the database, when the client signed in. */
  readonly since: number;
}
