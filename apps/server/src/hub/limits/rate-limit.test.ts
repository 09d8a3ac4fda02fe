import { expect, test } from 'vitest';
import { RateLimit } from './rate-limit.ts';

test('RateLimit allows a burst, then a fixed rate per second', () => {
  const limit = new RateLimit({ burst: 3, perS: 2 }, 0);
  expect([1, 1, 1, 1].map((amount) => limit.take(amount, 0))).toEqual([true, true, true, false]);
  expect([1, 1, 1].map((amount) => limit.take(amount, 1000))).toEqual([true, true, false]);
});

test('RateLimit refills during a pause, up to the burst', () => {
  const limit = new RateLimit({ burst: 3, perS: 1 }, 0);
  limit.take(3, 0);
  expect(limit.isFull(2999)).toBe(false);
  expect(limit.isFull(3000)).toBe(true);
  expect(limit.take(4, 1_000_000)).toBe(false);
});

test('RateLimit neither refills nor loses anything when the clock goes back', () => {
  const limit = new RateLimit({ burst: 1, perS: 1 }, 10_000);
  expect([10_000, 5000, 5500, 6000].map((now) => limit.take(1, now))).toEqual([true, false, false, true]);
});
