type Done = (error?: Error) => void;

/** Messages that are being stored, so that `close` can wait for them. Messages of one commit share a promise. */
export class InFlight {
  readonly #waiting = new Map<Promise<void>, Done[]>();
  #onEmpty: (() => void) | undefined;

  /** Calls `done` when the promise settles, with its error if it rejects. */
  follow(stored: Promise<void>, done: Done): void {
    const waiting = this.#waiting.get(stored);
    if (waiting) {
      waiting.push(done);
      return;
    }
    this.#waiting.set(stored, [done]);
    stored.then(
      () => this.#end(stored),
      (error: unknown) => this.#end(stored, error instanceof Error ? error : new Error(String(error))),
    );
  }

  /** Resolves when every message is settled, or after the timeout. */
  async drain(timeoutMs: number): Promise<void> {
    if (this.#waiting.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onEmpty = resolve;
    const timer = setTimeout(resolve, timeoutMs);
    await promise;
    clearTimeout(timer);
  }

  #end(stored: Promise<void>, error?: Error): void {
    const waiting = this.#waiting.get(stored) ?? [];
    this.#waiting.delete(stored);
    for (const done of waiting) done(error);
    if (this.#waiting.size === 0) this.#onEmpty?.();
  }
}
