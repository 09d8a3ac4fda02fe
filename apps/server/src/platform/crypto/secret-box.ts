import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_FILE = 'secret.key';

/** Seals secrets that are stored in the database (AES-256-GCM). */
export class SecretBox {
  readonly #key: Buffer;

  constructor(secret: string) {
    this.#key = createHash('sha256').update(secret).digest();
  }

  seal(text: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** Throws when the key differs or the bytes were changed. */
  open(sealed: Buffer): string {
    const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const opened = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    return opened.toString('utf8');
  }

  /** Derives a secret from the text and this key: deterministic, and independent per purpose. */
  derive(purpose: string, text: string): Buffer {
    const key = Buffer.from(hkdfSync('sha256', this.#key, '', purpose, 32));
    return createHmac('sha256', key).update(text).digest();
  }
}

/** No usable key exists; the message is for the operator. */
export class SecretKeyError extends Error {}

/**
 * Returns the configured key, otherwise the one in the data folder, created on first use. A database that was made with
 * another key gets no new one: the operator could mistake it for the right one.
 */
export async function loadSecret(
  configured: string | undefined,
  dataDir: string,
  { isFounded }: { readonly isFounded: boolean },
): Promise<string> {
  if (configured !== undefined) return configured;
  const file = path.join(dataDir, KEY_FILE);
  const secret = (await readKey(file)) ?? (isFounded ? undefined : await makeKey(file));
  if (secret === undefined)
    throw new SecretKeyError(
      `The key file ${file} is missing, and the database was made with a key: put that key there, or set WAYMARK_SECRET_KEY.`,
    );
  if (secret === '') throw new SecretKeyError(`The key file ${file} is empty: put the key of this database there.`);
  await chmod(file, 0o600);
  return secret;
}

async function readKey(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

/** Links the finished file into place: two simultaneous first starts read the same key. */
async function makeKey(file: string): Promise<string | undefined> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  const draft = path.join(folder, `.waymark-key-${randomBytes(4).toString('hex')}`);
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  return readKey(file);
}
