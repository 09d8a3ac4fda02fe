import { expect, test } from 'vitest';
import { CallLimit } from './call-limit.ts';

test('CallLimit counts each key for a minute and returns the seconds to wait', () => {
  let now = 1_000_000;
  const limit = new CallLimit(2, () => now);
  expect([limit.count('a'), limit.count('a'), limit.count('a'), limit.count('b')]).toEqual([0, 0, 60, 0]);
  now += 59_500;
  expect(limit.count('a')).toBe(1);
  now += 500;
  expect([limit.count('a'), limit.count('a'), limit.count('a')]).toEqual([0, 0, 60]);
});

test('CallLimit resets its counts when very many addresses call', () => {
  const limit = new CallLimit(1, () => 0);
  limit.count('a');
  expect(limit.count('a')).toBeGreaterThan(0);
  for (let index = 0; index < 100_000; index++) limit.count(`other ${index}`);
  expect(limit.count('a')).toBe(0);
});

test('CallLimit with a limit of 0 allows every call', () => {
  const limit = new CallLimit(0);
  for (let sent = 0; sent < 10; sent++) expect(limit.count('a')).toBe(0);
});
