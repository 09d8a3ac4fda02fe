import { exampleDevice } from '@waymark/contract/devices/device';
import { manualPassage, type Run } from '@waymark/domain/run/run';
import { after, placeAt, plainRun, withoutAgms, withSeen } from '@waymark/domain/run/testing/plain-run';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { UTC } from '@waymark/domain/time/zone';
import type { UnitSystem } from '@waymark/domain/units/system';
import { describe, expect, it } from 'vitest';
import type { Device } from '#/features/devices/store/device.ts';
import { readDevice } from '#/features/devices/store/device.wire.ts';
import { trackPlain } from '#/features/tracking/testing/track-plain.ts';
import { parseSites } from './my-sites.ts';
import {
  describeAgm,
  describeDoubt,
  describeLeft,
  describeState,
  formatMinute,
  formatSpeed,
  formatShort,
  nameSheetFile,
  readSheet,
  writeSheetCsv,
} from './sheet.view.ts';

/** Ten metres a second: 100 minutes from marker to marker. */
const LEG_S = 6000;
const launched = plainRun([0, 60, 120, 180, 240, 300]);
const underway = withSeen(launched, { M1: 1.1 * LEG_S });
const device = (uid: number, changes: Partial<Device> = {}): Device => ({
  ...readDevice(exampleDevice),
  uid,
  isConnected: true,
  lastBattery: 8900,
  ...changes,
});
const getDevice = (uid: number) => (uid === 5 ? undefined : device(uid));
const read = (run: Run, seconds: number) => readSheet(trackPlain(run), { getDevice, clocks: CLOCKS }, after(seconds));
const CLOCKS = new Map([[1, -0.25]]);

describe('readSheet', () => {
  it('[W-233] lists every marker with planned time, state and the speed of its leg', () => {
    const rows = read(underway, 1.5 * LEG_S);
    expect(rows.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'L launch',
      'M1 passed',
      'M2 expected',
      'M3 expected',
      'M4 expected',
      'R receive',
    ]);
    expect(rows.map(({ plannedAt }) => plannedAt)).toEqual([0, 1, 2, 3, 4, 5].map((leg) => after(leg * LEG_S)));
    expect(rows.map(({ legSpeed }) => formatSpeed(legSpeed, 'us'))).toEqual(['', '20.34 mph', '', '', '', '']);
    expect(rows[1]?.passage).toMatchObject({ passageAt: after(1.1 * LEG_S), isVerified: true });
  });

  it('[W-233] gives the earliest, expected and latest times of the markers ahead, in order', () => {
    const etas = read(underway, 1.5 * LEG_S).map(({ eta }) => eta);
    expect(etas.map((eta) => eta?.due ?? null)).toEqual([null, null, 'ahead', 'ahead', 'ahead', 'ahead']);
    const known = etas.flatMap((eta) => eta ?? []);
    for (const { earliestAt, expectedAt, latestAt } of known) {
      expect(earliestAt).toBeLessThanOrEqual(expectedAt);
      expect(expectedAt).toBeLessThanOrEqual(latestAt);
    }
    expect(known.map(({ expectedAt }) => expectedAt)).toEqual(
      [1, 2, 3, 4].map((legs) => after(1.1 * LEG_S + legs * 1.1 * LEG_S)),
    );
    expect(known.slice(0, 1).map((eta) => describeLeft(eta, after(1.5 * LEG_S)))).toEqual(['in 1:10:00']);
  });

  it('[W-233] says why a time does not apply any more', () => {
    const heardAtM3 = { ...manualPassage('M3', after(3.3 * LEG_S)), uid: 3, isVerified: false };
    const left = (run: Run, legs: number) =>
      read(run, legs * LEG_S).map(({ eta }) => eta && describeLeft(eta, after(legs * LEG_S)).replace(/ \d.*/, ''));
    expect(left({ ...underway, passages: [...underway.passages, heardAtM3] }, 3.35)).toEqual([
      null,
      null,
      'silent, heard beyond',
      'heard, not verified',
      'in',
      'in',
    ]);
    expect(left(withoutAgms(underway, 'M2'), 3)).toEqual([null, null, 'no AGM', 'in', 'in', 'in']);
    expect(left(underway, 3)).toEqual([null, null, 'overdue', 'in', 'in', 'in']);
  });

  it('[W-548] says beyond an overdue marker that a time holds unless the pig has stopped', () => {
    const beyond = (legs: number) =>
      read(underway, legs * LEG_S).flatMap(({ eta }, at) => (at === 3 && eta ? [eta] : []));
    expect(beyond(2).map((eta) => [describeLeft(eta, after(2 * LEG_S)), describeDoubt(eta)])).toEqual([
      ['in 2:10:00', ''],
    ]);
    expect(beyond(3).map((eta) => [describeLeft(eta, after(3 * LEG_S)), describeDoubt(eta)])).toEqual([
      ['in 0:30:00, unless it stopped', 'unless it stopped'],
    ]);
  });

  it('[W-233] has no times before the launch and while the pig stands', () => {
    const waiting = read({ ...launched, launchAt: null }, 0);
    expect(waiting.map(({ plannedAt, eta }) => [plannedAt, eta])).toEqual(waiting.map(() => [null, null]));
    const paused = {
      ...underway,
      edit: { at: after(1.2 * LEG_S), place: placeAt(70_000), speed: 0 },
    };
    expect(read(paused, 1.5 * LEG_S).every(({ eta }) => eta === null)).toBe(true);
  });

  it('[W-233] prefers the verified passage of a marker to a later one', () => {
    const later = { ...manualPassage('M1', after(2 * LEG_S)), uid: 1, isVerified: false };
    const rows = read({ ...underway, passages: [later, ...underway.passages] }, 2.1 * LEG_S);
    expect(rows[1]?.passage).toMatchObject({ passageAt: after(1.1 * LEG_S), isVerified: true });
  });
});

describe('describeAgm', () => {
  const now = after(0);
  it.each([
    ['connected', device(7), { uid: 7, presence: 'Online', battery: '8.90 V, 80%' }],
    [
      'asleep with an announced wake-up',
      device(7, { isConnected: false, lastShutdownTime: null, lastExpectedWakeupTime: formatUtcSecond(now + 60_000) }),
      { uid: 7, presence: 'Asleep', battery: '8.90 V, 80%' },
    ],
    [
      'past its wake-up',
      device(7, { isConnected: false, lastExpectedWakeupTime: formatUtcSecond(now - 60_000), lastBattery: null }),
      { uid: 7, presence: 'Offline', battery: null },
    ],
    ['hidden from the user', undefined, { uid: 7, presence: null, battery: null }],
  ])('[W-233] an AGM that is %s', (_title, each, words) => {
    expect(describeAgm(7, each, 0.2, now)).toEqual({ ...words, clockS: 0.2 });
  });
});

it('times of the sheet name UTC and the local zone', () => {
  const at = Date.UTC(2026, 2, 18, 14, 9, 59);
  expect(formatMinute(at, 'UTC')).toBe('2026-03-18 14:09 UTC');
  expect(formatShort(at, 'America/Chicago')).toBe('03-18 09:09 UTC-5');
});

it('describeState says that a marker has no AGM', () => {
  expect(describeState({ state: 'unwatched' })).toBe('No AGM');
});

const CLOCK = { zone: UTC, now: after(1.5 * LEG_S) };

function save(run: Run, seconds: number, units: UnitSystem = 'us'): string {
  const rows = read(run, seconds).map((row) => ({ ...row, scores: '' }));
  return writeSheetCsv(rows, units, { ...CLOCK, now: after(seconds) });
}

/** A comma outside quotation marks. */
const SEPARATOR = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/;

/** The cells of the markers M2, M3 and M4 in a column. */
function readColumns(csv: string): (name: string) => readonly (string | undefined)[] {
  const [head = [], ...cells] = csv.split('\r\n').map((line) => line.split(SEPARATOR));
  return (name) => cells.slice(2, 5).map((line) => line[head.indexOf(name)]);
}

describe('writeSheetCsv', () => {
  it('[W-234] writes a line for each marker under headers with units', () => {
    const lines = save(underway, 1.5 * LEG_S).split('\r\n');
    expect(lines).toHaveLength(8);
    expect(lines[0]).toContain('Marker,Milepost (mi),Distance (ft),State,Planned (UTC),ETA earliest (UTC)');
    expect(lines[2]).toBe(
      'M1,37.282,196848.0,Passed,2026-03-01 01:40:00,,,,,2026-03-01 01:50:00,Set by hand,,20.34,1,Online,"8.90 V, 80%",-0.3',
    );
  });

  it('[W-548] says beyond an overdue marker that an ETA holds unless the pig has stopped', () => {
    const column = readColumns(save(underway, 3 * LEG_S));
    expect(column('State')).toEqual(['Overdue', 'Expected', 'Expected']);
    expect(column('ETA (UTC)')).toEqual(['2026-03-01 03:40:00', '2026-03-01 05:30:00', '2026-03-01 07:20:00']);
    expect(column('ETA condition')).toEqual(['', 'unless it stopped', 'unless it stopped']);
  });

  it('[W-553] writes no ETA that has gone by or no longer applies, and says why', () => {
    const heardAtM3 = { ...manualPassage('M3', after(3.3 * LEG_S)), uid: 3, isVerified: false };
    const heard = readColumns(save({ ...underway, passages: [...underway.passages, heardAtM3] }, 3.35 * LEG_S));
    expect(heard('ETA (UTC)')).toEqual(['', '', '2026-03-01 07:20:00']);
    expect(heard('ETA condition')).toEqual(['"silent, heard beyond"', '"heard, not verified"', '']);
    const arriving = readColumns(save(underway, 2.2 * LEG_S + 60));
    expect(arriving('ETA (UTC)')).toEqual(['', '2026-03-01 05:30:00', '2026-03-01 07:20:00']);
    expect(arriving('ETA condition')).toEqual(['now', '', '']);
    expect(arriving('ETA latest (UTC)')[0]).toMatch(/^2026-03-01 /);
  });

  it('[W-304] has metric columns only, for a user of metric units', () => {
    const [head = '', , first = ''] = save(underway, 1.5 * LEG_S, 'metric').split('\r\n');
    expect(head).toMatch(/^Marker,Kilometer post \(km\),Distance \(m\),.*,Speed of leg \(m\/s\),/);
    expect(head).not.toMatch(/\((?:mi|ft|mph)\)/);
    expect(first).toMatch(/^M1,60\.000,60000\.0,.*,9\.09,/);
  });

  it('[W-248] says who verified a passage', () => {
    const rows = read(underway, 1.5 * LEG_S).map((row) => ({
      ...row,
      passage: row.passage && { ...row.passage, verifiedBy: 'Dana Reyes' },
      scores: '',
    }));
    expect(writeSheetCsv(rows, 'us', CLOCK).split('\r\n')[2]).toContain(',Set by hand by Dana Reyes,');
  });

  it('[W-234] disarms formulas and quotes separators in names', () => {
    const rows = read(underway, 1.5 * LEG_S).slice(0, 1);
    const csv = writeSheetCsv(
      rows.map((row) => ({ ...row, name: '=1+1, "x"', scores: '-5' })),
      'us',
      CLOCK,
    );
    expect(csv).toContain(`\r\n"'=1+1, ""x""",`);
    expect(csv).toContain(`,-5,`);
  });

  it('nameSheetFile replaces characters that file systems refuse', () => {
    expect(nameSheetFile({ pig: 'CLN 16/02', runId: 41 })).toBe('CLN_16_02_41_sheet.csv');
  });
});

it('parseSites reads the valid part of what is stored', () => {
  expect([...parseSites([['path 3', 'M1'], ['path 4'], 5])]).toEqual([['path 3', 'M1']]);
  expect([...parseSites(null)]).toEqual([]);
});
