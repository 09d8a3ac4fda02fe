import { describe, expect, it } from 'vitest';
import { heard, minute, straightRun } from '../run/testing/straight-run.ts';
import { manualPassage, type Run } from '../run/run.ts';
import { CONTROL_COLUMNS, USUAL_LAYOUT, writeControlCell, type ChosenColumn } from './control-columns.ts';
import { listControlGaps, listControlPoints } from './control-points.ts';
import { listMarkerRows } from './default-report.ts';
import { judgeTime } from './passage-uncertainty.ts';
import { formatCell } from './report-cells.ts';

const run: Run = straightRun(
  { completedAt: minute(400), passages: [heard(11, 60, 'M1', true), manualPassage('M3', minute(180))] },
  { M1: { linkedUid: 11, note: 'CENTER OF GATE' } },
);
const points = listControlPoints(run, listMarkerRows(run, new Map()), () => 9);
const cell = (at: number, column: ChosenColumn['column'], part: Partial<ChosenColumn> = {}) => {
  const [chosen] = USUAL_LAYOUT.columns.filter((each) => each.column === column);
  const point = points[at];
  return chosen && point ? formatCell(writeControlCell(point, { ...chosen, ...part }, 'utc')) : undefined;
};

describe('control points', () => {
  it('[W-516] every tracked marker is a row, also without a verified passage', () => {
    expect(points.map(({ marker, type }) => [marker.name, type])).toEqual([
      ['M1', 'ELF'],
      ['M2', 'Unwatched Marker'],
      ['M3', 'Manual Passage'],
      ['M4', 'Unwatched Marker'],
      ['M5', 'Unwatched Marker'],
    ]);
    expect([cell(1, 'time'), cell(1, 'uncertainty'), cell(1, 'source')]).toEqual(['', '', '']);
  });

  it('[W-516] survey quality and the offset to a line between markers are not recorded, and say so', () => {
    expect([cell(0, 'survey'), cell(0, 'offset')]).toEqual(['not recorded', 'not recorded']);
  });

  it('[W-516] the offset is the distance of the marker from the line of a file', () => {
    const aside = { ...run, path: { ...run.path, pigLineKml: [[-97.001, 36] as const, [-97.001, 36.6] as const] } };
    const [first] = listControlPoints(aside, listMarkerRows(aside, new Map()), () => null);
    expect(first?.offsetM).toBeCloseTo(90, 0);
  });

  it.each([
    [heard(11, 60, 'M1', true), 4, { source: 'gps', uncertaintyS: 16 }],
    [heard(11, 60, 'M1', true), 3, { source: 'device', uncertaintyS: null }],
    [heard(11, 60, 'M1', true), null, { source: 'device', uncertaintyS: null }],
    [{ ...heard(11, 60, 'M1', true), samplingRate: null }, 9, { source: 'gps', uncertaintyS: null }],
    [manualPassage('M1', 0), 9, { source: 'hand', uncertaintyS: null }],
  ] as const)('[W-516] the bound of a time follows from its source, case %#', (passage, satellites, wanted) => {
    const { source, uncertaintyS } = judgeTime(passage, satellites);
    expect({ source, uncertaintyS: uncertaintyS === null ? null : Math.round(uncertaintyS * 10) / 10 }).toEqual(wanted);
  });

  it('[W-516] a time without a bound says that none is known', () => {
    expect([cell(0, 'uncertainty'), cell(0, 'source')]).toEqual(['16.0', 'GPS clock']);
    expect([cell(2, 'uncertainty'), cell(2, 'source')]).toEqual(['not known', 'set by hand']);
  });

  it('[W-516] stretches longer than the limit are listed from the launch to the receive', () => {
    const gaps = (limitM: number) => listControlGaps(run, points, limitM).map(({ from, to }) => `${from} to ${to}`);
    expect(gaps(12_000)).toEqual(['M1 to M3', 'M3 to Receive']);
    expect(gaps(10_000)).toEqual(['Launch to M1', 'M1 to M3', 'M3 to Receive']);
    expect(gaps(100_000)).toEqual([]);
  });

  it('[W-517] a column has its unit and its decimals', () => {
    expect(cell(0, 'distance', { unit: 'km', decimals: 2 })).toBe('11.12');
    expect(cell(0, 'distance', { unit: 'mi', decimals: 1 })).toBe('6.9');
    expect(cell(0, 'station', { unit: 'ft', decimals: 1 })).toMatch(/^36[45]\+\d\d\.\d$/);
    expect(cell(0, 'latitude', { decimals: 3 })).toBe('36.100');
    expect(CONTROL_COLUMNS.map((column) => cell(0, column))).not.toContain(undefined);
  });

  it.each([
    ['utc', '2026-03-18 09:00:00.000'],
    ['second', '2026-03-18 09:00:00'],
    ['iso', '2026-03-18T09:00:00.000Z'],
    ['unix', '1773824400.000'],
  ] as const)('[W-517] the time format %s is written as %s', (format, text) => {
    const [point] = points;
    const chosen = { column: 'time', heading: 'T', unit: 'm', decimals: 0 } as const;
    expect(point && formatCell(writeControlCell(point, chosen, format))).toBe(text);
  });
});
