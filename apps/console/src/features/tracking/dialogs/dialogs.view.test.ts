import { exampleRun } from '@waymark/contract/runs/pig-run';
import { readRun } from '@waymark/contract/runs/read-run';
import { manualPassage, type Run } from '@waymark/domain/run/run';
import { heard } from '@waymark/domain/run/testing/straight-run';
import { parseUtc } from '@waymark/domain/time/utc';
import { describe, expect, it } from 'vitest';
import { listAvailable, toggleAllOf } from '#/features/runs/dialogs/agms.view.ts';
import { changeAuto } from './auto-changes.ts';
import { explainNewMarker, explainPlace } from './place.view.ts';
import { explainLaunch, explainReceive, listEndDoubts } from './run-times.view.ts';
import { convertSpeed, cutDecimals, explainSpeed, readSpeedIn, writeSpeedIn } from './speed.view.ts';

const instant = (text: string) => {
  const at = parseUtc(text);
  return at.ok ? at.value : Number.NaN;
};
const NOW = instant('2026-03-18 12:00:00');
const run: Run = { ...readRun(exampleRun), passages: [manualPassage('AGM 01', instant('2026-03-18 02:00:00'))] };

describe('the receive time', () => {
  it('[T-163, T-164] explainReceive refuses a time before the launch, and not later than a verified passage', () => {
    expect(explainReceive('2026-03-18 00:00:00', run, NOW)).toBe('Receive Time is before Launch Time');
    expect(explainReceive('2026-03-18 02:00:00', run, NOW)).toBe('Time is before Psg at Marker AGM 01');
    expect(explainReceive('2026-03-18 02:00:01', run, NOW)).toBeNull();
  });

  it('explainReceive refuses an invalid time and a future one', () => {
    expect(explainReceive('soon', run, NOW)).toBe('Please enter valid Receive Time {YYYY-MM-DD HH:MM:SS}');
    expect(explainReceive('2026-03-18 12:00:01', run, NOW)).toBe('Error ! Receive Time entered is in the Future.');
  });
});

it('[T-166] explainLaunch refuses only an invalid time and a future one', () => {
  expect(explainLaunch('2026-03-18 12:00:01', run, NOW)).toBe('Error ! Launch cannot be set to future time.');
  expect(explainLaunch('', run, NOW)).toBe('Please enter valid Launch Time {YYYY-MM-DD HH:MM:SS}');
  expect(explainLaunch('2026-03-18 03:00:00', run, NOW)).toBeNull();
});

describe('a speed', () => {
  it('[T-174] explainSpeed requires a speed', () => {
    expect(['', 'fast'].map((typed) => explainSpeed(typed, 'mph'))).toEqual(
      Array(2).fill('Expected speed required to update Pig Location'),
    );
    expect(explainSpeed('-0.5', 'mph')).not.toBeNull();
    expect(explainSpeed('0', 'mph')).toBeNull();
  });

  it('[T-177] a speed keeps at most two decimals', () => {
    expect(['3', '3.', '3.11', '3.119', '3,1199'].map((typed) => cutDecimals(typed))).toEqual([
      '3',
      '3.',
      '3.11',
      '3.11',
      '3,11',
    ]);
  });

  it('[T-072] a speed is read and written in mph or in m/s', () => {
    expect(readSpeedIn('3', 'mph')).toBeCloseTo(1.341_12, 6);
    expect(readSpeedIn('1.5', 'm/s')).toBe(1.5);
    expect(writeSpeedIn(1.341_12, 'mph')).toBe('3.00');
    expect(convertSpeed('3', 'mph', 'm/s')).toBe('1.34');
    expect(convertSpeed('', 'mph', 'm/s')).toBe('');
  });
});

describe('a new marker', () => {
  it('[T-170, T-171] a new marker needs a unique name of at most 20 characters', () => {
    expect(explainNewMarker(run, 'M'.repeat(21))).toBe('Marker Name is limited to 20 characters');
    expect(explainNewMarker(run, '  ')).toBe('A marker needs a name.');
    expect(explainNewMarker(run, 'AGM 01')).toBe('Duplicate marker name: AGM 01');
    expect(explainNewMarker(run, 'M'.repeat(20))).toBeNull();
  });

  it('[T-172, T-173] a new marker needs a place', () => {
    expect(explainPlace(null)).toEqual(['Valid Lat value is required', 'Valid Lon value is required']);
    expect(explainPlace({ lat: 36, lon: -96 })).toEqual([]);
  });
});

describe('Auto Link/Verify', () => {
  const [launch, watched, receive] = run.path.markers;
  const withAuto = (autoLink: boolean, autoVerify: boolean) =>
    launch && watched && receive ? [launch, { ...watched, autoLink, autoVerify }, receive] : [];

  it("Auto Link/Verify applies only the user's own changes", () => {
    const others: Run = { ...run, path: { ...run.path, markers: withAuto(false, true) } };
    const outcome = changeAuto(others, withAuto(true, true), withAuto(true, true));
    expect(outcome.ok && outcome.value.path.markers[1]?.autoLink).toBe(false);
    const changed = changeAuto(run, withAuto(true, true), withAuto(true, false));
    expect(changed.ok && changed.value.path.markers[1]).toMatchObject({ autoLink: true, autoVerify: false });
  });
});

describe('the AGMs that can be chosen', () => {
  it('the choice of AGMs contains those of the company and those that already watch', () => {
    const devices = [
      { uid: 3, groupId: 1 },
      { uid: 1, groupId: 1 },
      { uid: 2, groupId: 9 },
    ];
    expect(listAvailable(devices, 1, [7])).toEqual([1, 3, 7]);
  });

  it('[T-074] the choice of AGMs is selected or cleared as a whole', () => {
    expect([...toggleAllOf(new Set([1]), [1, 2])]).toEqual([1, 2]);
    expect([...toggleAllOf(new Set([1, 2, 5]), [1, 2])]).toEqual([5]);
  });
});

it('[W-252] listEndDoubts warns of a pig far from the end, of AGMs that still listen and of unverified passages', () => {
  const passages = [heard(1, 10, 'M1'), heard(2, 20, 'M2'), heard(3, 30, 'M3', true), heard(4, 40, null)];
  expect(listEndDoubts({ passages }, 0.319, ['M4', 'M5', 'M6', 'M7', 'M8', 'M9'])).toEqual([
    'The pig is estimated at 31 % of the line.',
    '6 AGMs still listening for the pig: M4, M5, M6, M7 and 2 more.',
    '2 passages at markers not verified yet.',
  ]);
  expect(listEndDoubts({ passages: [heard(3, 30, 'M3', true), heard(4, 40, null)] }, 0.9, [])).toEqual([]);
});
