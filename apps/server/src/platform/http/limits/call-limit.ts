const WINDOW_MS = 60_000;
/** Above this number of keys in a minute the counts are reset, so that a flood of addresses costs little memory. */
const MOST_KEYS = 100_000;

/** Counts calls per key and minute, in memory. */
export class CallLimit {
  readonly #max: number;
  readonly #now: () => number;
  readonly #counts = new Map<string, number>();
  #endsAt = 0;

  /** A `max` of 0 disables the limit. */
  constructor(max: number, now: () => number = Date.now) {
    this.#max = max;
    this.#now = now;
  }

  /** Counts a call. Returns 0 within the limit, else the seconds until the next minute begins. */
  count(key: string): number {
    if (this.#max === 0) return 0;
    const now = this.#now();
    const before = this.#counts.get(key);
    if (now >= this.#endsAt || (before === undefined && this.#counts.size >= MOST_KEYS)) {
      this.#counts.clear();
      this.#endsAt = now + WINDOW_MS;
      this.#counts.set(key, 1);
      return 0;
    }
    const calls = (before ?? 0) + 1;
    this.#counts.set(key, calls);
    return calls > this.#max ? Math.max(1, Math.ceil((this.#endsAt - now) / 1000)) : 0;
  }
}
