import { createHash, randomBytes } from 'node:crypto';
import { toBase32 } from './totp.ts';

// A recovery code stands for the authenticator app, once. 80 random bits cannot be found from their SHA-256.

const CODES = 10;
const CODE_BYTES = 10;

/** Codes in groups of four letters: ABCD-EFGH-IJKL-MNOP. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => toBase32(randomBytes(CODE_BYTES)).replaceAll(/(.{4})(?=.)/g, '$1-'));
}

const FORM = /^[A-Z2-7]{16}$/;

/** The stored hash of a typed code, in any letter case and grouping; undefined: it is no recovery code. */
export function hashRecoveryCode(typed: string): Buffer | undefined {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  return FORM.test(code) ? createHash('sha256').update(code).digest() : undefined;
}
