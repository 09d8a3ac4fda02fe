import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { msToNextSecond } from './second-tick.ts';

describe('waiting for the next second', () => {
  it.each([
    [0, 1000],
    [1, 999],
    [999, 1],
    [1_773_792_411_250, 750],
    [999.4, 1],
    [-250, 250],
  ])('from %d ms it is %d ms', (at, wait) => {
    expect(msToNextSecond(at)).toBe(wait);
  });

  it('ends in the next second whatever the start', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), (at) => {
        expect(Math.floor((at + msToNextSecond(at)) / 1000)).toBe(Math.floor(at / 1000) + 1);
      }),
    );
  });
});
