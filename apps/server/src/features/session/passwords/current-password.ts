import { normaliseEmail } from '@waymark/domain/account/email';
import { systemScope } from '../../../platform/access/scope.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { SignedInCall } from '../../../platform/http/call.ts';
import { problem } from '../../../platform/http/problem.ts';
import { comparePassword, countPasswordAttempt } from '../throttle/password-attempt.ts';
import { findPasswordHash } from '../session.queries.ts';
import type { Turn } from '../throttle/turn-queue.ts';

/**
 * Refuses a signed-in caller who does not know the account's password, and counts it as a sign-in attempt. Answers the
 * hash that matched.
 */
export async function checkCurrentPassword(
  database: Database,
  call: SignedInCall,
  password: string,
  turn: Turn = { key: `user:${call.actor.userId}`, failures: 0 },
): Promise<string> {
  const { userId, email } = call.actor;
  const account = normaliseEmail(email);
  await countPasswordAttempt(database, call, account);
  const stored = await findPasswordHash(database.read(systemScope('password check')), userId);
  const matches = await comparePassword(database, call, { email: account, stored, password, turn });
  if (!matches || stored === undefined) throw problem('current-password-wrong');
  return stored;
}
