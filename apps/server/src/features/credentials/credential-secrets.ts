import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { hashMosquittoPassword } from './mosquitto-config.ts';

// Passwords of devices and relays are 256 random bits, made here and never chosen by a person. Guessing one is
// hopeless whatever the hash costs, so a plain SHA-256 is enough and keeps thousands of reconnects cheap.

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

/** As an external broker keeps it, which cannot be made from our own hash later. */
export function hashForBroker(password: string): string {
  return hashMosquittoPassword(password, randomBytes(BROKER_SALT_BYTES));
}

/** Takes as long for a client that does not exist (no hash) as for a wrong password. */
export function isPassword(password: string, hash: Buffer | undefined): boolean {
  const isSame = timingSafeEqual(hashPassword(password), hash ?? NO_HASH);
  return hash !== undefined && isSame;
}

/** Hex, as it is given to whoever sets the device up. */
export function makeMessageKey(): string {
  return randomBytes(MESSAGE_KEY_BYTES).toString('hex');
}
