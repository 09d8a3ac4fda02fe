import { expect, test } from 'vitest';
import { isShutdownShown, isWakeUpShown } from './wake-up.ts';

const now = Date.UTC(2026, 2, 18, 0, 30, 5);

test('an expected wake-up is shown while it is in the future', () => {
  expect(isWakeUpShown('2026-03-18 00:30:06', now)).toBe(true);
  expect(isWakeUpShown('2026-03-18 00:30:05', now)).toBe(false);
  expect(isWakeUpShown(null, now)).toBe(false);
  expect(isWakeUpShown('soon', now)).toBe(false);
});

test('a shutdown is shown while the device is not connected', () => {
  expect(isShutdownShown('2026-03-17 22:58:41', false)).toBe(true);
  expect(isShutdownShown('2026-03-17 22:58:41', true)).toBe(false);
  expect(isShutdownShown(null, false)).toBe(false);
});
