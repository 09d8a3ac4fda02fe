import { mixBits } from './hash.ts';

// Slow, smooth variation as a pure function of the time, so that the order of the calls does not matter.

function readKnot(seed: number, knot: number): number {
  return (mixBits(seed ^ Math.imul(knot | 0, 0x9e3779b1)) / 0xffff_ffff) * 2 - 1;
}

/** A value from -1 to 1, with a new direction every `periodMs`. */
export function computeWander(seed: number, at: number, periodMs: number): number {
  const knot = Math.floor(at / periodMs);
  const share = at / periodMs - knot;
  const weight = share * share * (3 - 2 * share);
  return readKnot(seed, knot) * (1 - weight) + readKnot(seed, knot + 1) * weight;
}
