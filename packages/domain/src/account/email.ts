import { markTexts } from '../language/translate.ts';
import { hasHiddenControls } from '../text/names.ts';

// The shared email pattern of login, reset and user forms. All limits are inclusive.
const MIN_LENGTH = 6;
const MAX_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;
const PATTERN = /^[^\s@"(),:;<>[\\\]]+@(?:[\p{L}\p{Nd}](?:[\p{L}\p{Nd}-]*[\p{L}\p{Nd}])?\.)+[\p{L}\p{Nd}]{2,}$/u;

export const EMAIL_TEXTS = markTexts({ invalid: 'Invalid email', missing: 'Email is missing' });

export function isValidEmail(email: string): boolean {
  if (email.length < MIN_LENGTH || email.length > MAX_LENGTH) return false;
  if (email.indexOf('@') > MAX_LOCAL_LENGTH) return false;
  return PATTERN.test(email) && !email.includes('..') && !email.startsWith('.') && !hasHiddenControls(email);
}

/** Canonical form for comparing accounts: letter case does not matter. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}
