import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inEnglish } from '../language/translate.ts';
import { wordProblem } from '../words/import-faults.ts';
import { CSV_HEADERS, importMarkers, type CsvTable } from './import-markers.ts';
import { DESCRIPTIONS } from './marker.ts';

const HEADER = Object.values(CSV_HEADERS);

const table = (...rows: readonly string[]): CsvTable => ({ header: HEADER, rows: rows.map((row) => row.split(',')) });
const THREE = ['Start,36,-96,SKIP,LAUNCH', 'AGM 1,36.1,-96,TRACK,AGM', 'End,36.2,-96,SKIP,RECEIVE'] as const;

function read(csv: CsvTable) {
  const imported = importMarkers(csv);
  if (!imported.ok) throw new Error(JSON.stringify(imported.failure));
  return imported.value;
}

function problemsOf(csv: CsvTable) {
  const imported = importMarkers(csv);
  return imported.ok ? [] : imported.failure.map((problem) => wordProblem(problem, inEnglish));
}

describe('importMarkers', () => {
  it('[R-086] finds seven columns by their headers in any order and case', () => {
    expect(HEADER).toEqual([
      'AGM Marker Name',
      'Latitude',
      'Longitude',
      'State',
      'Description',
      'Distance (m)',
      'Distance (ft)',
    ]);
    const mixed: CsvTable = {
      header: ['longitude', ' STATE', 'Latitude', 'agm  marker name', 'Remarks'],
      rows: THREE.map((row) => row.split(',')).map(([name = '', lat = '', lon = '', state = '']) => [
        lon,
        state,
        lat,
        name,
        'x',
      ]),
    };
    expect(read(mixed).map(({ name, lat, lon }) => [name, lat, lon])).toEqual([
      ['Start', 36, -96],
      ['AGM 1', 36.1, -96],
      ['End', 36.2, -96],
    ]);
  });

  it('[R-087] [R-089] [R-090] requires four columns and names each missing one', () => {
    expect(problemsOf({ header: ['AGM Marker Name', 'Description'], rows: [['a', '']] })).toEqual([
      { title: 'CSV missing required field(s)', line: null, message: 'Missing required field: Latitude' },
      { title: 'CSV missing required field(s)', line: null, message: 'Missing required field: Longitude' },
      { title: 'CSV missing required field(s)', line: null, message: 'Missing required field: State' },
    ]);
    expect(read({ header: HEADER.slice(0, 4), rows: THREE.map((row) => row.split(',')) })).toHaveLength(3);
  });

  it('[W-038] rejects names with bidirectional controls and replaces line breaks by spaces', () => {
    const named = (name: string): CsvTable => ({
      header: HEADER,
      rows: THREE.map((row, at) => (at === 1 ? [name, ...row.split(',').slice(1)] : row.split(','))),
    });
    for (const name of ['AGM \u202E1', 'A\u2066GM', 'A\u001BGM']) {
      expect(problemsOf(named(name))).toEqual([
        { title: 'Unsupported Marker Name', line: 3, message: 'AGM Marker Name must not have control characters' },
      ]);
    }
    expect(read(named('AGM\r\n1'))[1]?.name).toBe('AGM 1');
  });

  it('[R-091] [R-102] requires names of 1 to 20 characters; the first row is line 2', () => {
    const message = 'AGM Marker Name must have between 1 and 20 characters';
    const title = 'Unsupported Marker Name';
    expect(problemsOf(table(',36,-96,SKIP', THREE[1], `${'x'.repeat(21)},36,-96,SKIP`))).toEqual([
      { title, line: 2, message },
      { title, line: 4, message },
    ]);
    expect(problemsOf(table(`${'x'.repeat(20)},36,-96,SKIP`, THREE[1], THREE[2]))).toEqual([]);
  });

  it('[R-092] requires unique names', () => {
    expect(problemsOf(table(...THREE, 'AGM 1,36,-96,TRACK'))).toEqual([
      { title: 'AGM Marker Names not unique', line: 5, message: 'Duplicate marker name: AGM 1' },
    ]);
  });

  it('[W-247] requires names that differ in more than their case', () => {
    expect(problemsOf(table(...THREE, 'agm 1,36,-96,TRACK'))).toEqual([
      { title: 'AGM Marker Names not unique', line: 5, message: 'Duplicate marker name: agm 1' },
    ]);
  });

  it.each([
    ['[R-093]', 'Latitude', 'A,,-96,TRACK', 'Latitude is empty'],
    ['[R-093]', 'Latitude', 'A,90.001,-96,TRACK', 'Latitude must be a number between -90 and 90: 90.001'],
    ['[R-093]', 'Latitude', 'A,N36,-96,TRACK', 'Latitude must be a number between -90 and 90: N36'],
    ['[R-094]', 'Longitude', 'A,36,,TRACK', 'Longitude is empty'],
    ['[R-094]', 'Longitude', 'A,36,-180.5,TRACK', 'Longitude must be a number between -180 and 180: -180.5'],
    ['[R-094]', 'Longitude', 'A,36,NaN,TRACK', 'Longitude must be a number between -180 and 180: NaN'],
  ])('rejects coordinates outside of the Earth: %s, Invalid %s in %j', (_, field, row, message) => {
    expect(problemsOf(table(THREE[0], row, THREE[2]))).toEqual([{ title: `Invalid ${field}`, line: 3, message }]);
  });

  it('[R-093] [R-094] accepts coordinates at the limits', () => {
    expect(problemsOf(table('A,90,180,SKIP', 'B,-90,-180,SKIP'))).toEqual([]);
  });

  it.each(DESCRIPTIONS)('[R-096] accepts the description %s in any case', (description) => {
    const [, marker] = read(table(THREE[0], `A,36.1,-96,TRACK,${description.toLowerCase()}`, THREE[2]));
    expect(marker?.description).toBe(description);
  });

  it('[R-095] rejects other descriptions', () => {
    expect(problemsOf(table(THREE[0], 'A,36.1,-96,TRACK,BRIDGE', THREE[2]))).toMatchObject([
      { title: 'Invalid Marker Description', line: 3 },
    ]);
  });

  it('[R-097] defaults descriptions to launch, receive, and AGM in between', () => {
    expect(read(table('S,36,-96,', 'A,36.1,-96,TRACK', 'E,36.2,-96,')).map(({ description }) => description)).toEqual([
      'LAUNCH',
      'AGM',
      'RECEIVE',
    ]);
  });

  it('[R-098] accepts no states but TRACK and SKIP', () => {
    expect(problemsOf(table(THREE[0], 'A,36.1,-96,MAYBE', THREE[2]))).toMatchObject([
      { title: 'Invalid Marker State', line: 3 },
    ]);
    expect(read(table(THREE[0], 'A,36.1,-96,skip', THREE[2]))[1]?.state).toBe('SKIP');
  });

  it('[R-103] [R-104] defaults the state to TRACK, but always skips the first and the last marker', () => {
    expect(read(table('S,36,-96,TRACK', 'A,36.1,-96,', 'E,36.2,-96,')).map(({ state }) => state)).toEqual([
      'SKIP',
      'TRACK',
      'SKIP',
    ]);
  });

  it('[R-099] [R-100] requires a distance for all markers or for none', () => {
    expect(problemsOf(table('S,36,-96,,,0', 'A,36.1,-96,,,', 'E,36.2,-96,,,,500'))).toEqual([
      {
        title: 'Missing distance value(s)',
        line: null,
        message: '# of Distance values provided (2) must match AGM Marker Count (3)',
      },
    ]);
  });

  it('[R-101] reads distances in metres, or in feet divided by 3.2808; metres win', () => {
    const markers = read(table('S,36,-96,,,0,99', 'A,36.1,-96,,,,3280.8', 'E,36.2,-96,,,2000.12345,'));
    expect(markers.map(({ distanceMetres }) => distanceMetres)).toEqual([0, 1000, 2000.123_45]);
    expect(markers.map(({ fromLaunchM }) => fromLaunchM)).toEqual([0, 1000, 2000.123]);
  });

  it('[R-055] measures missing distances along the line, rounded down to millimetres', () => {
    const [, middle, end] = read(table(...THREE));
    expect(middle?.fromLaunchM).toBeCloseTo(11_119.508, 2);
    expect(end?.fromLaunchM).toBeCloseTo(22_239.016, 2);
    for (const { fromLaunchM: metres } of [middle, end].flatMap((marker) => marker ?? []))
      expect(Math.round(metres * 1000)).toBeCloseTo(metres * 1000, 6);
  });

  it('rejects distances that go back along the line', () => {
    expect(problemsOf(table('S,36,-96,,,0', 'A,36.1,-96,,,500', 'E,36.2,-96,,,400'))).toMatchObject([
      { title: 'Invalid Distance', line: 4 },
    ]);
    expect(problemsOf(table('S,36,-96,,,-1', 'E,36.2,-96,,,400'))).toMatchObject([
      { title: 'Invalid Distance', line: 2 },
    ]);
  });

  it('requires at least two markers', () => {
    expect(problemsOf(table(THREE[0]))).toMatchObject([{ title: 'Unsupported CSV' }]);
    expect(problemsOf(table())).toMatchObject([{ title: 'Unsupported CSV' }]);
  });

  it('never fails otherwise for any cells', () => {
    const cell = fc.oneof(
      fc.string(),
      fc.constantFrom('TRACK', 'SKIP', '36.1', '-96', '=1+1', '1e309', '"', '\0', 'AGM'),
    );
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 9 }), { maxLength: 8 }), (rows) => {
        const imported = importMarkers({ header: HEADER, rows });
        if (!imported.ok) return imported.failure.length > 0;
        return imported.value.every(({ lat, lon, fromLaunchM: metres }) => [lat, lon, metres].every(Number.isFinite));
      }),
    );
  });
});
