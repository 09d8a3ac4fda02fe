import { expect, test } from 'vitest';
import { isOldCommand } from './age.ts';

const MINUTE = 60_000;
const QUEUED_AT = Date.UTC(2026, 2, 18);

test.each<[string, number | null, number | null, number]>([
  ['Active', 0, 7, 30],
  ['without a report', null, null, 30],
  ['asleep for half an hour', 2, 0, 80],
  ['asleep for four hours', 1, 3, 500],
  ['asleep for a day', 2, 7, 2900],
])('a command of a device %s is old after two of its wake-ups', (_, powerMode, schedule, minutes) => {
  expect(isOldCommand(QUEUED_AT, powerMode, schedule, QUEUED_AT + minutes * MINUTE)).toBe(false);
  expect(isOldCommand(QUEUED_AT, powerMode, schedule, QUEUED_AT + minutes * MINUTE + 1)).toBe(true);
});
