import { markTexts } from '../language/translate.ts';

// The password rule shared by the console's forms and the server.
export const PASSWORD_TEXTS = markTexts({
  missing: 'Password is missing',
  invalid:
    'Invalid password - use at least 8 characters including at least 3 of the following 4 types of characters: a lower-case letter, an upper-case letter, a number, a special character (such as !@#$%^&*)',
  mismatch: 'Password does not match',
});

export const PASSWORD_MIN_LENGTH = 8;
const KINDS_NEEDED = 3;
const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}\s]/u];

export function isValidPassword(password: string): boolean {
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  return password.length >= PASSWORD_MIN_LENGTH && kinds >= KINDS_NEEDED;
}

/** The error text for a new password; null: valid. */
export function checkNewPassword(password: string): string | null {
  if (password === '') return PASSWORD_TEXTS.missing;
  return isValidPassword(password) ? null : PASSWORD_TEXTS.invalid;
}

/** The error text for the retyped password; null: it matches. */
export function checkRetypedPassword(password: string, retyped: string): string | null {
  return password === retyped ? null : PASSWORD_TEXTS.mismatch;
}
