import type { UnitSystem } from '@waymark/domain/units/system';
import { exampleReportRow } from '@waymark/contract/reports/report-row';
import { describe, expect, it, test } from 'vitest';
import { listDefaultIds } from '#/features/history/table/history-column.ts';
import { describeVerification, keyOf, kindOf, REPORT_COLUMNS, toListed } from './report-row.view.ts';

const row = exampleReportRow;
const none = { uId: null, elfId: null, geoId: null, magId: null };
const manual = { ...row, ...none, passageTimeStamp: '2026-03-18 01:50:00', passageType: 'Manual Passage' };
const missed = { ...row, ...none, passageTimeStamp: null, isVerified: false, passageType: 'Missed Passage' };

describe('a row of a report', () => {
  test.each([
    ["with ids is a device's passage", row, 'recorded', { uid: 100_234, passageId: 70_313 }, 'Verified'],
    [
      'a row with a single id is a recorded passage',
      { ...row, elfId: null, magId: null, isVerified: false },
      'recorded',
      { uid: 100_234, passageId: 70_312 },
      'Unverified',
    ],
    ['[O-016] a row without ids is a manual passage', manual, 'manual', null, 'Verified'],
    ['a row without a time says that its marker has no passage', missed, 'none', null, ''],
  ])('%s', (_, of, kind, listed, words) => {
    expect([kindOf(of), toListed(of), describeVerification(of)]).toEqual([kind, listed, words]);
  });

  it('each row has a unique key', () => {
    const rows = [
      row,
      { ...row, uId: 7 },
      manual,
      { ...manual, markerName: 'AGM 05' },
      missed,
      { ...missed, markerName: 'AGM 05' },
    ];
    expect(new Set(rows.map(keyOf)).size).toBe(rows.length);
  });
});

const read = (of: typeof row, units: UnitSystem = 'metric') =>
  Object.fromEntries(REPORT_COLUMNS.map(({ id, text }) => [id, text(of, units)]));

describe('the columns of a report', () => {
  it('the columns name no frequency for a passage of GEO alone, or a manual one', () => {
    const hear = (passageType: string) => read({ ...row, passageDetectedFrequency: 0, passageType }).frequency;
    expect(['ELF/GEO/MAG', 'MAG', 'GEO', 'Manual Passage'].map(hear)).toEqual(['MAG', 'MAG', '', '']);
  });

  it('the columns show the values of the row', () => {
    expect(read(row)).toEqual({
      time: '2026-03-18 01:41:56.120',
      marker: 'AGM 04',
      uid: '100234',
      type: 'ELF/GEO/MAG',
      verified: 'Verified',
      scores: 'ELF 96.5%',
      data: 'ELF GEO MAG',
      run: 'Cushing - Tulsa 16',
      tool: 'CLN-16-02',
      count: '148',
      frequency: '22 Hz',
      firmware: '10.71',
      latitude: '36.012100',
      longitude: '-96.510700',
      altitude: '243.1 m',
      markerLatitude: '36.012000',
      markerLongitude: '-96.510800',
      note: 'By the gate',
    });
  });

  it('[W-306] the altitude is in the units of the user', () => {
    expect([read(row, 'us').altitude, read(row, 'metric').altitude]).toEqual(['797.6 ft', '243.1 m']);
  });

  it('the columns are empty for unknown values', () => {
    const nothing = {
      toolName: null,
      latitude: null,
      longitude: null,
      altitude: -1000,
      detectionCount: null,
      passageDetectedFrequency: null,
      firmwareVersion: null,
    };
    const { marker, run, type, note, markerLatitude, markerLongitude, ...others } = read({
      ...missed,
      ...nothing,
      elfMachineLearningResultList: [],
    });
    expect([marker, run, type, note, markerLatitude, markerLongitude]).toEqual([
      'AGM 04',
      'Cushing - Tulsa 16',
      'Missed Passage',
      'By the gate',
      '36.012000',
      '-96.510800',
    ]);
    expect(Object.values(others).filter((text) => text !== '')).toEqual([]);
  });

  it('the columns sort by passage time, marker name and uid alone; some are optional', () => {
    expect(REPORT_COLUMNS.flatMap(({ sortBy }) => sortBy ?? [])).toEqual(['passageTimeStamp', 'markerName', 'uId']);
    expect(listDefaultIds(REPORT_COLUMNS)).toEqual(['time', 'marker', 'uid', 'type', 'verified', 'scores', 'data']);
  });
});
