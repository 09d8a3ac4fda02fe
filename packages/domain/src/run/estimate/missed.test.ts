import { describe, expect, it } from 'vitest';
import { listExpected, MISSED_ABOVE } from './auto-verify.ts';
import { layCourse } from './course.ts';
import { judgeMissed } from './missed.ts';
import { SILENT_SHARE } from './travel-time.ts';
import type { Run } from '../run.ts';
import { after, placeAt, plainRun, withSeen } from '../testing/plain-run.ts';

const LONG = [0, 5, 10, 15, 20, 25, 30, 40];
const steady = withSeen(plainRun(LONG), { M1: 502, M2: 1000, M3: 1505 });

const judge = (run: Run, distanceM: number, seconds: number) =>
  judgeMissed(run, layCourse(run.path), distanceM, after(seconds));
const expected = (run: Run, seconds: number) => [
  ...listExpected(run, layCourse(run.path), after(seconds), judgeMissed),
];

describe('judgeMissed', () => {
  it('a marker misses one pig in twenty, before the pig is due', () => {
    expect(judge(steady, 20_000, 1505)).toBeCloseTo(SILENT_SHARE, 10);
    expect(judge(steady, 20_000, 1800)).toBeCloseTo(SILENT_SHARE, 2);
  });

  it('a miss gets likelier while the marker is overdue, and less likely with its distance', () => {
    const odds = [1900, 2000, 2020, 2060, 2200, 4000].map((seconds) => judge(steady, 20_000, seconds));
    expect(odds).toEqual(odds.toSorted((one, other) => one - other));
    expect(odds.at(-1)).toBeGreaterThan(0.9);
    expect(judge(steady, 25_000, 2200)).toBeLessThan(judge(steady, 20_000, 2200));
  });

  it.each<[string, Run]>([
    ['stands', { ...steady, edit: { at: after(1600), place: placeAt(16_000), speed: 0 } }],
    ['is not launched', { ...plainRun(LONG), launchAt: null }],
  ])('waiting has no effect while the pig %s', (_why, run) => {
    expect(judge(run, 20_000, 100_000)).toBe(SILENT_SHARE);
  });

  it('a silent marker is awaited alone until it counts as missed, then the following ones too', () => {
    expect(expected(steady, 2010)).toEqual(['M4']);
    expect(judge(steady, 20_000, 2300)).toBeGreaterThan(MISSED_ABOVE);
    expect(expected(steady, 2300)).toEqual(['M4', 'M5']);
    expect(expected(steady, 20_000)).toEqual(['M4', 'M5', 'M6']);
  });
});
