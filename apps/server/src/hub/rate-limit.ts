export interface Rate {
  /** How many may come at once. */
  readonly burst: number;
  readonly perS: number;
}

/** Counts what comes: a burst is allowed, and after it so many a second. */
export class RateLimit {
  readonly #rate: Rate;
  #left: number;
  #at: number;

  constructor(rate: Rate, now: number) {
    this.#rate = rate;
    this.#left = rate.burst;
    this.#at = now;
  }

  /** Whether so much more is still within the limit. */
  take(amount: number, now: number): boolean {
    this.#refill(now);
    if (this.#left < amount) return false;
    this.#left -= amount;
    return true;
  }

  /** Nothing has come for so long that the limit starts over. */
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
