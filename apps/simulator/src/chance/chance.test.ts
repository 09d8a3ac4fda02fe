import { describe, expect, it } from 'vitest';
import { drawShare } from './hash.ts';
import { computeWander } from './wander.ts';

describe('drawShare', () => {
  it('returns the same share for the same text, and spreads others evenly', () => {
    const shares = Array.from({ length: 2000 }, (_, at) => drawShare(`device/${at}`));
    const counts = Array.from(
      { length: 10 },
      (_, tenth) => shares.filter((share) => Math.floor(share * 10) === tenth).length,
    );
    expect(drawShare('device/7')).toBe(shares[7]);
    for (const count of counts) {
      expect(count).toBeGreaterThan(140);
      expect(count).toBeLessThan(260);
    }
  });
});

describe('computeWander', () => {
  const PERIOD = 1000;
  const walk = Array.from({ length: 5000 }, (_, at) => computeWander(42, at * 10, PERIOD));

  it('stays between -1 and 1 and uses most of the range', () => {
    expect(Math.max(...walk)).toBeLessThanOrEqual(1);
    expect(Math.min(...walk)).toBeGreaterThanOrEqual(-1);
    expect(Math.max(...walk)).toBeGreaterThan(0.8);
    expect(Math.min(...walk)).toBeLessThan(-0.8);
  });

  it('changes without jumps', () => {
    for (const [at, value] of walk.entries()) expect(Math.abs(value - (walk[at - 1] ?? value))).toBeLessThan(0.04);
  });

  it('depends only on the time', () => {
    expect(computeWander(42, 12_340, PERIOD)).toBe(walk[1234]);
    expect(computeWander(43, 12_340, PERIOD)).not.toBe(walk[1234]);
  });
});
