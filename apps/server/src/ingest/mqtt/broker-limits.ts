import type { AddressLimits } from './address-counts.ts';
import type { ControlLimits } from './control-budget.ts';

/** Limits of the endpoint for all clients, for one address and for one client. */
export interface BrokerLimits extends AddressLimits, ControlLimits {
  readonly maxConnections: number;
  readonly maxPacketBytes: number;
  /** The first packet of a connection, which must be CONNECT; it needs no credential. */
  readonly maxConnectBytes: number;
  /** QoS 2 messages of one client that wait for PUBREL. */
  readonly maxUnfinished: number;
  /** Messages of one client that are not stored yet: above it the endpoint stops reading from the connection. */
  readonly maxUnfinishedBytes: number;
  /** Applies to a client that asks for a longer keep-alive, or for none. */
  readonly maxKeepAliveS: number;
  readonly connectTimeoutMs: number;
  /** How long a client may leave unread what is sent to it. */
  readonly drainTimeoutMs: number;
  /** How long stopping waits for what is being stored. */
  readonly closeTimeoutMs: number;
  readonly noticeRetryMs: number;
  /** A client whose next message would have to wait longer, because it sends too many, is cut off. */
  readonly maxHeldMs: number;
}

export const BROKER_LIMITS: BrokerLimits = {
  maxConnections: 20_000,
  maxPacketBytes: 16_384,
  maxConnectBytes: 4_096,
  maxUnfinished: 64,
  maxUnfinishedBytes: 65_536,
  maxKeepAliveS: 1_200,
  connectTimeoutMs: 10_000,
  drainTimeoutMs: 15_000,
  closeTimeoutMs: 5_000,
  noticeRetryMs: 5_000,
  maxHeldMs: 30_000,
  maxPerAddress: 10_000,
  maxPendingPerAddress: 5_000,
  subscriptionsPerMinute: 1_200,
  subscriptionBytesPerMinute: 65_536,
  pingsPerMinute: 120,
  othersPerMinute: 60_000,
};
