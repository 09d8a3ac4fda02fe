import { createHash, randomBytes } from 'node:crypto';

/** A secret for a cookie or a mailed link: 256 random bits as text. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Only this hash of a token is stored. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
