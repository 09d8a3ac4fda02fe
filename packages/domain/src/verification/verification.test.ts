import { describe, expect, test } from 'vitest';
import type { LineMarker, RunOfPassage } from './run-of-passage.ts';
import {
  EARLIEST_PASSAGE_AT,
  findTimeFault,
  findVerificationFault,
  type TimeFault,
  type VerificationFault,
} from './verification.ts';
import { describeMarkerFault, describeVerificationFault } from './words.ts';

const MINUTE = 60_000;
const LAUNCH = Date.UTC(2026, 2, 16, 8);
const at = (minutes: number) => LAUNCH + minutes * MINUTE;
const NOW = at(100);

/** Not in the order of the line: the distance decides. */
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

describe('verifying', () => {
  test.each<[string, number, Verified, VerificationFault | null]>([
    ['nothing else is verified', 20, {}, null],
    ['between its neighbours', 20, { M1: 10, M3: 30 }, null],
    ['[P-035] its marker has a verified passage', 20, { M2: 15 }, 'marker-verified'],
    ['[P-036] before the launch', -1, {}, 'before-launch'],
    ['[P-036] at the launch itself: strictly after it', 0, {}, 'before-launch'],
    ['[P-037] in the future', 101, {}, 'in-future'],
    ['this very moment', 100, {}, null],
    ['[P-038] before a verified passage earlier on the line', 9, { M1: 10 }, 'before-previous'],
    ['[P-038] at the same instant as one earlier on the line', 10, { M1: 10 }, 'before-previous'],
    ['a millisecond after it', 10 + 1 / MINUTE, { M1: 10 }, null],
    ['[P-039] after a verified passage further on the line', 31, { M3: 30 }, 'after-further'],
    ['[P-039] at the same instant as one further on the line', 30, { M3: 30 }, 'after-further'],
    ['markers that are skipped say nothing, wherever they are', 5, { Skipped: 10 }, null],
    ['what is verified first is told first', -1, { M2: 15, M1: 10 }, 'marker-verified'],
  ])('%s', (_what, minutes, verified, fault) => {
    expect(verify(minutes, verified)).toBe(fault);
  });

  test('the last verified marker before it counts, not only the next one', () => {
    expect(verify(5, { M1: 10 }, 'M3')).toBe('before-previous');
    expect(verify(35, { M3: 30 }, 'M1')).toBe('after-further');
  });

  test('[P-033] nothing is checked without a run, or without a marker', () => {
    expect(findVerificationFault({ passageAt: at(200), now: NOW, run: null, markerName: 'M2' })).toBeNull();
    expect(verify(200, {}, null)).toBeNull();
  });

  test('at a marker that the line does not have, only launch and future count', () => {
    expect([verify(5, { M1: 10 }, 'Elsewhere'), verify(101, {}, 'Elsewhere')]).toEqual([null, 'in-future']);
  });
});

describe('a new time', () => {
  test.each<[string, number, Verified, TimeFault | null]>([
    ['between its neighbours', 20, { M1: 10, M3: 30 }, null],
    ['its own verified passage is the one that moves', 20, { M2: 15 }, null],
    ['before the launch', 0, {}, 'before-launch'],
    ['in the future', 101, {}, 'in-future'],
    ['not after one earlier on the line', 10, { M1: 10 }, 'before-previous'],
    ['not before one further on the line', 30, { M3: 30 }, 'after-further'],
  ])('%s', (_what, minutes, verified, fault) => {
    expect(edit(minutes, verified)).toBe(fault);
  });

  test.each([
    [EARLIEST_PASSAGE_AT - 1, 'too-early'],
    [EARLIEST_PASSAGE_AT, null],
    [NOW, null],
    [NOW + 1, 'in-future'],
  ])('without a run %d: not before 2015, not in the future', (passageAt, fault) => {
    expect(findTimeFault({ passageAt, now: NOW, run: null, markerName: null })).toBe(fault);
  });
});

describe('words', () => {
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
  ])('%s: the chart and the history have their text, the passages of a marker theirs', (fault, ofChart, ofMarker) => {
    expect(describeVerificationFault(fault)).toBe(ofChart);
    expect(describeMarkerFault(fault)).toBe(ofMarker);
  });
});
