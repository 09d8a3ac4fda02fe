import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReportRow } from './report-row.ts';
import { ROW_COLUMNS, writeExportText } from './row-columns.ts';

const ROW: ReportRow = {
  passageAt: Date.UTC(2026, 2, 18, 1, 41, 56, 120),
  runId: 41,
  runName: 'Cushing - Tulsa 16',
  toolName: 'CLN-16-02',
  markerName: 'AGM 04',
  markerPlace: { lat: 36.012, lon: -96.5108 },
  markerNote: 'By the gate',
  uid: 100_234,
  firmware: 10.7,
  place: { lat: 36.01214467, lon: -96.51070051 },
  altitudeMm: 243_149,
  detectionCount: 148,
  frequency: 22,
  elfId: 1,
  geoId: 2,
  magId: null,
  isVerified: true,
  type: 'ELF/GEO',
};
const anyText = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 }),
    fc.constantFrom('é', '＝', '🐖', '\u0085', '\u2028'),
  ),
});
const write = (row: Partial<ReportRow>): Record<string, string> =>
  Object.fromEntries(ROW_COLUMNS.map((column) => [column.heading, column.write({ ...ROW, ...row })]));

test('[O-079] [O-080] the columns are those of the documents, in their order', () => {
  expect(Object.entries(write({}))).toEqual([
    ['AGM Survey Marker', 'AGM 04'],
    ['AGM UID', '100234'],
    ['AGM FW', '10.70'],
    ['Survey Marker Latitude', '36.012000'],
    ['Survey Marker Longitude', '-96.510800'],
    ['AGM Latitude', '36.012145'],
    ['AGM Longitude', '-96.510701'],
    ['AGM Altitude (m)', '243.1'],
    ['Passage Type', 'ELF/GEO'],
    ['Time Stamp (UTC)', '2026-03-18 01:41:56.120'],
    ['Notes', 'By the gate'],
  ]);
});

test('a marker without a passage fills only its own columns; a manual time has seconds', () => {
  const nothing = { passageAt: null, uid: null, firmware: null, place: null, altitudeMm: null };
  expect(Object.values(write({ ...nothing, type: 'Missed Passage' }))).toEqual([
    'AGM 04',
    '',
    '',
    '36.012000',
    '-96.510800',
    '',
    '',
    '',
    'Missed Passage',
    '',
    'By the gate',
  ]);
  expect(write({ ...nothing, passageAt: ROW.passageAt, type: 'Manual Passage' })['Time Stamp (UTC)']).toBe(
    '2026-03-18 01:41:56',
  );
});

test.each([
  [{ lat: 0.0000004, lon: -0.0000004 }, ['0.000000', '0.000000']],
  [{ lat: -89.9999996, lon: 179.1234564 }, ['-90.000000', '179.123456']],
  [{ lat: 7, lon: -7 }, ['7.000000', '-7.000000']],
])('[O-081] the coordinates %j have six decimals', (place, texts) => {
  const cells = write({ place, markerPlace: place });
  expect([cells['AGM Latitude'], cells['AGM Longitude']]).toEqual(texts);
  expect([cells['Survey Marker Latitude'], cells['Survey Marker Longitude']]).toEqual(texts);
});

test.each([
  ['[O-082]', 0, '0.0'],
  ['[O-083]', -999, '-1.0'],
  ['[O-083]', -1000, ''],
  ['[O-083]', -1001, ''],
  ['[O-083]', -2_000_000, ''],
  ['[O-082]', 49, '0.0'],
  ['[O-082]', -49, '0.0'],
  ['[O-082]', 51, '0.1'],
  ['[O-082]', 1_234_560, '1234.6'],
  ['', null, ''],
])('%s the altitude %s is written "%s"', (_, altitudeMm, text) => {
  expect(write({ altitudeMm })['AGM Altitude (m)']).toBe(text);
});

describe('texts from users', () => {
  test.each([
    ['Gate "7"', 'Gate 7'],
    ['one\r\ntwo\nthree', 'one two three'],
    ['"=1+1"', "'=1+1"],
    ['\n@SUM(A1)', "'@SUM(A1)"],
    ['-5 m from the gate', "'-5 m from the gate"],
    ['+1 555', "'+1 555"],
    ['＝1', "'＝1"],
    ['a, b; c', 'a, b; c'],
    [null, ''],
  ])('[O-059] %j is written %j', (text, written) => {
    expect(write({ markerName: text, markerNote: text })).toMatchObject({
      'AGM Survey Marker': written,
      Notes: written,
    });
  });

  test('a text never begins a formula, and has no double quote and no line break', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.stringMatching(/^["\s=+@-]*.?$/)), (text) => {
        expect(writeExportText(text)).not.toMatch(/^[=+\-@\t\r\n]|["\r\n]/);
      }),
    );
  });
});

test('no cell begins a formula unless it is a number', () => {
  const place = fc.option(
    fc.record({
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lon: fc.double({ min: -180, max: 180, noNaN: true }),
    }),
    { nil: null },
  );
  const text = fc.option(anyText, { nil: null });
  fc.assert(
    fc.property(
      fc.record({
        place,
        markerPlace: place,
        markerName: text,
        markerNote: text,
        altitudeMm: fc.option(fc.integer({ min: -1e9, max: 1e9 }), { nil: null }),
      }),
      (row) => {
        for (const cell of Object.values(write(row))) expect(cell).toMatch(/^(-\d+\.\d+|(?![=+\-@\t\r]).*)$/su);
      },
    ),
  );
});
