type Done = (error?: Error) => void;

/** What is on its way into the store, so that stopping can wait for it. */
export class InFlight {
  #count = 0;
  #onEmpty: (() => void) | undefined;

  /** Calls `done` when it is stored, or with the reason why it is not. */
  follow(stored: Promise<void>, done: Done): void {
    this.#count += 1;
    stored.then(
      () => this.#end(done),
      (error: unknown) => this.#end(done, error instanceof Error ? error : new Error(String(error))),
    );
  }

  /** Resolves when nothing is on the way any more, or the time is over. */
  async drain(timeoutMs: number): Promise<void> {
    if (this.#count === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onEmpty = resolve;
    const timer = setTimeout(resolve, timeoutMs);
    await promise;
    clearTimeout(timer);
  }

  #end(done: Done, error?: Error): void {
    this.#count -= 1;
    done(error);
    if (this.#count === 0) this.#onEmpty?.();
  }
}
