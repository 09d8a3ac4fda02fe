import { normaliseEmail } from '@waymark/domain/account/email';
import type { Database } from '../../platform/database/database.ts';
import { scopeOfCall, systemOrigin, type SignedInCall } from '../../platform/http/call.ts';
import { problem } from '../../platform/http/problem.ts';
import { checkCurrentPassword } from './passwords/current-password.ts';
import { hasSignedInLately } from './own-sessions.queries.ts';
import { settleAttempt } from './throttle/password-attempt.ts';
import { findPasswordUser } from './session.queries.ts';

export const RECENT_SIGN_IN_MINUTES = 10;

/**
 * Refuses a call of a token alone, which may be stolen: it needs the account's password, or for a user of an external
 * provider a recent sign-in.
 */
export async function confirmCaller(
  database: Database,
  call: SignedInCall,
  currentPassword: string | undefined,
): Promise<void> {
  const { actor } = call;
  const reader = database.read(scopeOfCall(call));
  if ((await findPasswordUser(reader, actor)) === undefined) {
    if (!(await hasSignedInLately(reader, actor, RECENT_SIGN_IN_MINUTES))) throw problem('recent-sign-in-needed');
    return;
  }
  await checkCurrentPassword(database, call, currentPassword ?? '');
  await database.change(systemOrigin('password check', call), (change) =>
    settleAttempt(change, call, normaliseEmail(actor.email)),
  );
}
