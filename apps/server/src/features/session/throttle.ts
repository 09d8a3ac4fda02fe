import type { ThrottlePolicy } from '@waymark/domain/account/throttle';
import type { Change } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin, type Call } from '../../platform/http/call.ts';
import { problem } from '../../platform/http/problem.ts';
import { beginAttempt, forgiveAttempt } from './attempts.store.ts';
import type { Turn } from './hashing-queue.ts';

export interface Throttled {
  /** The first is the address's: its failures decide how late the attempt is hashed. */
  readonly keys: readonly (readonly [key: string, policy: ThrottlePolicy])[];
  readonly work: string;
}

/** Counts an attempt under all its keys, or refuses it; answers its place among the others that wait for a hash. */
export async function throttle(database: Database, call: Call, { keys, work }: Throttled): Promise<Turn> {
  const outcome = await database.change(systemOrigin(work, call), async (change) => {
    let failures = 0;
    for (const [index, [key, policy]] of keys.entries()) {
      const attempt = await beginAttempt(change, key, policy);
      if (attempt.waitS > 0) return { waitS: attempt.waitS, failures };
      if (index === 0) failures = attempt.failures;
    }
    return { waitS: 0, failures };
  });
  if (outcome.waitS === 0) return { key: call.address, failures: outcome.failures };
  const detail = `Too many attempts. Try again in ${outcome.waitS} ${outcome.waitS === 1 ? 'second' : 'seconds'}.`;
  throw problem('sign-in-throttled', { detail, retryAfterS: outcome.waitS });
}

/** Takes an attempt back that was refused before its password was compared. */
export async function forgiveRefused(change: Change, { keys }: Throttled): Promise<void> {
  for (const [key] of keys) await forgiveAttempt(change, key);
}
