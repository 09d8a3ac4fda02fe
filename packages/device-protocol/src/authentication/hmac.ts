import { computeSha256 } from './sha256.ts';

const BLOCK_LENGTH = 64;

function concatenate(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

/** HMAC-SHA256 (RFC 2104): 32 bytes. */
export function computeHmac(key: Uint8Array, message: Uint8Array): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(BLOCK_LENGTH);
  block.set(key.length > BLOCK_LENGTH ? computeSha256(key) : key);
  const inner = computeSha256(concatenate(block.map((byte) => byte ^ 0x36), message));
  return computeSha256(concatenate(block.map((byte) => byte ^ 0x5c), inner));
}

/** Takes the same time wherever the bytes differ. */
export function areEqualBytes(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length;
  for (const [at, byte] of left.entries()) difference |= byte ^ (right[at] ?? 0);
  return difference === 0;
}
