import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  describeLaunchFault,
  describeManualFault,
  describeMarkerFault,
  describeReceiveFault,
} from '../words/refusals.ts';
import { manualPassage, type Run } from './run.ts';
import { heard, minute, NOW, straightRun } from './testing/straight-run.ts';
import { findEditFault, findLaunchFault, findManualFault, findReceiveFault, findVerifyFault } from './time-rules.ts';

/** M2 and M4 are verified. */
const run = straightRun({ passages: [heard(2, 20, 'M2', true), heard(4, 40, 'M4', true)] });

describe('findManualFault', () => {
  const wordsFor = (markerName: string, passageAt: number | null, other: Run = run, now = NOW) => {
    const fault = findManualFault(other, markerName, passageAt, now);
    return fault && describeManualFault(fault);
  };

  test.each<[string, string, number | null, string | null]>([
    ['[T-148] with an unreadable time', 'M3', null, 'Please enter valid Passage Time {YYYY-MM-DD HH:MM:SS}'],
    [
      '[T-149] at a marker that has a verified passage',
      'M2',
      minute(30),
      'This marker has previously verified passage',
    ],
    ['[T-142] [T-150] before the launch', 'M3', minute(-1), 'Manual passage Time is before Launch Time'],
    ['[T-142] at the launch itself', 'M3', minute(0), 'Manual passage Time is before Launch Time'],
    [
      '[T-145] [T-153] before one verified earlier on the line',
      'M3',
      minute(19),
      'Entered Time is before or equals to a previously verified psg',
    ],
    [
      '[T-145] [T-153] at the instant of one verified earlier on the line',
      'M3',
      minute(20),
      'Entered Time is before or equals to a previously verified psg',
    ],
    [
      '[T-146] [T-154] after one verified further on the line',
      'M3',
      minute(41),
      'Entered Time is ahead of a further Verified Psg',
    ],
    [
      '[T-146] [T-154] at the instant of one verified further on the line',
      'M3',
      minute(40),
      'Entered Time is ahead of a further Verified Psg',
    ],
    ['between the two', 'M3', minute(30), null],
    ['a millisecond after the earlier one', 'M3', minute(20) + 1, null],
    ['a millisecond before the further one', 'M3', minute(40) - 1, null],
    ['after one verified beyond the next marker', 'M1', minute(41), 'Entered Time is ahead of a further Verified Psg'],
    ['after all others', 'M5', minute(41), null],
  ])('checks a manual passage %s', (_what, markerName, passageAt, words) => {
    expect(wordsFor(markerName, passageAt)).toBe(words);
  });

  test('[T-144] [T-152] a manual passage in the future is refused', () => {
    expect(wordsFor('M3', minute(31), run, minute(30))).toBe('Entered Time is in the Future');
    expect(wordsFor('M3', minute(30), run, minute(30))).toBeNull();
  });

  test('[T-143] [T-151] a manual passage after the receive time is refused', () => {
    const ended = { ...run, completedAt: minute(60) };
    expect(wordsFor('M5', minute(61), ended)).toBe('Manual passage Time is after Receive Time');
    expect(wordsFor('M5', minute(60), ended)).toBeNull();
    expect(wordsFor('M3', minute(61), ended)).toBe('Manual passage Time is after Receive Time');
  });

  test('[T-155] the text for an existing verified passage is declared, and no passage triggers it', () => {
    const marker = fc.constantFrom('Launch', 'M1', 'M2', 'M3', 'M4', 'M5', 'Receive', 'Elsewhere');
    const minutes = fc.integer({ min: -5, max: 60 });
    const passages = fc.array(fc.tuple(marker, minutes, fc.boolean()), { maxLength: 6 });
    expect(describeManualFault('already-exists')).toBe('Verified passage Already Exist at this location');
    fc.assert(
      fc.property(
        passages,
        fc.option(minutes),
        marker,
        fc.option(minutes),
        minutes,
        (heardAt, end, name, typed, now) => {
          const other = straightRun({
            completedAt: end === null ? null : minute(end),
            passages: heardAt.map(([markerName, at, isVerified], index) => heard(index, at, markerName, isVerified)),
          });
          const fault = findManualFault(other, name, typed === null ? null : minute(typed), minute(now));
          expect(fault).not.toBe('already-exists');
        },
      ),
    );
  });
});

describe('order on the line', () => {
  test('[T-147] only verified passages of tracked markers count', () => {
    const skipped = straightRun(
      { passages: [heard(2, 20, 'M2', true), heard(4, 40, 'M4')] },
      { M2: { state: 'SKIP' } },
    );
    expect(findManualFault(skipped, 'M3', minute(10), NOW)).toBeNull();
    expect(findManualFault(skipped, 'M3', minute(50), NOW)).toBeNull();
    const unassociated = straightRun({ passages: [heard(2, 20, null, true)] });
    expect(findManualFault(unassociated, 'M3', minute(10), NOW)).toBeNull();
  });

  test('[T-147] order follows the markers, also if two have the same distance', () => {
    const twins = straightRun(
      { passages: [heard(2, 20, 'M2', true)] },
      { M3: { fromLaunchM: straightRun().path.markers[2]?.fromLaunchM ?? 0 } },
    );
    expect(findManualFault(twins, 'M3', minute(19), NOW)).toBe('before-previous');
    expect(findManualFault(twins, 'M3', minute(21), NOW)).toBeNull();
  });
});

describe('findEditFault', () => {
  const own = heard(3, 30, 'M3', true);
  const wordsFor = (passageAt: number, now = NOW, passage = own) => {
    const fault = findEditFault({ ...run, passages: [...run.passages, passage] }, passage, passageAt, now);
    return fault && describeMarkerFault(fault);
  };

  test.each<[string, number, string | null]>([
    ['[T-156] before the launch', 0, 'Entered Time is before Launch Time'],
    ['[T-158] not after one earlier on the line', 20, 'Entered Time is before of a previous Verified Psg'],
    ['[T-159] not before one further on', 40, 'Entered Time is ahead of a further Verified Psg'],
    ['between the two', 21, null],
    ['equal to its own', 30, null],
  ])('checks a corrected time %s', (_what, minutes, words) => {
    expect(wordsFor(minute(minutes))).toBe(words);
  });

  test('[T-157] a corrected time in the future is refused', () => {
    expect(wordsFor(minute(31), minute(30))).toBe('Entered Time is in the Future');
  });

  test('an unverified passage may have any time after the launch', () => {
    expect(wordsFor(minute(50), NOW, { ...own, isVerified: false })).toBeNull();
    expect(wordsFor(minute(0), NOW, { ...own, isVerified: false })).toBe('Entered Time is before Launch Time');
  });

  test('a manual passage is checked against the others, not against itself', () => {
    const byHand = manualPassage('M3', minute(30));
    expect([wordsFor(minute(25), NOW, byHand), wordsFor(minute(45), NOW, byHand)]).toEqual([
      null,
      'Entered Time is ahead of a further Verified Psg',
    ]);
  });
});

describe('findVerifyFault', () => {
  const wordsFor = (minutes: number, markerName: string | null, now = NOW) => {
    const passage = heard(3, minutes, markerName);
    const fault = findVerifyFault({ ...run, passages: [...run.passages, passage] }, passage, now);
    return fault && describeMarkerFault(fault);
  };

  test.each<[string, number, string, string | null]>([
    ['[T-161] at a marker with a verified one', 21, 'M2', 'This marker has previously verified passage'],
    ['[T-162] before the launch', 0, 'M3', 'Entered Time is before Launch Time'],
    ['[T-162] not after one earlier on the line', 20, 'M3', 'Entered Time is before of a previous Verified Psg'],
    ['[T-162] not before one further on', 40, 'M3', 'Entered Time is ahead of a further Verified Psg'],
    ['between the others', 30, 'M3', null],
  ])('checks a passage %s', (_what, minutes, markerName, words) => {
    expect(wordsFor(minutes, markerName)).toBe(words);
  });

  test('[T-162] a passage in the future is not verified', () => {
    expect(wordsFor(31, 'M3', minute(30))).toBe('Entered Time is in the Future');
  });

  test('an unassociated passage is not checked', () => {
    expect(wordsFor(-5, null)).toBeNull();
  });
});

describe('receive time', () => {
  const wordsFor = (passageAt: number, now: number) => {
    const fault = findReceiveFault(run, passageAt, now);
    return fault && describeReceiveFault(fault);
  };

  test.each<[string, number, string | null]>([
    ['[T-163] before the launch', -1, 'Receive Time is before Launch Time'],
    ['[T-163] at the launch', 0, 'Receive Time is before Launch Time'],
    ['[T-164] before a verified passage: the latest one is named', 10, 'Time is before Psg at Marker M4'],
    ['[T-164] at the very time of a verified passage', 40, 'Time is before Psg at Marker M4'],
    ['after all of them', 41, null],
  ])('checks a receive time %s', (_what, minutes, words) => {
    expect(wordsFor(minute(minutes), NOW)).toBe(words);
  });

  test('[T-164] unverified and unassociated passages do not count', () => {
    const loose = straightRun({ passages: [heard(2, 20, 'M2'), heard(4, 40, null, true)] });
    expect(findReceiveFault(loose, minute(10), NOW)).toBeNull();
  });

  test('a receive time in the future is refused', () => {
    expect(wordsFor(minute(51), minute(50))).toBe('Error ! Receive Time entered is in the Future.');
  });
});

describe('launch time', () => {
  const wordsFor = (launchAt: number, now: number) => {
    const fault = findLaunchFault(run, launchAt, now);
    return fault && describeLaunchFault(fault);
  };

  test('[T-166] a launch in the future is refused', () => {
    expect(wordsFor(minute(11), minute(10))).toBe('Error ! Launch cannot be set to future time.');
  });

  test("a launch must precede every verified passage; that text is the server's own", () => {
    expect(wordsFor(minute(20), NOW)).toBe('There is a verified passage at 2026-03-18 08:20:00.');
    expect(wordsFor(minute(20) - 1, NOW)).toBeNull();
    expect(findLaunchFault(straightRun(), minute(20), NOW)).toBeNull();
  });
});
