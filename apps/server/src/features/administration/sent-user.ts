import { NEW_ID, NEW_USER_GROUP } from '@waymark/contract/routes/users';
import { checkUserEmail, checkUserName, checkUserPhone, USER_TEXTS } from '@waymark/domain/account/user';
import { problem } from '../../platform/http/problem.ts';

// What the calls that save people send. What is there has passed the rules of its field at the border.

export interface SentStaff {
  readonly id?: number | null | undefined;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly revision?: number | null | undefined;
}

export interface SentUser extends SentStaff {
  readonly group?: number | null | undefined;
  readonly role?: 'viewer' | 'admin' | undefined;
  readonly password?: string | undefined;
}

/** The number of the known one that is meant; null for a new one. */
export function readKnownId({ id, group }: Pick<SentUser, 'id' | 'group'>): number | null {
  return group === NEW_USER_GROUP || id === NEW_ID ? null : (id ?? null);
}

function refuse(path: string, message: string): never {
  throw problem('validation-failed', { detail: `${path}: ${message}`, errors: [{ path, message }] });
}

function demand(path: string, refusal: string | null): void {
  if (refusal !== null) refuse(path, refusal);
}

/** A new person needs all fields: one that was not sent counts as empty. */
export function readNewStaff({ name = '', email = '', phone = '' }: SentStaff) {
  demand('name', checkUserName(name));
  demand('email', checkUserEmail(email));
  demand('phone', checkUserPhone(phone));
  return { name, email, phone };
}

export function readNewUser(sent: SentUser) {
  const person = readNewStaff(sent);
  return { ...person, role: sent.role ?? refuse('role', USER_TEXTS.role) };
}
