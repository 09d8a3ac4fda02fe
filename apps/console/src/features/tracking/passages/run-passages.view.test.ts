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

it('[T-046] [T-047] the columns of a marker, of which two are shown only when they are chosen', () => {
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

it('[T-063] the columns of passages at no marker', () => {
  expect(UNASSOCIATED_COLUMNS.map(({ label }) => label)).toEqual(['Timestamp', 'UID', 'Detection Count', 'Data']);
});

it('[T-048] those at the marker alone, the newest first, until they are turned round', () => {
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

it('[T-045] after the last marker comes the first, and before the first the last', () => {
  const steps = MARKERS.map(({ name }) => [stepMarker(MARKERS, name, -1), name, stepMarker(MARKERS, name, 1)]);
  expect(steps).toEqual([
    ['Tulsa', 'Cushing', 'AGM 01'],
    ['Cushing', 'AGM 01', 'Tulsa'],
    ['AGM 01', 'Tulsa', 'Cushing'],
  ]);
});

it('without a marker, or one that is gone, the arrows begin at an end; a line without markers has none', () => {
  expect([stepMarker(MARKERS, null, 1), stepMarker(MARKERS, 'Gone', -1)]).toEqual(['Cushing', 'Tulsa']);
  expect(stepMarker([], null, 1)).toBeNull();
});

it('[T-041] a passage can be added where the line is tracked', () => {
  expect(listTracked(MARKERS)).toEqual(['AGM 01']);
});

it('a device tells milliseconds, a person seconds', () => {
  expect(formatPassageTime(passageAt(1))).toBe('2026-03-18 00:01:00.000');
  expect(formatPassageTime(manualPassage('AGM 01', LAUNCH))).toBe('2026-03-18 00:00:00');
});

it('the scores of a passage are found by its device and its first record; by hand there are none', () => {
  const scores = indexScores([examplePassageScores]);
  expect(findScores(scores, passageAt(1))).toBe(examplePassageScores);
  expect(findScores(scores, passageAt(1, { uid: 1 }))).toBeUndefined();
  expect(findScores(scores, manualPassage('AGM 01', LAUNCH))).toBeUndefined();
});
