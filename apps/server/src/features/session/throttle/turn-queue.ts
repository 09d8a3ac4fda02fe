import { problem } from '../../../platform/http/problem.ts';

interface Waiting {
  readonly key: string;
  readonly rank: number;
  readonly start: () => void;
  readonly refuse: () => void;
}

export interface Turn {
  /** Queued work of the same key raises the rank, so that keys take turns. */
  readonly key: string;
  /** Failed attempts so far: the more, the later the turn. */
  readonly failures: number;
}

const RETRY_AFTER_S = 2;

/**
 * Bounds the work around passwords in this process: a few run, some wait, the rest are refused. The lowest rank
 * goes first and the highest is refused first; failures and other work of the same key raise it.
 */
export class TurnQueue {
  readonly #limits: { readonly running: number; readonly waiting: number };
  readonly #waiting: Waiting[] = [];
  readonly #inside = new Map<string, number>();
  #running = 0;
  #refused = 0;

  constructor(limits: { readonly running: number; readonly waiting: number }) {
    this.#limits = limits;
  }

  get figures(): { readonly running: number; readonly waiting: number; readonly refused: number } {
    return { running: this.#running, waiting: this.#waiting.length, refused: this.#refused };
  }

  async run<Outcome>({ key, failures }: Turn, work: () => Promise<Outcome>): Promise<Outcome> {
    const others = this.#inside.get(key) ?? 0;
    this.#inside.set(key, others + 1);
    try {
      await this.#waitForTurn(key, failures + others);
      return await work().finally(() => this.#startNext());
    } finally {
      this.#leave(key);
    }
  }

  async #waitForTurn(key: string, rank: number): Promise<void> {
    if (this.#running < this.#limits.running) {
      this.#running++;
      return;
    }
    const turn = Promise.withResolvers<void>();
    const refuse = () => turn.reject(problem('passwords-busy', { retryAfterS: RETRY_AFTER_S }));
    // Insert behind entries of the same rank, so that equal ranks run in order.
    const place = this.#waiting.findIndex((other) => other.rank > rank);
    this.#waiting.splice(place === -1 ? this.#waiting.length : place, 0, { key, rank, start: turn.resolve, refuse });
    if (this.#waiting.length > this.#limits.waiting) {
      this.#refused++;
      this.#waiting.pop()?.refuse();
    }
    await turn.promise;
  }

  /** Gives the slot of finished work to the next in the queue. */
  #startNext(): void {
    const next = this.#waiting.shift();
    if (next) next.start();
    else this.#running--;
  }

  #leave(key: string): void {
    const left = (this.#inside.get(key) ?? 1) - 1;
    if (left === 0) this.#inside.delete(key);
    else this.#inside.set(key, left);
  }
}
