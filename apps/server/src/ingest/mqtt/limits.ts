export interface AddressLimits {
  /** Many devices share the address of a mobile operator, so this is high. 0 disables the limit. */
  readonly maxPerAddress: number;
  /** Connections before their sign-in. After a restart all devices of an operator reconnect at once. */
  readonly maxPendingPerAddress: number;
}

/** Limits of the packets of one client that store nothing; a new connection does not renew them. */
export interface ControlLimits {
  /** Each stores that the device is there, and perhaps that it was lost. */
  readonly signInsPerMinute: number;
  /** SUBSCRIBE and UNSUBSCRIBE together; a relay may send one of each for 500 devices. */
  readonly subscriptionsPerMinute: number;
  /** Their bytes, which bound the topics in them. */
  readonly subscriptionBytesPerMinute: number;
  readonly pingsPerMinute: number;
  /** Every other type, mostly acknowledgements. */
  readonly othersPerMinute: number;
  /** Stream frames above their rate: each is dropped, and still costs the time to read it. */
  readonly droppedFramesPerMinute: number;
}

export interface PacketLimits extends ControlLimits {
  readonly maxPacketBytes: number;
  /** The first packet of a connection, which must be CONNECT; it needs no credential. */
  readonly maxConnectBytes: number;
}

/** Limits of the endpoint for all clients, for one address and for one client. */
export interface EndpointLimits extends AddressLimits, PacketLimits {
  readonly maxConnections: number;
  /** QoS 2 messages of one client that wait for PUBREL. */
  readonly maxUnfinished: number;
  /** Unstored bytes of one client: above it the endpoint stops reading from the connection. */
  readonly maxUnfinishedBytes: number;
  /** Applies to a client that asks for a longer keep-alive, or for none. */
  readonly maxKeepAliveS: number;
  readonly connectTimeoutMs: number;
  /** Time before the answer to a client that is refused unchecked, because it has tried too often. */
  readonly refusalDelayMs: number;
  /** Time in which a client must read the sent bytes. */
  readonly drainTimeoutMs: number;
  /** Time that `close` waits for messages that are being stored. */
  readonly closeTimeoutMs: number;
  readonly noticeRetryMs: number;
  /** The endpoint cuts off a client that sends so much that its next message would be delayed for longer. */
  readonly maxHeldMs: number;
}

export const ENDPOINT_LIMITS: EndpointLimits = {
  maxConnections: 20_000,
  maxPacketBytes: 16_384,
  maxConnectBytes: 4_096,
  maxUnfinished: 64,
  maxUnfinishedBytes: 65_536,
  maxKeepAliveS: 1_200,
  connectTimeoutMs: 10_000,
  refusalDelayMs: 3_000,
  drainTimeoutMs: 15_000,
  closeTimeoutMs: 5_000,
  noticeRetryMs: 5_000,
  maxHeldMs: 30_000,
  maxPerAddress: 10_000,
  maxPendingPerAddress: 5_000,
  signInsPerMinute: 120,
  subscriptionsPerMinute: 1_200,
  subscriptionBytesPerMinute: 65_536,
  pingsPerMinute: 120,
  othersPerMinute: 60_000,
  droppedFramesPerMinute: 60_000,
};
