import type { Database } from '../../platform/database/database.ts';
import { systemOrigin, type Call } from '../../platform/http/call.ts';
import { runAttempt } from './throttle/attempt-queue.ts';
import { comparePassword, countPasswordAttempt, settleAttempt } from './throttle/password-attempt.ts';

// Other features call these inside their change.

export { mailEmailChange } from './account-news.ts';
export { confirmCaller } from './confirm-caller.ts';
export { endKeysOfCompany } from './keys/keys.store.ts';
export { hashPassword } from './passwords/passwords.ts';
export { replacePassword, restartPassword, startPassword, type NewPassword } from './passwords/password.service.ts';
export { deleteFactors } from './second-factor/second-factor.store.ts';
export { endSessions } from './session.store.ts';

interface SharedPassword {
  /** Names what the password opens; attempts are counted for it and for the address, as those to sign in are. */
  readonly account: string;
  readonly stored: string;
  readonly password: string;
  /** Thrown when the password is wrong. */
  readonly refusal: () => Error;
}

/** Compares a password that opens one thing and belongs to no user. */
export function checkSharedPassword(
  database: Database,
  call: Call,
  { account, stored, password, refusal }: SharedPassword,
): Promise<void> {
  return runAttempt(call.address, async (turn) => {
    await countPasswordAttempt(database, call, account);
    const matches = await comparePassword(database, call, { email: account, stored, password, turn });
    if (!matches) throw refusal();
    await database.change(systemOrigin('shared password', call), (change) => settleAttempt(change, call, account));
  });
}
