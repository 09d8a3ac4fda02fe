export interface RateLimit {
  /** 0 disables the limit. */
  readonly perSecond: number;
  /** Maximum at once after a pause. */
  readonly burst: number;
}

const SWEEP_FROM = 10_000;

/** A token bucket for each key, stored as a single number: the time at which the bucket is full again. */
export class MessageRate<Key> {
  readonly #intervalMs: number;
  readonly #burstMs: number;
  readonly #clock: () => number;
  readonly #fullAt = new Map<Key, number>();
  #sweepAt = SWEEP_FROM;

  /** `clock`: milliseconds, independent of changes to the system time. */
  constructor({ perSecond, burst }: RateLimit, clock: () => number = () => performance.now()) {
    this.#intervalMs = perSecond === 0 ? 0 : 1000 / perSecond;
    this.#burstMs = burst * this.#intervalMs;
    this.#clock = clock;
  }

  /** Charges a message and returns its delay; null without a charge if that exceeds `mostMs`. */
  take(key: Key, mostMs = 0): number | null {
    if (this.#intervalMs === 0) return 0;
    const now = this.#clock();
    const fullAt = Math.max(this.#fullAt.get(key) ?? 0, now) + this.#intervalMs;
    const waitMs = Math.max(0, fullAt - now - this.#burstMs);
    if (waitMs > mostMs) return null;
    this.#fullAt.set(key, fullAt);
    if (this.#fullAt.size > this.#sweepAt) this.#sweep(now);
    return waitMs;
  }

  /** A full bucket equals a missing one. */
  #sweep(now: number): void {
    for (const [key, fullAt] of this.#fullAt) if (fullAt <= now) this.#fullAt.delete(key);
    this.#sweepAt = Math.max(SWEEP_FROM, 2 * this.#fullAt.size);
  }
}

/** After an outage a device may deliver this many seconds' worth of messages at once. */
export const RATE_SHARES = { burstS: 250, relay: 5, satellite: 0.1, stream: 0.25, streamBurstS: 4 } as const;

/** The buckets that all links of this node share. */
export interface MessageRates {
  readonly devices: MessageRate<number>;
  /** By client id: a relay forwards messages of up to 500 devices. */
  readonly relays: MessageRate<string>;
  /** Sessions by IMEI; a modem needs several seconds for each. */
  readonly satellites: MessageRate<string>;
  /** Frames of live streams; a device sends about one a second. */
  readonly streams: MessageRate<number>;
}

export function createMessageRates(perSecond: number, clock?: () => number): MessageRates {
  const { burstS, relay, satellite, stream, streamBurstS } = RATE_SHARES;
  const limit = (share: number, forS: number): RateLimit => ({
    perSecond: perSecond * share,
    burst: perSecond * share * forS,
  });
  return {
    devices: new MessageRate(limit(1, burstS), clock),
    relays: new MessageRate(limit(relay, burstS), clock),
    satellites: new MessageRate(limit(satellite, burstS), clock),
    streams: new MessageRate(limit(stream, streamBurstS), clock),
  };
}
