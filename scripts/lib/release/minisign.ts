// Signs a file as minisign does (https://jedisct1.github.io/minisign/): Ed25519 over the BLAKE2b-512 of the file. Reads the secret
// keys that `minisign -G` writes, with a password or without (`-W`).
import { createHash, createPrivateKey, createPublicKey, scryptSync, sign, type KeyObject } from 'node:crypto';
import fs from 'node:fs';
import { fail } from '../fail.mjs';

/** A seed of 32 bytes behind this is an Ed25519 key in PKCS 8. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

const KEY_BYTES = 158;
const HEAD_BYTES = 54;
const SECRET_BYTES = 104;
const SALT = [6, 38] as const;

interface SigningKey {
  /** 8 bytes, by which a signature names its key. */
  readonly id: Buffer;
  readonly secret: KeyObject;
  /** 32 bytes. */
  readonly open: Buffer;
}

/** The parameters that libsodium derives from the limits in the file. */
function chooseScrypt(operations: number, memory: number) {
  const r = 8;
  const limit = Math.max(32_768, operations);
  const most = limit < memory / 32 ? limit / (r * 4) : memory / (r * 128);
  let power = 1;
  while (power < 62 && 2 ** power <= most / 2) power += 1;
  const N = 2 ** power;
  const p = limit < memory / 32 ? 1 : Math.max(1, Math.floor(Math.min(0x3f_ff_ff_ff, limit / 4 / N) / r));
  return { N, r, p, maxmem: 128 * N * r + 128 * r * p + 2 ** 24 };
}

function unlock(bytes: Buffer, password: string | undefined): Buffer {
  const method = bytes.toString('latin1', 2, 4);
  const locked = bytes.subarray(HEAD_BYTES, HEAD_BYTES + SECRET_BYTES);
  if (method === '\0\0') return locked;
  if (method !== 'Sc') fail('The signing key is locked in a way that is not known: use one of minisign.');
  if (password === undefined) fail('The signing key has a password: set WAYMARK_SIGNING_PASSWORD.');
  const [operations, memory] = [bytes.readBigUInt64LE(38), bytes.readBigUInt64LE(46)];
  const scrypt = chooseScrypt(Number(operations), Number(memory));
  const stream = scryptSync(password, bytes.subarray(...SALT), SECRET_BYTES, scrypt);
  return Buffer.from(locked.map((byte, at) => byte ^ (stream[at] ?? 0)));
}

/** The second line of the file: an untrusted comment stands above it. */
export function readSigningKey(text: string, password: string | undefined): SigningKey {
  const bytes = Buffer.from(text.split('\n')[1] ?? '', 'base64');
  if (bytes.length !== KEY_BYTES || bytes.toString('latin1', 0, 2) !== 'Ed')
    fail('This is no secret key of minisign: make one with minisign -G.');
  const plain = unlock(bytes, password);
  const [id, seed, open] = [plain.subarray(0, 8), plain.subarray(8, 40), plain.subarray(40, 72)];
  const secret = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
  const derived = createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32);
  if (!derived.equals(open)) fail('The password of the signing key is wrong, or the key is damaged.');
  return { id, secret, open };
}

/** As `minisign` prints it: the number is written from its last byte. */
const nameKey = ({ id }: SigningKey): string => Buffer.from(id.toReversed()).toString('hex').toUpperCase();

/** The line that users verify with: `minisign -V -P LINE -m FILE`. */
export const writePublicKey = ({ id, open }: Pick<SigningKey, 'id' | 'open'>): string =>
  Buffer.concat([Buffer.from('Ed'), id, open]).toString('base64');

function hashFile(file: string): Buffer {
  const hash = createHash('blake2b512');
  const handle = fs.openSync(file, 'r');
  try {
    const part = Buffer.alloc(2 ** 20);
    for (let read = fs.readSync(handle, part); read > 0; read = fs.readSync(handle, part))
      hash.update(part.subarray(0, read));
  } finally {
    fs.closeSync(handle);
  }
  return hash.digest();
}

/** `trusted` is signed too. It must be one line. */
export function signFile(file: string, key: SigningKey, trusted: string): string {
  const signature = sign(null, hashFile(file), key.secret);
  const whole = sign(null, Buffer.concat([signature, Buffer.from(trusted)]), key.secret);
  return [
    `untrusted comment: signature from minisign secret key ${nameKey(key)}`,
    Buffer.concat([Buffer.from('ED'), key.id, signature]).toString('base64'),
    `trusted comment: ${trusted}`,
    whole.toString('base64'),
    '',
  ].join('\n');
}
