import type { Publication } from '@waymark/device-protocol/mqtt/uplink';
import type { Uid } from '@waymark/domain/ids';
import type { ReplacedConnection } from '../../features/records/records.api.ts';
import type { Log } from '../../platform/log.ts';
import type { Door } from '../device-message.ts';
import type { MessageRates } from '../message-rate.ts';

/** The MQTT link to devices: the endpoint of this server, or an external broker. */
export interface MqttGateway {
  /** Resolves when the message has left this server; a device that is not subscribed misses it. */
  publish(publication: Publication): Promise<void>;
  /** False while the external broker is away. */
  readonly isConnected: boolean;
  /** Whether a device is subscribed to its commands at this server; null: only the external broker knows. */
  hearsCommands(uid: Uid): boolean | null;
  /** Ends connections of a client whose credential was revoked, except one made with the credential of `issuedAt`. */
  disconnect(clientId: string, issuedAt: number | null): void;
  /** Ends a connection to this server whose client has connected to another node. */
  endReplaced(connection: ReplacedConnection): void;
  /** Clients of the endpoint; empty with an external broker, which does not list its clients. */
  clients(): readonly ConnectedClient[];
  /** Number of clients of the endpoint, or of this server's connections to the external broker. */
  connections(): number;
  /** The age of the oldest message that was received and is not acknowledged; 0 without one. */
  oldestPendingMs(): number;
  /** Ends the connections with such a message of at least that age; returns their number. */
  reconnect(olderThanMs: number): number;
  /** Ports on which devices connect to this server; null where there is none. */
  ports(): MqttPorts;
  /** Does not report any device as offline. */
  close(): Promise<void>;
}

/** A connection to the endpoint of this server. */
export interface ConnectedClient {
  readonly clientId: string;
  /** Issue time of the credential of the sign-in; null while the credential is being verified. */
  readonly issuedAt: number | null;
  /** The devices for which it may publish. */
  readonly uids: ReadonlySet<Uid>;
  end(): void;
}

export interface MqttPorts {
  readonly mqtt: number | null;
  readonly mqtts: number | null;
}

export interface GatewayOptions {
  readonly door: Door;
  readonly log: Log;
  /** UTC milliseconds. */
  readonly now: () => number;
  readonly rates: MessageRates;
  /** A stream frame, not decoded: it may be lost, and usually no console listens. */
  readonly onStream?: (uid: Uid, payload: Uint8Array) => void;
  /** The device has subscribed to its downlinks: pending ones can be sent. */
  readonly onConnected?: (uid: Uid) => void;
  /** The external broker is connected, for the first time or again. */
  readonly onBroker?: () => void;
}
