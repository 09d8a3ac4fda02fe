import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMedian, SlidingMedian } from './median.ts';

const anyValues = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 60 });

describe('findMedian', () => {
  it('returns the middle value, or the mean of two', () => {
    expect(findMedian([3, 1, 2])).toBe(2);
    expect(findMedian([4, 1, 2, 3])).toBe(2.5);
    expect(findMedian([])).toBe(0);
  });

  it('the sliding median is that of the last values', () => {
    fc.assert(
      fc.property(anyValues, fc.integer({ min: 1, max: 20 }), (values, size) => {
        const sliding = new SlidingMedian(size);
        values.forEach((value, at) => {
          sliding.push(value);
          expect(sliding.measure()).toBe(findMedian(values.slice(Math.max(0, at + 1 - size), at + 1)));
        });
      }),
    );
  });
});
