import { describe, expect, test } from 'vitest';
import type { Marker } from '../../path/marker.ts';
import { isVerifiedBySystem, listExpected, type JudgeMissed } from './auto-verify.ts';
import { layCourse } from './course.ts';
import { predictArrival, reckon } from './estimate.ts';
import { DEFAULT_AUTO_SETTINGS, findMarker, type Run } from '../run.ts';
import { heard, minute, NOW, straightRun } from '../testing/straight-run.ts';

const auto = { autoVerify: true } as const;
const patches: Readonly<Record<string, Partial<Marker>>> = { M1: auto, M2: auto, M3: auto };
const heardAll: JudgeMissed = () => 0;
const runWith = (part: Partial<Omit<Run, 'path'>> = {}, other = patches) => straightRun(part, other);

/** Minutes after the launch at which the pig is due. */
function dueAt(run: Run, name: string): number {
  const at = predictArrival(reckon(run, layCourse(run.path)), findMarker(run, name)?.fromLaunchM ?? 0) ?? 0;
  return (at - minute(0)) / 60_000;
}

function isVerified(run: Run, name: string, minutes: number, { judge = heardAll, now = NOW } = {}): boolean {
  const passage = { ...heard(7, 0, name), passageAt: minute(minutes) };
  return isVerifiedBySystem({ ...run, passages: [...run.passages, passage] }, layCourse(run.path), passage, now, judge);
}

describe('isVerifiedBySystem', () => {
  test('[T-116] verifies only at markers with autoVerify', () => {
    const run = runWith();
    expect(isVerified(run, 'M1', dueAt(run, 'M1'))).toBe(true);
    expect(isVerified(runWith({}, {}), 'M1', dueAt(run, 'M1'))).toBe(false);
    expect(isVerified(runWith({}, { M1: { ...auto, state: 'SKIP' } }), 'M1', dueAt(run, 'M1'))).toBe(false);
  });

  test.each([
    ['5 minutes early', -5, true],
    ['more than 5 minutes early', -5.01, false],
    ['5 minutes late', 5, true],
    ['more than 5 minutes late', 5.01, false],
  ])('[T-117] [T-139] decides about a passage %s', (_what, minutes, expected) => {
    const run = runWith();
    expect(isVerified(run, 'M1', dueAt(run, 'M1') + minutes)).toBe(expected);
  });

  test('[T-140] uses the minutes of the company', () => {
    const run = runWith({ auto: { ...DEFAULT_AUTO_SETTINGS, verifyMinutes: 30 } });
    expect([isVerified(run, 'M1', dueAt(run, 'M1') + 29), isVerified(run, 'M1', dueAt(run, 'M1') + 31)]).toEqual([
      true,
      false,
    ]);
  });

  test('[T-118] verifies only at the next marker', () => {
    const run = runWith();
    expect(isVerified(run, 'M2', dueAt(run, 'M2'))).toBe(false);
    const further = runWith({ passages: [heard(1, 60, 'M1', true)] });
    expect(isVerified(further, 'M2', dueAt(further, 'M2'))).toBe(true);
    expect(isVerified(further, 'M1', dueAt(further, 'M1'))).toBe(false);
  });

  test('a marker that counts as missed is not waited for', () => {
    const run = runWith();
    const missedTo =
      (name: string): JudgeMissed =>
      (_run, _course, distanceM) =>
        distanceM <= (findMarker(run, name)?.fromLaunchM ?? 0) ? 0.6 : 0.5;
    expect([...listExpected(run, layCourse(run.path), NOW, heardAll)]).toEqual(['M1']);
    expect([...listExpected(run, layCourse(run.path), NOW, missedTo('M1'))]).toEqual(['M1', 'M2']);
    expect([...listExpected(run, layCourse(run.path), NOW, missedTo('M5'))]).toEqual(['M1', 'M2', 'M3', 'M4', 'M5']);
    expect(isVerified(run, 'M2', dueAt(run, 'M2'), { judge: missedTo('M1') })).toBe(true);
    expect(isVerified(run, 'M3', dueAt(run, 'M3'), { judge: missedTo('M1') })).toBe(false);
  });

  test('never breaks the rules of times', () => {
    const run = runWith();
    expect(isVerified(run, 'M1', dueAt(run, 'M1'), { now: minute(dueAt(run, 'M1') - 1) })).toBe(false);
    const crossed = runWith({ passages: [heard(3, 50, 'M3', true)], edit: null }, { ...patches, M3: auto });
    expect(isVerified(crossed, 'M4', dueAt(crossed, 'M4'))).toBe(false);
  });

  test('verifies nothing while the pig stands, nor after every marker has been passed', () => {
    const run = runWith();
    expect(
      isVerified({ ...run, edit: { at: minute(1), place: { lat: 36, lon: -97 }, speed: 0 } }, 'M1', dueAt(run, 'M1')),
    ).toBe(false);
    const passed = runWith({ passages: [heard(5, 100, 'M5', true)] });
    expect([...listExpected(passed, layCourse(passed.path), NOW, heardAll)]).toEqual([]);
    expect(isVerified({ ...run, launchAt: null }, 'M1', 60)).toBe(false);
  });
});
