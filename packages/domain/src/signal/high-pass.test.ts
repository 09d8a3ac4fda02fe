import { describe, expect, it } from 'vitest';
import { HighPass } from './high-pass.ts';

/** The largest output for a tone of amplitude 1 after settling. */
function pass(frequencyHz: number): number {
  const filter = new HighPass(0.9);
  const outputs = Array.from({ length: 2000 }, (_, ms) =>
    filter.push(Math.sin((2 * Math.PI * frequencyHz * ms) / 1000)),
  );
  return Math.max(...outputs.slice(1000));
}

describe('HighPass', () => {
  it('passes high frequencies and suppresses low ones', () => {
    expect(pass(100)).toBeGreaterThan(0.9);
    expect(pass(2)).toBeLessThan(0.15);
  });

  it('removes a constant', () => {
    const filter = new HighPass(0.9);
    expect(Array.from({ length: 300 }, () => filter.push(0.5)).at(-1)).toBeCloseTo(0, 9);
  });
});
