export interface Rate {
  /** Maximum amount at once. */
  readonly burst: number;
  readonly perS: number;
}

/** A token bucket: allows a burst, then a fixed rate per second. */
export class RateLimit {
  readonly #rate: Rate;
  #left: number;
  #at: number;

  constructor(rate: Rate, now: number) {
    this.#rate = rate;
    this.#left = rate.burst;
    this.#at = now;
  }

  /** Takes the amount from the bucket; false when it does not fit. */
  take(amount: number, now: number): boolean {
    this.#refill(now);
    if (this.#left < amount) return false;
    this.#left -= amount;
    return true;
  }

  /** True when the bucket has refilled completely, so that it can be dropped. */
  isFull(now: number): boolean {
    this.#refill(now);
    return this.#left === this.#rate.burst;
  }

  #refill(now: number): void {
    const { burst, perS } = this.#rate;
    this.#left = Math.min(burst, this.#left + (Math.max(0, now - this.#at) * perS) / 1000);
    this.#at = now;
  }
}
