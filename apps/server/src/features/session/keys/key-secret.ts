import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { KEY_PREFIX, WALLBOARD_PREFIX } from '@waymark/contract/key-scopes';

// A key is wmk_<12 letters and digits that find its row>_<256 random bits>, the token of a wallboard begins with wmw_. It cannot be guessed whatever a hash costs,
// so a plain SHA-256 is enough.

const LOOKUP_LENGTH = 12;
const LOOKUP_BYTES = 8;
const SECRET_BYTES = 32;
const FORM = new RegExp(`^(?:${KEY_PREFIX}|${WALLBOARD_PREFIX})([0-9a-z]{${LOOKUP_LENGTH}})_[\\w-]{43}$`);
const NO_HASH = Buffer.alloc(32);

/** For a program, or for a wallboard. */
export type KeyKind = 'key' | 'wallboard';

const PREFIXES: Readonly<Record<KeyKind, string>> = { key: KEY_PREFIX, wallboard: WALLBOARD_PREFIX };

interface NewKey {
  readonly key: string;
  readonly lookup: string;
  readonly hash: Buffer;
}

export function makeKey(kind: KeyKind = 'key'): NewKey {
  const number = randomBytes(LOOKUP_BYTES).readBigUInt64BE();
  const lookup = number.toString(36).padStart(LOOKUP_LENGTH, '0').slice(-LOOKUP_LENGTH);
  const key = `${describePrefix(lookup, kind)}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { key, lookup, hash: hashKey(key) };
}

function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** Whether a token claims to be an API key or that of a wallboard. */
export function isKey(token: string): boolean {
  return token.startsWith(KEY_PREFIX) || token.startsWith(WALLBOARD_PREFIX);
}

/** The part that finds the row of a key; undefined: no key has this form. */
export function readLookup(key: string): string | undefined {
  return FORM.exec(key)?.[1];
}

/** Takes as long without a hash (unknown key) as for a wrong secret, so that timing reveals nothing. */
export function isSecretOf(key: string, hash: Buffer | undefined): boolean {
  const isSame = timingSafeEqual(hashKey(key), hash ?? NO_HASH);
  return hash !== undefined && isSame;
}

export function describePrefix(lookup: string, kind: KeyKind = 'key'): string {
  return `${PREFIXES[kind]}${lookup}`;
}
