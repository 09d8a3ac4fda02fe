import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinRanges, takeNumbers, type PacketRange } from './packet-ranges.ts';

const list = (ranges: readonly PacketRange[]) =>
  ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
const anyRange = fc
  .tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 9 }))
  .map(([first, more]): PacketRange => [first, first + more]);
const anyRanges = fc.array(anyRange, { maxLength: 8 });
const anyOf = fc.integer({ min: 0, max: 70 });

describe('packet ranges', () => {
  it('joined ranges contain each number of either once, in order, up to the last packet', () => {
    fc.assert(
      fc.property(anyRanges, anyRanges, anyOf, (some, others, of) => {
        const wanted = [...new Set(list([...some, ...others]))].filter((n) => n <= of);
        expect(list(joinRanges(some, others, of))).toEqual(wanted.toSorted((one, other) => one - other));
      }),
    );
  });

  it('numbers are taken from the front', () => {
    fc.assert(
      fc.property(anyRanges, fc.integer({ min: 0, max: 40 }), (some, count) => {
        const ranges = joinRanges(some, [], 100);
        const { taken, rest } = takeNumbers(ranges, count);
        expect(taken.length).toBe(Math.min(count, list(ranges).length));
        expect([...taken, ...list(rest)]).toEqual(list(ranges));
      }),
    );
  });
});
