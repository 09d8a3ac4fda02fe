import { expect, test } from 'vitest';
import { ANSWER, describeAnswer, REJECTION } from './answers.ts';

test('an accepted command has no text', () => {
  expect(describeAnswer(ANSWER.accepted, 0)).toBeNull();
});

test.each<[string, number, number, string]>([
  ['an old firmware', 1, REJECTION.tooOldFirmware, 'Its firmware is too old for this command.'],
  ['what has expired', 1, REJECTION.expired, 'The command had expired.'],
  ['the other link', 1, REJECTION.otherLink, 'It does not take this command over its link.'],
  ['no time range', 1, REJECTION.notAWindow, 'The time range is not valid.'],
  ['too long a range', 1, REJECTION.windowTooLong, 'The time range is too long.'],
  ['a new firmware', 1, REJECTION.retired, 'Its firmware no longer knows this command.'],
  ['no reason', 1, 0, 'The device gives no reason that is known (0).'],
  ['a reason of later firmware', 1, 200, 'The device gives no reason that is known (200).'],
  ['another key', 2, 0, 'The device could not verify who sent it.'],
  ['too much to do', 3, 0, 'The device is busy.'],
])('a refusal for %s has a text', (_, status, detail, expected) => {
  expect(describeAnswer(status, detail)).toBe(expected);
});

test('rejection numbers are unique', () => {
  const numbers = Object.values(REJECTION);
  expect(new Set(numbers).size).toBe(numbers.length);
});
