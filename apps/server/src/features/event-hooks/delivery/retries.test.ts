import { expect, test } from 'vitest';
import { findRetryDelayMs, RETRY_DELAYS_S } from './retries.ts';

const HOUR_MS = 3_600_000;
const delayAfter = (attempts: number, ageMs = 0, chance = 0) =>
  findRetryDelayMs({ attempts, queuedAt: 0 }, ageMs, chance);

test('[W-390] delays grow from 5 s to 12 h and last about a day in all', () => {
  const delays = RETRY_DELAYS_S.map((_delay, at) => delayAfter(at + 1) ?? 0);
  expect(delays[0]).toBe(5000);
  expect(delays.at(-1)).toBe(12 * HOUR_MS);
  expect(delays).toEqual(delays.toSorted((one, other) => one - other));
  const total = delays.reduce((sum, delay) => sum + delay, 0);
  expect(total).toBeGreaterThan(20 * HOUR_MS);
  expect(total).toBeLessThan(24 * HOUR_MS);
});

test('[W-390] a delay gets at most a fifth more by chance', () => {
  expect(delayAfter(1, 0, 1)).toBe(6000);
  expect(delayAfter(1, 0, 0.5)).toBe(5500);
});

test('[W-390] an event is dead after nine attempts, or after a failure when it has waited for a day', () => {
  expect(delayAfter(8)).not.toBeNull();
  expect(delayAfter(9)).toBeNull();
  expect(delayAfter(1, 24 * HOUR_MS - 1)).not.toBeNull();
  expect(delayAfter(1, 24 * HOUR_MS)).toBeNull();
});
