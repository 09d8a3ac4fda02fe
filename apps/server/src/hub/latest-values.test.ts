import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LatestValues } from './latest-values.ts';

test('drain returns the newest value of each key, in the order of those values', () => {
  const values = new LatestValues<string>();
  for (const [key, value] of [
    ['a', 'a1'],
    ['b', 'b1'],
    ['a', 'a2'],
    ['c', 'c1'],
  ] as const)
    values.put(key, value);
  expect(values.drain()).toEqual(['b1', 'a2', 'c1']);
});

test('drain removes the values that it returns', () => {
  const values = new LatestValues<number>();
  values.put('a', 1);
  values.drain();
  expect(values.size).toBe(0);
  expect(values.drain()).toEqual([]);
});

test('drain returns each key once, with its last value, in the order of the last puts, for any puts', () => {
  const puts = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer()));
  fc.assert(
    fc.property(puts, (entries) => {
      const values = new LatestValues<readonly [string, number]>();
      for (const entry of entries) values.put(entry[0], entry);
      const lasts = entries.filter(([key], at) => entries.findLastIndex(([other]) => other === key) === at);
      expect(values.drain()).toEqual(lasts);
    }),
  );
});
