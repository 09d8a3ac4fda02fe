import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bracketRows, findGroups, planSpans } from './plan-spans.ts';

const DAY = 86_400_000;
const day = (n: number, count: number) => ({ at: n * DAY, count });

test('a long range is split where its days fill a page; the time before the first day is its own span', () => {
  const days = [day(10, 5), day(11, 5), day(12, 90), day(20, 10), day(21, 1)];
  const cuts = planSpans({ from: 0, until: 30 * DAY }, days, 100).map(({ from, until }) => [from / DAY, until / DAY]);
  expect(cuts).toEqual([
    [0, 10],
    [10, 20],
    [20, 30],
  ]);
  expect(planSpans({ from: 0, until: DAY }, [], 100)).toEqual([{ from: 0, until: DAY }]);
});

const days = fc
  .uniqueArray(fc.record({ at: fc.nat(40), count: fc.nat(30) }), { selector: ({ at }) => at })
  .map((list) => list.toSorted((one, other) => one.at - other.at).map(({ at, count }) => day(at, count)));
const span = fc
  .tuple(fc.nat(20 * 24), fc.integer({ min: 1, max: 20 * 24 }))
  .map(([from, hours]) => ({ from: (from * DAY) / 24, until: ((from + hours) * DAY) / 24 }));

test('the spans cover the whole range, one after the other', () => {
  fc.assert(
    fc.property(span, days, fc.integer({ min: 1, max: 100 }), (whole, counts, rows) => {
      const spans = planSpans(whole, counts, rows);
      expect([spans[0]?.from, spans.at(-1)?.until]).toEqual([whole.from, whole.until]);
      expect(spans.every((each) => each.from < each.until)).toBe(true);
      expect(spans.slice(1).map((each) => each.from)).toEqual(spans.slice(0, -1).map((each) => each.until));
    }),
  );
});

test('a page is located by the counters: never after its first row, and with all of its rows if they are exact', () => {
  fc.assert(
    fc.property(days, fc.nat(300), fc.integer({ min: 1, max: 50 }), (counts, offset, limit) => {
      const whole = { from: 0, until: 60 * DAY };
      const { from, until } = bracketRows(whole, counts, { offset, limit, slack: 0 });
      const countIn = (part: typeof whole) =>
        counts.filter(({ at }) => at >= part.from && at < part.until).reduce((sum, { count }) => sum + count, 0);
      const skipped = countIn({ from: 0, until: from });
      expect(skipped).toBeLessThanOrEqual(offset);
      expect(skipped + countIn({ from, until })).toBeGreaterThanOrEqual(Math.min(countIn(whole), offset + limit));
    }),
  );
});

test('a slice of consecutive groups contains the groups that it touches', () => {
  const groups = [3, 0, 2, 4].map((count, at) => ({ at, count }));
  const find = (offset: number, limit: number) => {
    const { groups: found, skip } = findGroups(groups, { offset, limit });
    return [found.map(({ at }) => at), skip];
  };
  expect(find(0, 3)).toEqual([[0], 0]);
  expect(find(2, 2)).toEqual([[0, 2], 2]);
  expect(find(4, 1)).toEqual([[2], 1]);
  expect(find(4, 9)).toEqual([[2, 3], 1]);
  expect(find(9, 5)).toEqual([[], 0]);
});
