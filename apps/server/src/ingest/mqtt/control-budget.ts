const MINUTE_MS = 60_000;

/** Packet types of MQTT 3.1.1. */
const PUBLISH = 3;
const [SUBSCRIBE, UNSUBSCRIBE, PINGREQ] = [8, 10, 12];

export interface ControlLimits {
  /** SUBSCRIBE and UNSUBSCRIBE together; a relay may have one of each for 500 devices. */
  readonly subscriptionsPerMinute: number;
  /** Their bytes, which bound the topics in them. */
  readonly subscriptionBytesPerMinute: number;
  readonly pingsPerMinute: number;
  /** Everything else but PUBLISH: acknowledgements above all. */
  readonly othersPerMinute: number;
}

/** Limits the packets of one connection that are not PUBLISH, minute by minute. */
export class ControlBudget {
  readonly #limits: ControlLimits;
  #minuteAt = -Infinity;
  #subscriptions = 0;
  #subscriptionBytes = 0;
  #pings = 0;
  #others = 0;

  constructor(limits: ControlLimits) {
    this.#limits = limits;
  }

  /** False once the client has sent too many. `nowMs`: a clock that no change of the system time moves. */
  allows(type: number, bytes: number, nowMs: number): boolean {
    if (type === PUBLISH) return true;
    if (nowMs - this.#minuteAt >= MINUTE_MS) this.#beginMinute(nowMs);
    if (type === PINGREQ) return (this.#pings += 1) <= this.#limits.pingsPerMinute;
    if (type !== SUBSCRIBE && type !== UNSUBSCRIBE) return (this.#others += 1) <= this.#limits.othersPerMinute;
    this.#subscriptions += 1;
    this.#subscriptionBytes += bytes;
    const { subscriptionsPerMinute, subscriptionBytesPerMinute } = this.#limits;
    return this.#subscriptions <= subscriptionsPerMinute && this.#subscriptionBytes <= subscriptionBytesPerMinute;
  }

  #beginMinute(nowMs: number): void {
    this.#minuteAt = nowMs;
    this.#subscriptions = 0;
    this.#subscriptionBytes = 0;
    this.#pings = 0;
    this.#others = 0;
  }
}
