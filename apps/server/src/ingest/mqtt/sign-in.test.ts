import { expect, it } from 'vitest';
import { FailedAttempts } from './sign-in.ts';

const NOW = 1_000_000;

function fail(attempts: FailedAttempts, times: number, username = '7', address = 'a'): void {
  for (let n = 0; n < times; n += 1) attempts.countFailure(address, username, NOW);
}

it('allows five wrong passwords, then doubles the wait up to five minutes', () => {
  const waits = [5, 6, 7, 8, 40].map((times) => {
    const attempts = new FailedAttempts();
    fail(attempts, times);
    const isFree = (afterMs: number): boolean => !attempts.isBlocked('a', '7', NOW + afterMs);
    return [0, 1_000, 2_000, 4_000, 300_000].find(isFree);
  });
  expect(waits).toEqual([0, 1_000, 2_000, 4_000, 300_000]);
});

it('blocks neither other clients of the address nor the client at another address', () => {
  const attempts = new FailedAttempts();
  fail(attempts, 20);
  expect([attempts.isBlocked('a', '8', NOW), attempts.isBlocked('b', '7', NOW)]).toEqual([false, false]);
});

it('blocks an address with very many failures, except for clients that have signed in from it', () => {
  const attempts = new FailedAttempts();
  attempts.countSuccess('a', 'good');
  for (let n = 0; n < 220; n += 1) fail(attempts, 1, `guess ${n}`);
  expect([attempts.isBlocked('a', 'new', NOW), attempts.isBlocked('a', 'good', NOW)]).toEqual([true, false]);
  expect(attempts.isBlocked('a', 'new', NOW + 10_000)).toBe(false);
});

it('[W-032] blocks an IPv6 network with very many failures as one address', () => {
  const attempts = new FailedAttempts();
  for (let n = 0; n < 220; n += 1) fail(attempts, 1, `guess ${n}`, `2001:db8:1:2::${n.toString(16)}`);
  expect([
    attempts.isBlocked('2001:db8:1:2:ffff::1', 'new', NOW),
    attempts.isBlocked('2001:db8:1:3::1', 'new', NOW),
  ]).toEqual([true, false]);
});

it('forgets failures after a success and after a pause', () => {
  const attempts = new FailedAttempts();
  fail(attempts, 30);
  attempts.countSuccess('a', '7');
  expect(attempts.isBlocked('a', '7', NOW)).toBe(false);
  fail(attempts, 30);
  attempts.countFailure('a', '7', NOW + 700_000);
  expect(attempts.isBlocked('a', '7', NOW + 700_000)).toBe(false);
});

it('remembers only the newest 20,000 entries', () => {
  const attempts = new FailedAttempts();
  fail(attempts, 6, 'first');
  for (let n = 0; n < 20_000; n += 1) attempts.countFailure(`address ${n}`, 'x', NOW);
  fail(attempts, 6, 'last');
  expect([attempts.isBlocked('a', 'first', NOW), attempts.isBlocked('a', 'last', NOW)]).toEqual([false, true]);
});
