import { describe, expect, it } from 'vitest';
import { weldsOf } from '../settings.ts';
import { findWeldInterval } from './weld-interval.ts';

const every = (gap: number, count: number): number[] => Array.from({ length: count }, (_, at) => 1000 + at * gap);

describe('findWeldInterval', () => {
  it('[S-043, S-112] measures over 2, 5 or 10 welds', () => {
    expect(([1, 2, 3] as const).map(weldsOf)).toEqual([2, 5, 10]);
    const faster = [...every(4000, 12), 48_500, 52_000];
    expect([2, 5, 10].map((count) => findWeldInterval(faster, count))).toEqual([3500, 3750, 35_000 / 9]);
  });

  it('returns null before the second weld, or before the third if more than two are requested', () => {
    expect([[], [7], [1000, 5000]].map((hits) => findWeldInterval(hits, 5))).toEqual([null, null, null]);
    expect([findWeldInterval([1000, 5000], 2), findWeldInterval([1000, 5000, 9000], 10)]).toEqual([4000, 4000]);
    expect(findWeldInterval([1000, 5000, 6900], 5)).toBeNull();
  });

  it('ignores rear cups that are heard now and then', () => {
    const hits = every(4000, 8).flatMap((at, index) => (index % 3 === 0 ? [at, at + 700] : [at]));
    expect(findWeldInterval(hits, 5)).toBe(4000);
  });

  it('bridges up to two welds that were not heard', () => {
    const heard = every(4000, 12).filter((_, at) => at !== 8 && at !== 5 && at !== 6);
    expect(findWeldInterval(heard, 10)).toBe(4000);
  });

  it('skips a gap that is no whole number of intervals, or too long', () => {
    expect(findWeldInterval([...every(4000, 6), 26_800], 5)).toBe(4000);
    expect(findWeldInterval([...every(4000, 6), 21_000 + 20_000, 45_000], 5)).toBe(4000);
  });
});
