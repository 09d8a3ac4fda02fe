import { addressKey } from '../../../platform/http/limits/address-key.ts';
import { TurnQueue, type Turn } from './turn-queue.ts';

const REMEMBERED_MS = 600_000;
const MOST_ADDRESSES = 10_000;

/** Failed attempts per address on this node. They only order the queue; throttling counts in the database. */
export class RecentFailures {
  readonly #byAddress = new Map<string, { readonly count: number; readonly at: number }>();

  count(address: string, now: number): number {
    const found = this.#byAddress.get(address);
    return found && now - found.at < REMEMBERED_MS ? found.count : 0;
  }

  add(address: string, now: number): void {
    const count = this.count(address, now) + 1;
    this.#byAddress.delete(address);
    this.#byAddress.set(address, { count, at: now });
    const [oldest] = this.#byAddress.keys();
    if (this.#byAddress.size > MOST_ADDRESSES && oldest !== undefined) this.#byAddress.delete(oldest);
  }

  forgive(address: string): void {
    const found = this.#byAddress.get(address);
    if (found && found.count > 1) this.#byAddress.set(address, { ...found, count: found.count - 1 });
    else this.#byAddress.delete(address);
  }
}

/** Attempts to sign in or to use a link. Each takes one database connection at most: the others stay free. */
export const attempts = new TurnQueue({ running: 8, waiting: 64 });
const failures = new RecentFailures();

/** Addresses without failed attempts go first, so that guesses do not delay sign-ins from elsewhere. */
export function runAttempt<Outcome>(address: string, work: (turn: Turn) => Promise<Outcome>): Promise<Outcome> {
  const key = addressKey(address);
  const turn = { key, failures: failures.count(key, Date.now()) };
  return attempts.run(turn, async () => {
    try {
      const outcome = await work(turn);
      failures.forgive(key);
      return outcome;
    } catch (error) {
      failures.add(key, Date.now());
      throw error;
    }
  });
}
