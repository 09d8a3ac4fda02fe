/** A clock that advances only on request. Timers run in order, as fast as the machine can. */
export class SteppedClock {
  readonly #timers = new Map<number, { readonly at: number; readonly run: () => void }>();
  #now = 0;
  #lastId = 0;

  get now(): number {
    return this.#now;
  }

  /** Replaces the browser's `setTimeout`. */
  readonly setTimeout = (run: () => void, afterMs = 0): number => {
    this.#lastId += 1;
    this.#timers.set(this.#lastId, { at: this.#now + Math.max(0, afterMs), run });
    return this.#lastId;
  };

  readonly clearTimeout = (id: number | undefined): void => {
    if (id !== undefined) this.#timers.delete(id);
  };

  runFor(ms: number): void {
    const until = this.#now + ms;
    for (let next = this.#takeDue(until); next; next = this.#takeDue(until)) {
      this.#now = next.at;
      next.run();
    }
    this.#now = until;
  }

  #takeDue(until: number) {
    let first: number | null = null;
    let firstAt = Infinity;
    for (const [id, { at }] of this.#timers) {
      if (at > until || at >= firstAt) continue;
      first = id;
      firstAt = at;
    }
    if (first === null) return undefined;
    const timer = this.#timers.get(first);
    this.#timers.delete(first);
    return timer;
  }
}
