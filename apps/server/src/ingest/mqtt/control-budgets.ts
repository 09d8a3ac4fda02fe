import type { ControlLimits } from './limits.ts';

/** Packet types of MQTT 3.1.1. */
const [SUBSCRIBE, UNSUBSCRIBE, PINGREQ] = [8, 10, 12];
const MINUTE_MS = 60_000;
const SWEEP_FROM = 10_000;

const NOTHING_USED = { signIns: 0, subscriptions: 0, bytes: 0, pings: 0, others: 0, frames: 0 } as const;

/** Counts the packets of one client that store nothing, minute by minute. */
export class ControlBudget {
  readonly #limits: ControlLimits;
  #minuteAt = -Infinity;
  /** The network of a valid sign-in above the limit: other networks cannot have the client refused. */
  #excessNetwork: string | null = null;
  #used: Record<keyof typeof NOTHING_USED, number> = { ...NOTHING_USED };

  constructor(limits: ControlLimits) {
    this.#limits = limits;
  }

  /** Whether the last counted minute is over, so that a new budget allows the same. */
  get isUnused(): boolean {
    return performance.now() - this.#minuteAt >= MINUTE_MS;
  }

  /** Counts a sign-in with a valid credential. */
  allowsSignIn(network: string): boolean {
    this.#beginMinute();
    const isAllowed = (this.#used.signIns += 1) <= this.#limits.signInsPerMinute;
    if (!isAllowed) this.#excessNetwork = network;
    return isAllowed;
  }

  /** Whether a sign-in from the network would be refused even with a valid credential. */
  refusesFrom(network: string): boolean {
    return this.#excessNetwork === network && !this.isUnused;
  }

  /** Counts a packet that is not PUBLISH. */
  allows(type: number, bytes: number): boolean {
    this.#beginMinute();
    const { subscriptionsPerMinute, subscriptionBytesPerMinute, pingsPerMinute, othersPerMinute } = this.#limits;
    if (type === PINGREQ) return (this.#used.pings += 1) <= pingsPerMinute;
    if (type !== SUBSCRIBE && type !== UNSUBSCRIBE) return (this.#used.others += 1) <= othersPerMinute;
    this.#used.subscriptions += 1;
    this.#used.bytes += bytes;
    return this.#used.subscriptions <= subscriptionsPerMinute && this.#used.bytes <= subscriptionBytesPerMinute;
  }

  allowsDroppedFrame(): boolean {
    this.#beginMinute();
    return (this.#used.frames += 1) <= this.#limits.droppedFramesPerMinute;
  }

  #beginMinute(): void {
    if (!this.isUnused) return;
    this.#minuteAt = performance.now();
    this.#excessNetwork = null;
    this.#used = { ...NOTHING_USED };
  }
}

/** The budgets of signed-in clients: a client that reconnects continues with the rest of its minute. */
export class ControlBudgets {
  readonly #limits: ControlLimits;
  readonly #budgets = new Map<string, ControlBudget>();
  #sweepAt = SWEEP_FROM;

  constructor(limits: ControlLimits) {
    this.#limits = limits;
  }

  find(clientId: string): ControlBudget {
    const budget = this.#budgets.get(clientId) ?? new ControlBudget(this.#limits);
    if (this.#budgets.size > this.#sweepAt) this.#sweep();
    this.#budgets.set(clientId, budget);
    return budget;
  }

  refusesSignIn(clientId: string, network: string): boolean {
    return this.#budgets.get(clientId)?.refusesFrom(network) === true;
  }

  #sweep(): void {
    for (const [clientId, budget] of this.#budgets) if (budget.isUnused) this.#budgets.delete(clientId);
    this.#sweepAt = Math.max(SWEEP_FROM, 2 * this.#budgets.size);
  }
}
