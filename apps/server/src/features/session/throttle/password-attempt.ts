import { ACCOUNT_THROTTLE, ADDRESS_THROTTLE } from '@waymark/domain/account/throttle';
import type { Change } from '../../../platform/database/change.ts';
import type { Database } from '../../../platform/database/database.ts';
import { addressKey } from '../../../platform/http/limits/address-key.ts';
import { systemOrigin, type Call } from '../../../platform/http/call.ts';
import {
  accountKey,
  forgetAttempts,
  forgiveAttempt,
  forgiveRefused,
  throttle,
  type Throttled,
} from './attempts.store.ts';
import { verifyPassword } from '../passwords/passwords.ts';
import type { Turn } from './turn-queue.ts';

interface ShownPassword {
  readonly email: string;
  readonly stored: string | undefined;
  readonly password: string;
  readonly turn: Turn;
}

const keyOfAddress = ({ address }: Call) => `address:${addressKey(address)}`;

function throttledBy(call: Call, email: string): Throttled {
  return {
    work: 'sign-in',
    keys: [
      [keyOfAddress(call), ADDRESS_THROTTLE],
      [accountKey(email), ACCOUNT_THROTTLE],
    ],
  };
}

/** Counts an attempt to show an account's password, for the account and for the address; refuses one that is too early. */
export function countPasswordAttempt(database: Database, call: Call, email: string): Promise<void> {
  return throttle(database, call, throttledBy(call, email));
}

/** Compares the password of a counted attempt; an attempt that the hashing queue refuses no longer counts. */
export function comparePassword(
  database: Database,
  call: Call,
  { email, stored, password, turn }: ShownPassword,
): Promise<boolean> {
  return verifyPassword(stored, password, turn).catch(async (error: unknown) => {
    await database.change(systemOrigin('sign-in', call), (change) => forgiveRefused(change, throttledBy(call, email)));
    throw error;
  });
}

/** The password was right, and a code is still to come: the address is innocent, the account stays counted. */
export async function settleFirstStep(change: Change, call: Call): Promise<void> {
  await forgiveAttempt(change, keyOfAddress(call));
}

/** The password was right. */
export async function settleAttempt(change: Change, call: Call, email: string): Promise<void> {
  await forgetAttempts(change, accountKey(email));
  await forgiveAttempt(change, keyOfAddress(call));
}
