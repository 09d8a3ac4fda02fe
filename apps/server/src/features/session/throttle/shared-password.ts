import type { Database } from '../../../platform/database/database.ts';
import { systemOrigin, type Call } from '../../../platform/http/call.ts';
import { runAttempt } from './attempt-queue.ts';
import { comparePassword, countPasswordAttempt, settleAttempt } from './password-attempt.ts';

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
