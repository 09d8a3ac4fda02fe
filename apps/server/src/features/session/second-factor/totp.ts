import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

// Time-based one-time passwords (RFC 6238) as authenticator apps compute them: SHA-1, 30 s, 6 digits.

const STEP_S = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** A code of the step before and after is accepted too: clocks differ, and a user needs time to type. */
const DRIFT_STEPS = 1;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 without padding (RFC 4648), the form in which apps take secrets. */
export function toBase32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => ALPHABET.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('');
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

export function makeTotpSecret(): string {
  return toBase32(randomBytes(SECRET_BYTES));
}

function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

/** The time step whose code this is; undefined: of none that is accepted now. */
export function findStep(secret: string, code: string, nowMs: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const now = Math.floor(nowMs / 1000 / STEP_S);
  const given = Buffer.from(code);
  const steps = Array.from({ length: 2 * DRIFT_STEPS + 1 }, (_, at) => now - DRIFT_STEPS + at);
  return steps.filter((step) => timingSafeEqual(Buffer.from(codeOf(secret, step)), given)).at(-1);
}

/** The address that an authenticator app reads, as a link or from a picture. */
export function writeOtpAddress(secret: string, account: string, installation: string): string {
  const label = encodeURIComponent(`Waymark ${installation}:${account}`);
  const query = new URLSearchParams({ secret, issuer: `Waymark ${installation}`, digits: String(DIGITS) });
  return `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`;
}
