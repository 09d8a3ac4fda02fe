import { createHash } from 'node:crypto';
import { waitAfterFailuresS, type ThrottlePolicy } from '@waymark/domain/account/throttle';
import { sql } from 'kysely';
import type { Change } from '../../../platform/database/change.ts';
import type { Database } from '../../../platform/database/database.ts';
import { systemOrigin, type Call } from '../../../platform/http/call.ts';
import { problem } from '../../../platform/http/problem.ts';

/** The key is a hash, so that a reader of the table does not see the e-mail. */
export function accountKey(email: string): string {
  return `account:${createHash('sha256').update(email).digest('base64url')}`;
}

/**
 * Counts an attempt as a failure before it runs, so that simultaneous attempts cannot bypass the limit.
 * `clock_timestamp()`, not `now()`: the transaction may have waited long for the row. Answers the seconds to wait; 0: go on.
 */
export async function countAttempt(change: Change, key: string, policy: ThrottlePolicy): Promise<number> {
  await sql`insert into attempts (key, failures, blocked_until, last_at) values (${key}, 0, clock_timestamp(), clock_timestamp()) on conflict do nothing`.execute(
    change.db,
  );
  const row = await change.db
    .selectFrom('attempts')
    .select([
      sql<number>`case when last_at < clock_timestamp() - make_interval(secs => ${policy.forgetAfterS}) then 0 else failures end`.as(
        'failures',
      ),
      // A last attempt in the future means that the clock was set back: the wait then counts from now.
      sql<number>`ceil(greatest(0, extract(epoch from
        blocked_until - case when last_at > clock_timestamp() then last_at else clock_timestamp() end)))::int`.as(
        'waitS',
      ),
      sql<boolean>`last_at > clock_timestamp()`.as('isAhead'),
    ])
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.waitS > 0) {
    if (row.isAhead) await restartWait(change, key);
    return row.waitS;
  }
  const failures = row.failures + 1;
  await sql`update attempts set failures = ${failures}, last_at = clock_timestamp(),
    blocked_until = clock_timestamp() + make_interval(secs => ${waitAfterFailuresS(policy, failures)}) where key = ${key}`.execute(
    change.db,
  );
  return 0;
}

async function restartWait(change: Change, key: string): Promise<void> {
  await sql`update attempts set blocked_until = clock_timestamp() + (blocked_until - last_at), last_at = clock_timestamp()
    where key = ${key}`.execute(change.db);
}

/** Takes back only the attempt that succeeded: many users may share an address. */
export async function forgiveAttempt(change: Change, key: string): Promise<void> {
  await sql`update attempts set failures = greatest(failures - 1, 0), blocked_until = last_at where key = ${key}`.execute(
    change.db,
  );
}

export async function forgetAttempts(change: Change, key: string): Promise<void> {
  await change.db.deleteFrom('attempts').where('key', '=', key).execute();
}

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
