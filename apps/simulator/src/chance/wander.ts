import { mixBits } from './hash.ts';

// Slow, smooth variation that depends on the time alone: whoever asks, in whatever order, sees the same.

function readKnot(seed: number, knot: number): number {
  return (mixBits(seed ^ Math.imul(knot | 0, 0x9e3779b1)) / 0xffff_ffff) * 2 - 1;
}

/** A value of -1 to 1 at an instant, with a new direction every `periodMs`. */
export function computeWander(seed: number, at: number, periodMs: number): number {
  const knot = Math.floor(at / periodMs);
  const share = at / periodMs - knot;
  const weight = share * share * (3 - 2 * share);
  return readKnot(seed, knot) * (1 - weight) + readKnot(seed, knot + 1) * weight;
}
