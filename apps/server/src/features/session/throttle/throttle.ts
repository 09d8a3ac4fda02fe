import type { ThrottlePolicy } from '@waymark/domain/account/throttle';
import type { Change } from '../../../platform/database/change.ts';
import type { Database } from '../../../platform/database/database.ts';
import { systemOrigin, type Call } from '../../../platform/http/call.ts';
import { problem } from '../../../platform/http/problem.ts';
import { countAttempt, forgiveAttempt } from './attempts.store.ts';

export interface Throttled {
  readonly keys: readonly (readonly [key: string, policy: ThrottlePolicy])[];
  readonly work: string;
}

/** Counts an attempt under all its keys, or refuses it. */
export async function throttle(database: Database, call: Call, { keys, work }: Throttled): Promise<void> {
  const waitS = await database.change(systemOrigin(work, call), async (change) => {
    for (const [key, policy] of keys) {
      const keyWaitS = await countAttempt(change, key, policy);
      if (keyWaitS > 0) return keyWaitS;
    }
    return 0;
  });
  if (waitS === 0) return;
  const detail = `Too many attempts. Try again in ${waitS} ${waitS === 1 ? 'second' : 'seconds'}.`;
  throw problem('sign-in-throttled', { detail, retryAfterS: waitS });
}

/** Takes back an attempt that proved nothing wrong, such as one refused before its password was compared. */
export async function forgiveRefused(change: Change, { keys }: Throttled): Promise<void> {
  for (const [key] of keys) await forgiveAttempt(change, key);
}
