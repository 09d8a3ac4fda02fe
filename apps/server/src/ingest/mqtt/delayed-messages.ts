/**
 * Throttled messages of one connection, in their order. They are not acknowledged yet, so the client keeps a copy;
 * `maxUnfinishedBytes` limits them.
 */
export class DelayedMessages {
  readonly #pending: { readonly dueAt: number; readonly run: () => void }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;

  get isEmpty(): boolean {
    return this.#pending.length === 0;
  }

  add(delayMs: number, run: () => void): void {
    if (this.#isEnded) return;
    this.#pending.push({ dueAt: performance.now() + delayMs, run });
    this.#schedule(delayMs);
  }

  /** The connection has ended: its client sends unacknowledged messages again. */
  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    this.#pending.length = 0;
  }

  #schedule(delayMs: number): void {
    this.#timer ??= setTimeout(() => this.#runDue(), Math.max(1, delayMs));
  }

  #runDue(): void {
    this.#timer = undefined;
    const now = performance.now();
    const after = this.#pending.findIndex(({ dueAt }) => dueAt > now);
    for (const { run } of this.#pending.splice(0, after === -1 ? this.#pending.length : after)) run();
    const [next] = this.#pending;
    if (next) this.#schedule(next.dueAt - now);
  }
}
