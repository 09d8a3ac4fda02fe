import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { formatDuration } from './report-cells.ts';
import { USUAL_READER } from '../language/reader.ts';
import { makeTranslate } from '../language/translate.ts';
import { listDefaultLines, listSummaryLines } from './report-lines.ts';
import { anyReport } from './testing/any-report.ts';
import type { UnitSystem } from '../units/system.ts';
import { makeReport } from './testing/reported-run.ts';
import { nameReport } from './written-names.ts';

const readerIn = (units: UnitSystem) => ({ ...USUAL_READER, units });
const [heads = [], ...lines] = listDefaultLines(makeReport(), readerIn('metric'));
const read = (line: number, heading: string) => lines[line]?.[heads.indexOf(heading)];

describe('lines of a report', () => {
  it('[O-078] speeds are rounded to two decimals', () => {
    expect(read(1, 'Leg Speed (m/s)')).toBe('3.09');
    const speedsOf = (units: UnitSystem) =>
      listSummaryLines(makeReport(), readerIn(units)).flatMap(([label, value]) =>
        label?.includes('Speed (') ? [value] : [],
      );
    expect([speedsOf('us').slice(0, 3), speedsOf('metric').slice(0, 3)]).toEqual([
      ['6.22', '6.07', '6.91'],
      ['2.78', '2.71', '3.09'],
    ]);
  });

  it.each([
    ['us', ['Leg Speed (mph)', 'Distance (ft)', 'Leg Distance (ft)', 'AGM Altitude (ft)'], /\((?:m|km|m\/s)\)|meters/],
    ['metric', ['Leg Speed (m/s)', 'Distance (m)', 'Leg Distance (m)', 'AGM Altitude (m)'], /\((?:ft|mi|mph)\)|feet/],
  ] as const)('[W-304] a report in %s units has them in its headings, and no others', (units, own, other) => {
    const all = [
      ...listDefaultLines(makeReport(), readerIn(units)),
      ...listSummaryLines(makeReport(), readerIn(units)),
    ].flat();
    expect(all).toEqual(expect.arrayContaining([...own]));
    expect(all.filter((text) => other.test(text))).toEqual([]);
  });

  it('[W-533] a report has headings, types and answers in the language of its reader, and data as it is', () => {
    const t = makeTranslate(
      'es',
      new Map([
        ['Marker', 'Marcador'],
        ['Leg Speed ({unit})', 'Velocidad del tramo ({unit})'],
        ['Manual Passage', 'Paso manual'],
        ['Yes', 'Sí'],
        ['Tool', 'Marrano'],
        ['feet', 'pies'],
      ]),
    );
    const [spanish = [], ...rows] = listDefaultLines(makeReport(), { ...USUAL_READER, t });
    expect(spanish).toEqual(expect.arrayContaining(['Marcador', 'Velocidad del tramo (mph)', 'UID']));
    expect(rows[2]).toEqual(expect.arrayContaining(['M2', 'AGM', 'TRACK', 'Paso manual', 'Sí', '2026-03-18 10:05:00']));
    expect(rows[1]).toEqual(expect.arrayContaining(['ELF/GEO/MAG', 'By the gate "old" fence']));
    const facts = new Map(
      listSummaryLines(makeReport(), { ...USUAL_READER, t }).map(([label, value]) => [label, value]),
    );
    expect([facts.get('Marrano'), facts.get('Distance Units')]).toEqual(['CLN-16-02', 'pies']);
  });

  it('[O-057] notes have no commas', () => {
    expect(read(1, 'Note')).toBe('By the gate "old" fence');
  });

  it('passage times have milliseconds, manual ones seconds', () => {
    expect([read(1, 'Time Stamp (UTC)'), read(2, 'Time Stamp (UTC)'), read(3, 'Time Stamp (UTC)')]).toEqual([
      '2026-03-18 09:00:00.123',
      '2026-03-18 10:05:00',
      '',
    ]);
  });

  it('rows have as many cells as headings, and no cell is a formula for a spreadsheet', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        for (const all of [listDefaultLines(report), listSummaryLines(report, readerIn('metric'))]) {
          for (const cell of all.flat()) expect(/^[=+@\t\r-]/.test(cell) && !/^-\d+(\.\d+)?$/.test(cell)).toBe(false);
        }
        expect(new Set(listDefaultLines(report).map((line) => line.length)).size).toBe(1);
      }),
    );
  });
});

test.each([
  [0, '0:00:00'],
  [59.4, '0:00:59'],
  [59.6, '0:01:00'],
  [3600, '1:00:00'],
  [360_061, '100:01:01'],
  [-61, '-0:01:01'],
  [-0.2, '0:00:00'],
])('%d seconds are written %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words);
});

test.each([
  ['Cushing - Tulsa 16', 'Default', 'csv', 'Cushing - Tulsa 16_41_report.csv'],
  ['Cushing - Tulsa 16', 'Default', 'pro', 'Cushing - Tulsa 16_41_report.pro'],
  ['Cushing - Tulsa 16', 'Summary', 'pdf', 'Cushing - Tulsa 16_41_summary_report.pdf'],
  ['../a:b', 'Default', 'xlsx', '.._a_b_41_report.xlsx'],
  ['', 'Default', 'csv', 'CompletedPigRun_41_report.csv'],
] as const)('[O-076] the file of "%s" as %s %s is %s', (runName, type, format, name) => {
  expect(nameReport(runName, 41, type, format)).toBe(name);
});
