export interface HeldRefusal {
  /** Refuses after the delay. */
  readonly refuse: () => void;
  /** Ends the connection without an answer. */
  readonly end: () => void;
}

/**
 * Delays refusals: a client that tries again at once is refused a few times a second, not thousands of times. Only so
 * many refusals of a client wait; further connections of it end without an answer.
 */
export class HeldRefusals {
  readonly #delayMs: number;
  readonly #mostPerClient: number;
  readonly #counts = new Map<string, number>();

  constructor(delayMs: number, mostPerClient: number) {
    this.#delayMs = delayMs;
    this.#mostPerClient = mostPerClient;
  }

  /** Returns a function that releases the refusal at once, without calling it, when the connection has closed. */
  hold(client: string, { refuse, end }: HeldRefusal): () => void {
    const count = this.#counts.get(client) ?? 0;
    if (count >= this.#mostPerClient) {
      end();
      return () => undefined;
    }
    this.#counts.set(client, count + 1);
    let isHeld = true;
    const release = () => {
      if (!isHeld) return;
      isHeld = false;
      clearTimeout(timer);
      this.#countDown(client);
    };
    const timer = setTimeout(() => {
      release();
      refuse();
    }, this.#delayMs);
    return release;
  }

  #countDown(client: string): void {
    const count = (this.#counts.get(client) ?? 0) - 1;
    if (count > 0) this.#counts.set(client, count);
    else this.#counts.delete(client);
  }
}
