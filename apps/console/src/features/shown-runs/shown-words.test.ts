import { exampleShownRun } from '@waymark/contract/runs/shown-run';
import { expect, it } from 'vitest';
import {
  describeConfirmed,
  describeHeard,
  describeProgress,
  describeShown,
  writeAge,
  type ShownRun,
} from './shown-words.ts';

const ZONE = 'America/Chicago';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** 22:00 of the day before, in the zone of the line. */
const NOW = Date.UTC(2026, 2, 18, 3);
const runOf = (part: Partial<ShownRun>): ShownRun => ({ ...exampleShownRun, ...part });

it.each([
  [-HOUR, '0 min'],
  [59 * MINUTE + 59_000, '59 min'],
  [HOUR, '1 h 00 min'],
  [48 * HOUR - 1, '47 h 59 min'],
  [48 * HOUR, '2 days'],
  [71 * HOUR, '2 days'],
])('an age of %d ms is said as %j', (age, words) => {
  expect(writeAge(age)).toBe(words);
});

it.each([
  ['set by a user', { confirmed: { name: null, at: NOW - 3 * HOUR } }, 'Set by hand 19:00 UTC-5 (3 h 00 min ago)'],
  ['of a run without a launch time', { confirmed: null, launchAt: null }, 'No launch time'],
  ['that nothing confirms', { confirmed: null }, ''],
])('[W-379] a place %s is said as %j', (_title, part, words) => {
  expect(describeConfirmed(runOf(part), NOW, ZONE)).toBe(words);
});

it('[W-379] a heard passage is said only if it is not verified, and newer than the last confirmation', () => {
  const confirmed = { name: 'AGM 02', at: NOW - HOUR };
  const hear = (at: number, isVerified: boolean) =>
    describeHeard(runOf({ confirmed, lastHeard: { name: 'AGM 03', at, isVerified } }), NOW, ZONE);
  expect(hear(NOW - 2 * HOUR, false)).toBe('');
  expect(hear(NOW - MINUTE, true)).toBe('');
  expect(hear(NOW - MINUTE, false)).toBe('Heard at AGM 03, 21:59 UTC-5, not verified');
});

it('a run that waits for its launch has the length of its line, and no way behind it', () => {
  const run = runOf({ status: 'waiting', launchAt: null, confirmed: null, end: null });
  expect(describeProgress(run, 'metric')).toBe('68.3 km');
  expect(describeShown(run, NOW, ZONE)).toBe('CLN-16-02, Cushing to Tulsa. Not launched. No launch time');
});
