import { markTexts } from '../language/translate.ts';
import { hasHiddenControls } from '../text/names.ts';
import { EMAIL_TEXTS, isValidEmail } from './email.ts';

// Validates the fields of a user for the console's forms and the server. The limits are inclusive.
export const USER_TEXTS = markTexts({
  name: 'Invalid Name',
  phone: 'Invalid Phone #: at least 10 characters, 7 to 15 of them digits, with spaces and + ( ) . - between them',
  role: 'Role required',
});

const MAX_NAME_LENGTH = 49;
const MIN_PHONE_LENGTH = 10;
/** A full international number with spaces and brackets: `+49 (0) 171 - 555 01 12`. */
const MAX_PHONE_LENGTH = 30;
/** The shortest numbers in use and the longest international ones (E.164), in digits. */
const [MIN_PHONE_DIGITS, MAX_PHONE_DIGITS] = [7, 15];

/** Names of people and companies: 1 to 49 characters of any script on one line; an emoji's code point counts as one. */
function isValidName(name: string): boolean {
  const { length } = Array.from(name.trim());
  return length >= 1 && length <= MAX_NAME_LENGTH && !hasHiddenControls(name);
}

/** 10 or more characters: 7 to 15 digits with the usual punctuation. */
function isValidPhone(phone: string): boolean {
  const written = phone.trim();
  if (written.length < MIN_PHONE_LENGTH || written.length > MAX_PHONE_LENGTH) return false;
  const { length: digits } = written.replaceAll(/\D/g, '');
  return /^\(?\+?[\d ().-]+$/.test(written) && digits >= MIN_PHONE_DIGITS && digits <= MAX_PHONE_DIGITS;
}

// Each check returns the error text, or null if valid.

export function checkUserName(name: string): string | null {
  return isValidName(name) ? null : USER_TEXTS.name;
}

export function checkUserEmail(email: string): string | null {
  if (email.trim() === '') return EMAIL_TEXTS.missing;
  return isValidEmail(email.trim()) ? null : EMAIL_TEXTS.invalid;
}

export function checkUserPhone(phone: string): string | null {
  return isValidPhone(phone) ? null : USER_TEXTS.phone;
}

export function checkUserRole(role: string | null): string | null {
  return role === 'viewer' || role === 'admin' ? null : USER_TEXTS.role;
}
