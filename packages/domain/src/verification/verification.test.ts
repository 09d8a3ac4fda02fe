import { describe, expect, test } from 'vitest';
import type { LineMarker, RunOfPassage } from './run-of-passage.ts';
import {
  EARLIEST_PASSAGE_AT,
  findTimeFault,
  findVerificationFault,
  type TimeFault,
  type VerificationFault,
} from './verification.ts';
import { describeMarkerFault, describeVerificationFault } from '../words/refusals.ts';

const MINUTE = 60_000;
const LAUNCH = Date.UTC(2026, 2, 16, 8);
const at = (minutes: number) => LAUNCH + minutes * MINUTE;
const NOW = at(100);

/** Not in the order of the line: only the distance matters. */
const MARKERS: readonly LineMarker[] = [
  { name: 'M3', state: 'TRACK', distanceM: 3000 },
  { name: 'M1', state: 'TRACK', distanceM: 1000 },
  { name: 'Skipped', state: 'SKIP', distanceM: 1500 },
  { name: 'M2', state: 'TRACK', distanceM: 2000 },
];
const runWith = (verified: Readonly<Record<string, number>>): RunOfPassage => ({
  launchAt: LAUNCH,
  markers: MARKERS,
  verifiedPassages: Object.entries(verified).map(([markerName, minutes]) => ({ markerName, passageAt: at(minutes) })),
});
const verify = (minutes: number, verified: Readonly<Record<string, number>> = {}, markerName: string | null = 'M2') =>
  findVerificationFault({ passageAt: at(minutes), now: NOW, run: runWith(verified), markerName });
const edit = (minutes: number, verified: Readonly<Record<string, number>> = {}, markerName: string | null = 'M2') =>
  findTimeFault({ passageAt: at(minutes), now: NOW, run: runWith(verified), markerName });

type Verified = Readonly<Record<string, number>>;

describe('findVerificationFault', () => {
  const MARKER_VERIFIED = 'Marker has a previously verified passage !';
  const BEFORE_LAUNCH = 'Passage Time is before Launch Time !';
  const BEFORE_PREVIOUS = 'Passage time is before a previous Verified Psg !';
  const AFTER_FURTHER = 'Passage time is ahead of a further Verified Psg !';

  test.each<[string, number, Verified, string]>([
    ['[P-035] a passage is refused when its marker has a verified passage', 20, { M2: 15 }, MARKER_VERIFIED],
    ['[P-036] a passage before the launch is refused', -1, {}, BEFORE_LAUNCH],
    ['[P-036] a passage at the instant of the launch is refused', 0, {}, BEFORE_LAUNCH],
    ['[P-037] a passage in the future is refused', 101, {}, 'Passage Time is in the Future !'],
    ['[P-038] a passage before a verified one earlier on the line is refused', 9, { M1: 10 }, BEFORE_PREVIOUS],
    ['[P-038] a passage at the instant of one earlier on the line is refused', 10, { M1: 10 }, BEFORE_PREVIOUS],
    ['[P-039] a passage after a verified one further on the line is refused', 31, { M3: 30 }, AFTER_FURTHER],
    ['[P-039] a passage at the instant of one further on the line is refused', 30, { M3: 30 }, AFTER_FURTHER],
    ['a verified passage at the marker is the first fault that is named', -1, { M2: 15, M1: 10 }, MARKER_VERIFIED],
  ])('%s', (_what, minutes, verified, words) => {
    const fault = verify(minutes, verified);
    expect(fault && describeVerificationFault(fault)).toBe(words);
  });

  test.each<[string, number, Verified]>([
    ['when nothing else is verified', 20, {}],
    ['between its neighbours', 20, { M1: 10, M3: 30 }],
    ['at this very moment', 100, {}],
    ['a millisecond after one earlier on the line', 10 + 1 / MINUTE, { M1: 10 }],
    ['before a verified passage of a skipped marker', 5, { Skipped: 10 }],
  ])('accepts a passage %s', (_what, minutes, verified) => {
    expect(verify(minutes, verified)).toBeNull();
  });

  test('compares with the last verified marker before, not only with the neighbour', () => {
    expect(verify(5, { M1: 10 }, 'M3')).toBe('before-previous');
    expect(verify(35, { M3: 30 }, 'M1')).toBe('after-further');
  });

  test('[P-033] checks nothing without a run or a marker', () => {
    expect(findVerificationFault({ passageAt: at(200), now: NOW, run: null, markerName: 'M2' })).toBeNull();
    expect(verify(200, {}, null)).toBeNull();
  });

  test('checks only launch and future at a marker that is not on the line', () => {
    expect([verify(5, { M1: 10 }, 'Elsewhere'), verify(101, {}, 'Elsewhere')]).toEqual([null, 'in-future']);
  });
});

describe('findTimeFault', () => {
  test.each<[string, number, Verified, TimeFault | null]>([
    ['between its neighbours', 20, { M1: 10, M3: 30 }, null],
    ['its own verified passage is the one that moves', 20, { M2: 15 }, null],
    ['before the launch', 0, {}, 'before-launch'],
    ['in the future', 101, {}, 'in-future'],
    ['not after one earlier on the line', 10, { M1: 10 }, 'before-previous'],
    ['not before one further on the line', 30, { M3: 30 }, 'after-further'],
  ])('checks a new time: %s', (_what, minutes, verified, fault) => {
    expect(edit(minutes, verified)).toBe(fault);
  });

  test.each([
    [EARLIEST_PASSAGE_AT - 1, 'too-early'],
    [EARLIEST_PASSAGE_AT, null],
    [NOW, null],
    [NOW + 1, 'in-future'],
  ])('a time without a run may not be before 2015 nor in the future: %d', (passageAt, fault) => {
    expect(findTimeFault({ passageAt, now: NOW, run: null, markerName: null })).toBe(fault);
  });
});

describe('fault texts', () => {
  test.each<[VerificationFault, string, string]>([
    ['marker-verified', 'Marker has a previously verified passage !', 'This marker has previously verified passage'],
    ['before-launch', 'Passage Time is before Launch Time !', 'Entered Time is before Launch Time'],
    ['in-future', 'Passage Time is in the Future !', 'Entered Time is in the Future'],
    [
      'before-previous',
      'Passage time is before a previous Verified Psg !',
      'Entered Time is before of a previous Verified Psg',
    ],
    [
      'after-further',
      'Passage time is ahead of a further Verified Psg !',
      'Entered Time is ahead of a further Verified Psg',
    ],
  ])('%s: the chart and the history have one text, the passages of a marker another', (fault, ofChart, ofMarker) => {
    expect(describeVerificationFault(fault)).toBe(ofChart);
    expect(describeMarkerFault(fault)).toBe(ofMarker);
  });
});
