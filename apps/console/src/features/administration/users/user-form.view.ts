import { checkNewPassword } from '@waymark/domain/account/password';
import { checkUserEmail, checkUserName, checkUserPhone, checkUserRole } from '@waymark/domain/account/user';
import type { People, Person, SentPerson } from './users.data.ts';

/** What stands in the fields. */
export interface UserForm {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly role: string | null;
  readonly password: string;
  /** A new e-mail of one's own needs it. */
  readonly currentPassword: string;
}

export const EMPTY_USER: UserForm = { name: '', email: '', phone: '', role: null, password: '', currentPassword: '' };

export function toUserForm({
  name,
  email,
  phone,
  role = null,
}: Omit<Person, 'role'> & { readonly role?: string | null | undefined }): UserForm {
  return { name, email, phone, role, password: '', currentPassword: '' };
}

type Check = (text: string) => string | null;

type Stored = Pick<Person, 'phone'> | null;

/** A phone for text messages may be longer than this form takes; left alone it stays, and is not sent. */
const isKeptPhone = (phone: string, stored: Stored) => phone !== '' && phone === stored?.phone;

/** The rules of each field; a password may be left out. */
export function rulesOf(people: People, stored: Stored) {
  const role: (role: string | null) => string | null = people.kind === 'staff' ? () => null : checkUserRole;
  const password: Check = (text) => (text === '' ? null : checkNewPassword(text));
  const phone: Check = (text) => (isKeptPhone(text, stored) ? null : checkUserPhone(text));
  return { name: checkUserName, email: checkUserEmail, phone, role, password };
}

/** Of fields that have passed the rules. */
export function toSentPerson(
  { name, email, phone, role, password, currentPassword }: UserForm,
  stored: Stored,
): SentPerson {
  return {
    name: name.trim(),
    email: email.trim(),
    ...(!isKeptPhone(phone, stored) && { phone: phone.trim() }),
    role: role === 'admin' ? 'admin' : 'viewer',
    password,
    ...(currentPassword !== '' && { currentPassword }),
  };
}

const STORED_FIELDS = ['name', 'email', 'phone', 'role'] as const;
type StoredField = (typeof STORED_FIELDS)[number];

/** What somebody else has stored, beside a field in which something else was typed. */
export type Conflicts = Partial<Readonly<Record<StoredField, string>>>;

interface Merge {
  /** As the form was opened. */
  readonly before: UserForm;
  readonly typed: UserForm;
  /** As somebody else has saved it meanwhile. */
  readonly stored: UserForm;
}

/** Fields that were left alone take what is stored; what was typed stays, and the stored value is told beside it. */
export function mergeStored({ before, typed, stored }: Merge): {
  readonly values: UserForm;
  readonly conflicts: Conflicts;
} {
  const left = STORED_FIELDS.filter((field) => typed[field] === before[field]);
  const disputed = STORED_FIELDS.filter(
    (field) => !left.includes(field) && stored[field] !== before[field] && stored[field] !== typed[field],
  );
  return {
    values: { ...typed, ...Object.fromEntries(left.map((field) => [field, stored[field]])) },
    conflicts: Object.fromEntries(disputed.map((field) => [field, `Stored now: ${stored[field] ?? 'none'}`])),
  };
}

/** What the form says after somebody else was faster. */
export function explainChangedUser(conflicts: Conflicts): string {
  const isDisputed = Object.keys(conflicts).length > 0;
  return `Somebody has changed this user meanwhile. ${
    isDisputed
      ? 'What is stored now stands at the fields; save again to replace it with yours.'
      : 'The form now has what is stored, with your changes; save again to keep both.'
  }`;
}
