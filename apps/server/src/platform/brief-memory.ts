interface Kept<Value> {
  readonly until: number;
  readonly value: Promise<Value>;
}

/** Callers within a short time share one result of an expensive read. A failed one is not kept. */
export class BriefMemory<Key, Value> {
  readonly #keepMs: number;
  readonly #now: () => number;
  readonly #kept = new Map<Key, Kept<Value>>();

  constructor(keepMs: number, now: () => number) {
    this.#keepMs = keepMs;
    this.#now = now;
  }

  get(key: Key, make: () => Promise<Value>): Promise<Value> {
    const now = this.#now();
    for (const [each, { until }] of this.#kept) if (until <= now || until > now + this.#keepMs) this.#kept.delete(each);
    const known = this.#kept.get(key);
    if (known) return known.value;
    const value = make();
    this.#kept.set(key, { until: now + this.#keepMs, value });
    value.catch(() => this.#kept.delete(key));
    return value;
  }
}
