import { problem } from '../../platform/http/problem.ts';

const RETRY_AFTER_S = 1;

/** Limits the attempts of one address that this node handles at the same time; more are refused before the database is asked. */
export class AttemptPlaces {
  readonly #limit: number;
  readonly #taken = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  async hold<Outcome>(address: string, work: () => Promise<Outcome>): Promise<Outcome> {
    const taken = this.#taken.get(address) ?? 0;
    if (taken >= this.#limit) throw problem('passwords-busy', { retryAfterS: RETRY_AFTER_S });
    this.#taken.set(address, taken + 1);
    try {
      return await work();
    } finally {
      this.#release(address);
    }
  }

  #release(address: string): void {
    const left = (this.#taken.get(address) ?? 1) - 1;
    if (left === 0) this.#taken.delete(address);
    else this.#taken.set(address, left);
  }
}
