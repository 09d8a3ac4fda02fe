import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';

/**
 * HMAC-SHA256 (RFC 2104): 32 bytes. The package is pure and synchronous, so it uses neither Node's modules nor the
 * asynchronous Web Crypto.
 */
export function computeHmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  return hmac(sha256, key, message);
}

/** Constant-time comparison. */
export function areEqualBytes(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length;
  for (const [at, byte] of left.entries()) difference |= byte ^ (right[at] ?? 0);
  return difference === 0;
}
