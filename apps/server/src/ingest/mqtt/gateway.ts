import type { Publication } from '@waymark/device-protocol/mqtt/uplink';
import type { ReplacedConnection } from '../../features/records/replaced-connections-notice.ts';
import type { Log } from '../../platform/log.ts';
import type { Door } from '../device-message.ts';
import type { MessageRates } from '../message-rate.ts';

/** What the broker inside this server and an external broker have in common. */
export interface MqttGateway {
  /** Resolves when it has left this server; a device that does not listen misses it. */
  publish(publication: Publication): Promise<void>;
  /** False while the external broker is away. */
  readonly isConnected: boolean;
  /** Whether a device hears its commands at the broker inside this server; null: only the external broker knows. */
  hearsCommands(uid: number): boolean | null;
  /** Ends a client's connection, because its credential is no longer valid; not one made with the credential of `issuedAt`. */
  disconnect(clientId: string, issuedAt: number | null): void;
  /** Ends a connection to the broker inside this server whose client has connected to another node. */
  endReplaced(connection: ReplacedConnection): void;
  /** Who is connected to the broker inside this server; an external one keeps that to itself. */
  clients(): readonly ConnectedClient[];
  /** Clients of the broker inside this server, or this server's own connections to an external one. */
  connections(): number;
  /** The age of the oldest message that was received and is not acknowledged; 0 without one. */
  oldestPendingMs(): number;
  /** Ends the connections with such a message of at least that age; returns how many. */
  reconnect(olderThanMs: number): number;
  /** Where devices connect to this server; null where they do not. */
  ports(): MqttPorts;
  /** Devices are not taken as offline because this server stops. */
  close(): Promise<void>;
}

/** One connection to the broker inside this server. */
export interface ConnectedClient {
  readonly clientId: string;
  /** When the credential was issued with which it has signed in; null as long as that is being checked. */
  readonly issuedAt: number | null;
  /** Whom it may speak for. */
  readonly uids: ReadonlySet<number>;
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
  /** A stream frame as it came: it may be lost, and most of the time nobody listens. */
  readonly onStream?: (uid: number, payload: Uint8Array) => void;
  /** The device listens to its downlinks: what waits for it can be sent. */
  readonly onConnected?: (uid: number) => void;
  /** The external broker is there, for the first time or again. */
  readonly onBroker?: () => void;
}
