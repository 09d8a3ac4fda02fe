import { addressKey } from '../../../platform/http/limits/address-key.ts';
import { RecentFailures } from './recent-failures.ts';
import { TurnQueue, type Turn } from './turn-queue.ts';

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
