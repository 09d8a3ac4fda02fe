import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findBroadcastFault, findExclusionFault, listExcluded } from './broadcast.ts';
import { BROADCAST_CODES, BROADCAST_LABELS, type BroadcastCode } from './broadcast-codes.ts';
import { readWindow } from './windows.ts';

const SETTINGS = 'Only one settings broadcast command may be selected at a time.';
const POWER = 'Power mode active and low power are mutually exclusive.';
const DISK = 'Format disk and download between dates are mutually exclusive.';
const DATES = 'A valid start and end date, with the start before the end, is required.';

const WINDOW = { startAt: 1000, endAt: 2000 };
const fault = (codes: readonly BroadcastCode[], window: typeof WINDOW | null = null, uids = [1]) =>
  findBroadcastFault({ uids, codes, window });

describe('findBroadcastFault', () => {
  test.each<[string, string | null, readonly BroadcastCode[]]>([
    ['[B-029] no command', 'At least one broadcast command must be selected.', []],
    ['[B-015] [B-027] two settings', SETTINGS, ['FS1', 'FS2']],
    ['[B-015] [B-027] all detectors off and another setting', SETTINGS, ['FS4', 'PM', 'FS3']],
    ['[B-016] active and low power', POWER, ['PM', 'FS1', 'PMLP']],
    ['[B-017] format disk and download', DISK, ['RFD', 'SD']],
    ['[B-028] a download without dates', DATES, ['RFD']],
    ['one settings command with low power and format disk', null, ['FS4', 'PMLP', 'SD']],
    ['one command', null, ['PM']],
  ])('checks a broadcast with %s', (_, expected, codes) => {
    expect(fault(codes)).toBe(expected);
  });

  test('[B-026] selecting no device is reported before any other fault', () => {
    expect(fault([], null, [])).toBe('At least one AGM must be selected.');
    expect(fault(['FS1', 'FS2'], null, [])).toBe('At least one AGM must be selected.');
  });

  test.each([
    ['2026-03-16 09:40:00', '2026-03-16 09:50:00', null],
    ['2026-03-16 09:50:00', '2026-03-16 09:40:00', DATES],
    ['2026-03-16 09:40:00', '2026-03-16 09:40:00', DATES],
    ['2026-02-30 09:40:00', '2026-03-16 09:40:00', DATES],
    ['', '2026-03-16 09:40:00', DATES],
  ])('[B-028] a download from "%s" until "%s": %s', (start, end, expected) => {
    expect(fault(['RFD'], readWindow(start, end))).toBe(expected);
  });

  test('[B-028] a window must end after its start', () => {
    expect(fault(['RFD'], { startAt: 2000, endAt: 2000 })).toBe(DATES);
    expect(fault(['RFD'], { startAt: 2000, endAt: 1999 })).toBe(DATES);
    expect(fault(['PM'], { startAt: 2000, endAt: 1999 })).toBeNull();
  });
});

describe('exclusive commands', () => {
  test('exclusion is mutual, and no command excludes itself', () => {
    for (const code of BROADCAST_CODES) {
      expect(listExcluded(code)).not.toContain(code);
      for (const other of listExcluded(code)) expect(listExcluded(other)).toContain(code);
    }
  });

  test('commands are refused exactly if two of them exclude each other, in any order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...BROADCAST_CODES]), (codes) => {
        const isBroken = codes.some((code) => listExcluded(code).some((other) => codes.includes(other)));
        expect(findExclusionFault(codes) !== null).toBe(isBroken);
      }),
    );
  });

  test('a repeated command does not exclude itself', () => {
    expect(fault(['FS1', 'FS1'])).toBeNull();
  });
});

test('every code has a label of its own', () => {
  expect(Object.keys(BROADCAST_LABELS)).toEqual([...BROADCAST_CODES]);
  expect(new Set(Object.values(BROADCAST_LABELS)).size).toBe(BROADCAST_CODES.length);
});
