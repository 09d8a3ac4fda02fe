import type { AddressLimits } from './address-counts.ts';
import type { ControlLimits } from './control-budget.ts';

/** What one client may take of the server. */
export interface BrokerLimits extends AddressLimits, ControlLimits {
  readonly maxConnections: number;
  readonly maxPacketBytes: number;
  /** The first packet of a connection, which must be CONNECT; anybody can send it. */
  readonly maxConnectBytes: number;
  /** Half-finished QoS 2 messages of one client; QoS 1 is bounded by what one reading of its socket holds. */
  readonly maxUnfinished: number;
  /** A client that asks for more, or for none, is held to this. */
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
