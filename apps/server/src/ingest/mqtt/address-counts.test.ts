import { expect, it } from 'vitest';
import { AddressCounts } from './address-counts.ts';

it('[W-053] counts open and pending connections of each address', () => {
  const counts = new AddressCounts({ maxPerAddress: 3, maxPendingPerAddress: 2 });
  const [first, second] = [counts.add('a'), counts.add('a')];
  expect([counts.isFull('a'), counts.isFull('b')]).toEqual([true, false]);
  first.signedIn();
  expect(counts.isFull('a')).toBe(false);
  second.signedIn();
  const third = counts.add('a');
  third.signedIn();
  expect(counts.isFull('a')).toBe(true);
  second.ended();
  expect(counts.isFull('a')).toBe(false);
});

it('counts a connection that ends before its sign-in, or signs in twice, once', () => {
  const counts = new AddressCounts({ maxPerAddress: 0, maxPendingPerAddress: 1 });
  const pending = counts.add('a');
  pending.ended();
  const other = counts.add('a');
  other.signedIn();
  other.signedIn();
  expect(counts.isFull('a')).toBe(false);
  counts.add('a');
  expect(counts.isFull('a')).toBe(true);
});
