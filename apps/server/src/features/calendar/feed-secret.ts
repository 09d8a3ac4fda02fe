import { createHash, randomBytes } from 'node:crypto';

// The secret of a feed is 256 random bits. It cannot be guessed whatever a hash costs, so a plain SHA-256 is enough.

const SECRET_BYTES = 32;
/** Some calendar programs accept only addresses that end like a file. */
const ENDING = '.ics';
const FORM = /^[\w-]{43}$/;

const hash = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export function makeFeedSecret(): { readonly file: string; readonly hash: Buffer } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { file: `${secret}${ENDING}`, hash: hash(secret) };
}

/** null: no feed has this form. */
export function hashFeedSecret(file: string): Buffer | null {
  const secret = file.endsWith(ENDING) ? file.slice(0, -ENDING.length) : file;
  return FORM.test(secret) ? hash(secret) : null;
}
