import type { Decoded } from '../decode-failure.ts';

// Damage on links: truncation, flipped bits, added bytes.

export function* truncate(bytes: Uint8Array): Generator<Uint8Array> {
  for (let length = 0; length < bytes.length; length++) yield bytes.slice(0, length);
}

export function* flipBits(bytes: Uint8Array): Generator<Uint8Array> {
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped = bytes.slice();
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    yield flipped;
  }
}

export function lengthen(bytes: Uint8Array, by = 1): Uint8Array {
  const longer = new Uint8Array(bytes.length + by);
  longer.set(bytes);
  return longer;
}

export interface DamageTally {
  readonly values: number;
  readonly failures: number;
}

/** Decodes every damaged form; an exception fails the test. */
export function tallyDamage(forms: Iterable<Uint8Array>, decode: (bytes: Uint8Array) => Decoded<unknown>): DamageTally {
  let values = 0;
  let failures = 0;
  for (const form of forms) {
    const decoded = decode(form);
    if (decoded.ok) values++;
    else if (decoded.failure.reason.length > 0) failures++;
  }
  return { values, failures };
}
