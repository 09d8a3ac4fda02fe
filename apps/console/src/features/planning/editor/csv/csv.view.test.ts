import type { Marker } from '@waymark/domain/path/marker';
import { DEFAULT_RULE } from '@waymark/domain/path/notification-rule';
import { describe, expect, it } from 'vitest';
import { NEW_DRAFT } from '../draft.ts';
import { checkCsvFile, countProblems, groupProblems, takeMarkers, writeProblems, type RefusedCsv } from './csv.view.ts';

const marker = (name: string, change: Partial<Marker> = {}): Marker => ({
  name,
  lat: 36,
  lon: -96,
  state: 'TRACK',
  description: 'AGM',
  note: '',
  distanceMetres: null,
  fromLaunchM: 0,
  autoLink: false,
  autoVerify: false,
  autoLinkedUids: [],
  linkedUid: null,
  ...change,
});

describe('a CSV file', () => {
  it.each([
    ['survey.csv', null],
    ['SURVEY.CSV', null],
    ['survey.xlsx', 'wrong-extension'],
    ['survey.csv.txt', 'wrong-extension'],
  ])('[R-024] checkCsvFile accepts a file by its extension alone: %s', (name, code) => {
    expect(checkCsvFile({ name })?.code ?? null).toBe(code);
  });
});

describe('the problems of a CSV file', () => {
  const refused: RefusedCsv = {
    fileName: 'survey.csv',
    problems: [
      { code: 'name-length', line: 9 },
      { code: 'degrees-invalid', line: 4, column: 'lat', text: '' },
      { code: 'name-with-controls', line: 2 },
      { code: 'distances-missing', line: null, given: 2, markers: 3 },
    ],
  };

  it('groups problems by title and sorts them by line', () => {
    expect(groupProblems(refused.problems).map((group) => [group[0]?.title, group.map(({ line }) => line)])).toEqual([
      ['Unsupported Marker Name', [2, 9]],
      ['Invalid Latitude', [4]],
      ['Missing distance value(s)', [null]],
    ]);
  });

  it('[R-038] writeProblems writes the problems with their line numbers', () => {
    expect(writeProblems(refused)).toBe(
      'survey.csv\n\nUnsupported Marker Name\nLine 2: AGM Marker Name must not have control characters\n' +
        'Line 9: AGM Marker Name must have between 1 and 20 characters\n\nInvalid Latitude\nLine 4: Latitude is empty\n\n' +
        'Missing distance value(s)\n# of Distance values provided (2) must match AGM Marker Count (3)',
    );
    expect(countProblems(refused)).toBe('4 problems. Nothing was imported.');
  });
});

describe('the markers of another file', () => {
  const before = {
    ...NEW_DRAFT,
    markers: [
      marker('S', { state: 'SKIP' }),
      marker('A', { autoLink: true, autoVerify: true, note: 'Gate' }),
      marker('E', { state: 'SKIP' }),
    ],
    notifications: [{ ...DEFAULT_RULE, name: 'Dana', userId: 2, allMarkers: false, markers: ['A', 'B'] }],
  };

  it('takeMarkers keeps the settings of markers with the same name', () => {
    const after = takeMarkers(before, 'new.csv', [
      marker('S', { state: 'SKIP' }),
      marker('A', { lat: 36.1 }),
      marker('E', { lat: 36.2, state: 'SKIP' }),
    ]);
    expect(after.csvFileName).toBe('new.csv');
    expect(after.markers[1]).toMatchObject({ lat: 36.1, autoLink: true, autoVerify: true, note: 'Gate' });
    expect(after.notifications[0]?.markers).toEqual(['A']);
  });

  it('takeMarkers removes automatic settings from skipped markers', () => {
    const after = takeMarkers(before, 'new.csv', [
      marker('S', { state: 'SKIP' }),
      marker('A', { state: 'SKIP' }),
      marker('E', { state: 'SKIP' }),
    ]);
    expect(after.markers[1]).toMatchObject({ autoLink: false, autoVerify: false, note: 'Gate' });
  });

  it('takeMarkers measures the markers along the line file if there is one', () => {
    const drawn = {
      ...before,
      lineKml: [
        [-96, 36],
        [-96.5, 36],
        [-96, 36.2],
      ] as const,
    };
    const [straight, along] = [before, drawn].map(
      (draft) => takeMarkers(draft, 'a.csv', [marker('S'), marker('E', { lat: 36.2 })]).markers[1]?.fromLaunchM ?? 0,
    );
    expect(along).toBeGreaterThan((straight ?? 0) * 2);
  });
});
