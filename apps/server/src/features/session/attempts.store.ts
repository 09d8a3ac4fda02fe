import { createHash } from 'node:crypto';
import { waitAfterFailuresS, type ThrottlePolicy } from '@waymark/domain/account/throttle';
import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';

/** An account's key tells nothing about the account to whoever reads the table. */
export function accountKey(email: string): string {
  return `account:${createHash('sha256').update(email).digest('base64url')}`;
}

/**
 * Counts an attempt before it is made, as a failure until proven otherwise, so that attempts at the same
 * moment cannot slip past each other. The clock runs on while a transaction waits for the row, so it is the clock
 * that is asked, not the transaction's start. Answers the seconds to wait, 0 when the attempt may go on.
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
      // An attempt that is still to come: the clock was set back since. Then the wait counts from now.
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

/** Takes back the one attempt that succeeded: many people may share an address. */
export async function forgiveAttempt(change: Change, key: string): Promise<void> {
  await sql`update attempts set failures = greatest(failures - 1, 0), blocked_until = last_at where key = ${key}`.execute(
    change.db,
  );
}

export async function forgetAttempts(change: Change, key: string): Promise<void> {
  await change.db.deleteFrom('attempts').where('key', '=', key).execute();
}
