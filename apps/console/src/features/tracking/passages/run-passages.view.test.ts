import { examplePassageScores } from '@waymark/contract/devices/passage-row';
import { exampleMarkers } from '@waymark/contract/runs/marker';
import { readMarker } from '@waymark/contract/runs/read-path';
import { manualPassage, type RunPassage } from '@waymark/domain/run/run';
import { expect, it } from 'vitest';
import { listDefaultIds } from '#/features/history/table/history-column.ts';
import {
  findScores,
  formatPassageTime,
  indexScores,
  listPassagesAt,
  listTracked,
  MARKER_COLUMNS,
  NEWEST_FIRST,
  stepMarker,
  UNASSOCIATED_COLUMNS,
} from './run-passages.view.ts';

const MARKERS = exampleMarkers.map(readMarker);

const LAUNCH = Date.UTC(2026, 2, 18);
const passageAt = (minutes: number, changes: Partial<RunPassage> = {}): RunPassage => ({
  ...manualPassage('AGM 01', LAUNCH + minutes * 60_000),
  uid: 100_234,
  endOfSnipAt: LAUNCH + minutes * 60_000 + 15_000,
  elfId: 70_311,
  magId: 70_313,
  isVerified: false,
  detectionCount: 148,
  ...changes,
});

it("[T-046] [T-047] the columns of a marker's passages include two optional ones", () => {
  expect(MARKER_COLUMNS.map(({ label }) => label)).toEqual([
    'Timestamp',
    'Marker Name',
    'UID',
    'Detection Count',
    'Data',
    'Verified',
    'ML Verified',
  ]);
  expect(listDefaultIds(MARKER_COLUMNS)).toEqual(['time', 'uid', 'data', 'verified', 'scores']);
});

it('[T-063] the columns of unassociated passages', () => {
  expect(UNASSOCIATED_COLUMNS.map(({ label }) => label)).toEqual(['Timestamp', 'UID', 'Detection Count', 'Data']);
});

it("[T-048] a marker's passages are listed newest first, or in reverse", () => {
  const [early, late, elsewhere, nowhere] = [
    passageAt(1),
    passageAt(9),
    passageAt(5, { markerName: 'AGM 02' }),
    passageAt(6, { markerName: null }),
  ];
  const all = [elsewhere, early, nowhere, late];
  expect(listPassagesAt(all, 'AGM 01')).toEqual([late, early]);
  expect(listPassagesAt(all, 'AGM 01', { ...NEWEST_FIRST, isDescending: false })).toEqual([early, late]);
  expect(listPassagesAt(all, null)).toEqual([nowhere]);
});

it('[T-045] stepMarker cycles from the last marker to the first and back', () => {
  const steps = MARKERS.map(({ name }) => [stepMarker(MARKERS, name, -1), name, stepMarker(MARKERS, name, 1)]);
  expect(steps).toEqual([
    ['Tulsa', 'Cushing', 'AGM 01'],
    ['Cushing', 'AGM 01', 'Tulsa'],
    ['AGM 01', 'Tulsa', 'Cushing'],
  ]);
});

it('stepMarker starts at an end without a known marker, and returns null for a line without markers', () => {
  expect([stepMarker(MARKERS, null, 1), stepMarker(MARKERS, 'Gone', -1)]).toEqual(['Cushing', 'Tulsa']);
  expect(stepMarker([], null, 1)).toBeNull();
});

it('[T-041] a passage can be added at tracked markers only', () => {
  expect(listTracked(MARKERS)).toEqual(['AGM 01']);
});

it('a time has milliseconds from a device, and seconds from a user', () => {
  expect(formatPassageTime(passageAt(1))).toBe('2026-03-18 00:01:00.000');
  expect(formatPassageTime(manualPassage('AGM 01', LAUNCH))).toBe('2026-03-18 00:00:00');
});

it('scores are found by device and first record; a manual passage has none', () => {
  const scores = indexScores([examplePassageScores]);
  expect(findScores(scores, passageAt(1))).toBe(examplePassageScores);
  expect(findScores(scores, passageAt(1, { uid: 1 }))).toBeUndefined();
  expect(findScores(scores, manualPassage('AGM 01', LAUNCH))).toBeUndefined();
});
