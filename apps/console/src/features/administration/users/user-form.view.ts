import { checkNewPassword } from '@waymark/domain/account/password';
import { checkUserEmail, checkUserName, checkUserPhone, checkUserRole } from '@waymark/domain/account/user';
import { t } from '#/language/t.ts';
import type { People, Person, SentPerson } from './users.data.ts';

/** The values of the fields. */
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

type Check<Typed = string> = (typed: Typed) => string | null;

/** A check whose texts are said in the language of the page. */
export const said =
  <Typed>(check: Check<Typed>): Check<Typed> =>
  (typed) => {
    const text = check(typed);
    return text === null ? null : t(text);
  };

type Stored = Pick<Person, 'phone'> | null;

/** A phone for text messages may be longer than this form allows; an unchanged one is kept, and is not sent. */
const isKeptPhone = (phone: string, stored: Stored) => phone !== '' && phone === stored?.phone;

/** The validation of each field; a password is optional. */
export function rulesOf(people: People, stored: Stored) {
  const role: Check<string | null> = people.kind === 'staff' ? () => null : checkUserRole;
  const password: Check = (text) => (text === '' ? null : checkNewPassword(text));
  const phone: Check = (text) => (isKeptPhone(text, stored) ? null : checkUserPhone(text));
  return {
    name: said(checkUserName),
    email: said(checkUserEmail),
    phone: said(phone),
    role: said(role),
    password: said(password),
  };
}

/** Requires fields that have passed the validation. */
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

function describeStored(field: StoredField, value: string | null): string {
  if (value === null) return t('none');
  return field === 'role' ? t(value) : value;
}

/** The value that another user has stored, for each field with a different entry. */
export type Conflicts = Partial<Readonly<Record<StoredField, string>>>;

interface Merge {
  /** The values when the form was opened. */
  readonly before: UserForm;
  readonly typed: UserForm;
  /** The values that another user has saved meanwhile. */
  readonly stored: UserForm;
}

/** Untouched fields take the stored values; changed ones keep the entry, and the stored value is shown beside it. */
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
    conflicts: Object.fromEntries(
      disputed.map((field) => [field, t('Stored now: {value}', { value: describeStored(field, stored[field]) })]),
    ),
  };
}

/** The message of the form after another user has saved first. */
export function explainChangedUser(conflicts: Conflicts): string {
  const isDisputed = Object.keys(conflicts).length > 0;
  return isDisputed
    ? t(
        'Somebody has changed this user meanwhile. What is stored now stands at the fields; save again to replace it with yours.',
      )
    : t(
        'Somebody has changed this user meanwhile. The form now has what is stored, with your changes; save again to keep both.',
      );
}
