import { expect, test } from 'vitest';
import { canStream } from './streaming.ts';

test.each<[boolean, number | null, boolean]>([
  [false, null, true],
  [false, 0, true],
  [false, 1, true],
  [false, 2, true],
  [false, 3, false],
  [true, null, false],
  [true, 0, false],
  [true, 2, false],
  [true, 3, false],
])('[C-091] Bluetooth %s and last stream mode %s: streaming allowed %s', (bluetooth, lastStreamMode, expected) => {
  expect(canStream({ bluetooth, lastStreamMode })).toBe(expected);
});
