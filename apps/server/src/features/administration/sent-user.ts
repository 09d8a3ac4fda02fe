import { NEW_ID, NEW_USER_GROUP } from '@waymark/contract/routes/users';
import { checkUserEmail, checkUserName, checkUserPhone, USER_TEXTS } from '@waymark/domain/account/user';
import { problem } from '../../platform/http/problem.ts';

// The bodies of the calls that save users. The contract has already validated each field that is present.

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

/** The id of the user or company to edit; null to add a new one. */
export function readKnownId({ id, group }: Pick<SentUser, 'id' | 'group'>): number | null {
  return group === NEW_USER_GROUP || id === NEW_ID ? null : (id ?? null);
}

function refuse(path: string, message: string): never {
  throw problem('validation-failed', { detail: `${path}: ${message}`, errors: [{ path, message }] });
}

function demand(path: string, refusal: string | null): void {
  if (refusal !== null) refuse(path, refusal);
}

/** A new user needs all fields: a missing field counts as empty. */
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
