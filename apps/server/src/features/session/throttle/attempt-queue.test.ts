import { expect, test } from 'vitest';
import { RecentFailures } from './attempt-queue.ts';

test('counts the failures of an address for ten minutes and takes one back for a success', () => {
  const failures = new RecentFailures();
  for (let n = 0; n < 3; n += 1) failures.add('a', 1000);
  expect([failures.count('a', 2000), failures.count('b', 2000)]).toEqual([3, 0]);
  failures.forgive('a');
  failures.forgive('b');
  expect([failures.count('a', 2000), failures.count('a', 601_000)]).toEqual([2, 0]);
  failures.add('a', 700_000);
  expect(failures.count('a', 700_000)).toBe(1);
});

test('remembers a bounded number of addresses and forgets the one that failed longest ago', () => {
  const failures = new RecentFailures();
  for (let n = 0; n < 10_000; n += 1) failures.add(`address ${n}`, n);
  failures.add('address 0', 10_000);
  failures.add('one more', 10_000);
  expect(['address 0', 'address 1', 'one more'].map((address) => failures.count(address, 10_000))).toEqual([2, 0, 1]);
});
