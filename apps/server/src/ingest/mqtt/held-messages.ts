interface Held {
  readonly releaseAt: number;
  readonly release: () => void;
}

/**
 * Throttled messages of one connection, in their order. They are not acknowledged while they wait, so the client keeps a
 * copy; `maxUnfinishedBytes` bounds them.
 */
export class HeldMessages {
  readonly #waiting: Held[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  hold(waitMs: number, release: () => void): void {
    if (this.#isEnded) return;
    this.#waiting.push({ releaseAt: performance.now() + waitMs, release });
    this.#timer ??= setTimeout(() => this.#releaseDue(), waitMs);
  }

  /** The connection has ended: its client repeats what was not acknowledged. */
  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    this.#waiting.length = 0;
  }

  #releaseDue(): void {
    this.#timer = undefined;
    const now = performance.now();
    const after = this.#waiting.findIndex(({ releaseAt }) => releaseAt > now);
    for (const { release } of this.#waiting.splice(0, after === -1 ? this.#waiting.length : after)) release();
    const [next] = this.#waiting;
    if (next && !this.#isEnded) this.#timer ??= setTimeout(() => this.#releaseDue(), Math.max(1, next.releaseAt - now));
  }
}
