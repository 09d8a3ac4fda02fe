import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { hashMosquittoPassword } from './mosquitto-config.ts';

// Passwords of devices and relays are 256 random bits that the server generates. They cannot be guessed whatever the
// hash costs, so a plain SHA-256 is enough and keeps thousands of reconnects cheap.

const PASSWORD_BYTES = 32;
const MESSAGE_KEY_BYTES = 24;
const BROKER_SALT_BYTES = 12;
const NO_HASH = Buffer.alloc(32);

export function makePassword(): string {
  return randomBytes(PASSWORD_BYTES).toString('base64url');
}

export function hashPassword(password: string): Buffer {
  return createHash('sha256').update(password).digest();
}

/** The hash for an external broker, stored at once because it cannot be computed from the SHA-256 later. */
export function hashForBroker(password: string): string {
  return hashMosquittoPassword(password, randomBytes(BROKER_SALT_BYTES));
}

/** Takes as long without a hash (unknown client) as for a wrong password, so that timing reveals nothing. */
export function isPassword(password: string, hash: Buffer | undefined): boolean {
  const isSame = timingSafeEqual(hashPassword(password), hash ?? NO_HASH);
  return hash !== undefined && isSame;
}

/** The key in hex, as the person who configures the device gets it. */
export function makeMessageKey(): string {
  return randomBytes(MESSAGE_KEY_BYTES).toString('hex');
}
