import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listMissingRanges, type PacketRange } from './missing-ranges.ts';

describe('listMissingRanges', () => {
  test.each<[string, number[], number, PacketRange[]]>([
    ['none has come', [], 5, [[1, 5]]],
    ['all have come', [1, 2, 3], 3, []],
    ['there are none', [], 0, []],
    ['one in the middle', [1, 3], 3, [[2, 2]]],
    [
      'the first and the last',
      [2, 3],
      4,
      [
        [1, 1],
        [4, 4],
      ],
    ],
    [
      'several together',
      [1, 6],
      9,
      [
        [2, 5],
        [7, 9],
      ],
    ],
  ])('lists missing ranges: %s', (_, received, total, expected) => {
    expect(listMissingRanges(received, total, 200)).toEqual(expected);
  });

  test('returns at most a given number of ranges, from the front', () => {
    expect(listMissingRanges([2, 4, 6], 7, 2)).toEqual([
      [1, 1],
      [3, 3],
    ]);
  });

  test('missing and received packets together are all packets, each once', () => {
    const any = fc.tuple(fc.uniqueArray(fc.integer({ min: 1, max: 60 })), fc.integer({ min: 0, max: 60 }));
    fc.assert(
      fc.property(any, ([numbers, total]) => {
        const received = numbers.filter((n) => n <= total).toSorted((one, other) => one - other);
        const missing = listMissingRanges(received, total, 200).flatMap(([first, last]) =>
          Array.from({ length: last - first + 1 }, (_none, at) => first + at),
        );
        expect([...received, ...missing].toSorted((one, other) => one - other)).toEqual(
          Array.from({ length: total }, (_none, at) => at + 1),
        );
      }),
    );
  });
});
