import { expect, it } from 'vitest';
import { describeAge } from './age.ts';

const now = Date.UTC(2026, 2, 18, 0, 6, 51);

it.each([
  ['2026-03-18 00:06:51', 'now'],
  ['2026-03-18 00:05:52', 'now'],
  ['2026-03-18 00:03:59', '2 min'],
  ['2026-03-17 23:06:51', '1 h'],
  ['2026-03-17 22:58:03', '1 h 8 min'],
  ['2026-03-16 00:06:51', '2 d'],
  ['2026-03-15 20:06:51.123', '2 d 3 h'],
  ['2026-03-18 00:30:05', 'in 23 min'],
  ['2026-03-18 02:58:00', 'in 2 h 51 min'],
  ['never', ''],
  [null, ''],
])('describes %j as %j', (text, words) => {
  expect(describeAge(text, now)).toBe(words);
});
