import { describe, expect, it } from 'vitest';
import { HighPass } from './high-pass.ts';

/** The largest output of a tone of amplitude 1, once it has settled. */
function pass(frequencyHz: number): number {
  const filter = new HighPass(0.9);
  const outputs = Array.from({ length: 2000 }, (_, ms) =>
    filter.push(Math.sin((2 * Math.PI * frequencyHz * ms) / 1000)),
  );
  return Math.max(...outputs.slice(1000));
}

describe('a high-pass', () => {
  it('lets through what is fast, and hardly what is slow', () => {
    expect(pass(100)).toBeGreaterThan(0.9);
    expect(pass(2)).toBeLessThan(0.15);
  });

  it('takes away what does not change at all', () => {
    const filter = new HighPass(0.9);
    expect(Array.from({ length: 300 }, () => filter.push(0.5)).at(-1)).toBeCloseTo(0, 9);
  });
});
