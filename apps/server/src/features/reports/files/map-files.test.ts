import { gpx, kml } from '@tmcw/togeojson';
import { runBackward } from '@waymark/domain/path/line';
import { heard, minute, straightRun } from '@waymark/domain/run/testing/straight-run';
import { manualPassage, type Run } from '@waymark/domain/run/run';
import { readLineFile } from '@waymark/files/line/line-file';
import type { MapFile, MapFormat } from '@waymark/files/map/map-file';
import { pathToMap } from '@waymark/files/map/path-to-map';
import { runToMap } from '@waymark/files/map/run-to-map';
import { listMapParts } from '@waymark/files/map/write-map-file';
import { readZip } from '@waymark/files/testing/read-zip';
import { DOMParser } from '@xmldom/xmldom';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import parseShapefiles from 'shpjs';
import { describe, expect, it } from 'vitest';

// Files for maps, read by programs of others.

const NOW = minute(300);
const write = (file: MapFile, format: MapFormat): Buffer =>
  Buffer.concat([...listMapParts(file, format, NOW)].map((part) => Buffer.from(part)));

function parseXml(text: string) {
  const errors: string[] = [];
  const document = new DOMParser({ onError: (_level, message) => errors.push(message) }).parseFromString(
    text,
    'text/xml',
  );
  expect(errors).toEqual([]);
  return document;
}

type Features = readonly Feature<Geometry | null>[];

const READERS: Readonly<Record<MapFormat, (bytes: Buffer) => Promise<Features>>> = {
  kml: async (bytes) => kml(parseXml(bytes.toString())).features,
  gpx: async (bytes) => gpx(parseXml(bytes.toString())).features,
  geojson: async (bytes) => (JSON.parse(bytes.toString()) as FeatureCollection).features,
  shapefile: async (bytes) => [await parseShapefiles(bytes)].flat().flatMap(({ features }) => features),
};
const FORMATS = Object.keys(READERS) as MapFormat[];

const ODD = ['"quoted"', ']]> & <b>', '🐷 Ñandú', "it's; a, b"];
const oddRun: Run = straightRun(
  { pig: `P${'🐷'.repeat(20)} & "x"`, passages: [heard(11, 60, ODD[0] ?? '', true)] },
  Object.fromEntries(
    ODD.map((name, at) => [`M${at + 1}`, { name, note: `${'ä'.repeat(199)}"`, linkedUid: 10 + at }] as const),
  ),
);
const odd: Run = { ...oddRun, path: { ...oddRun.path, name: `${'N'.repeat(195)} ]]>&` } };

const points = (features: Features) => features.filter(({ geometry }) => geometry?.type === 'Point');
const lines = (features: Features) => features.filter(({ geometry }) => geometry && geometry.type !== 'Point');

/** The reader of KML gives pieces as a collection. */
function listPieces(geometry: Geometry | null | undefined): readonly (readonly number[])[][] {
  if (geometry?.type === 'GeometryCollection') return geometry.geometries.flatMap(listPieces);
  if (geometry?.type === 'LineString') return [geometry.coordinates];
  return geometry?.type === 'MultiLineString' ? geometry.coordinates : [];
}
const nameOf = ({ properties }: Feature<Geometry | null>): unknown => properties?.['name'] ?? properties?.['NAME'];

describe.each(FORMATS)('a file for maps in the format %s', (format) => {
  const read = (file: MapFile) => READERS[format](write(file, format));

  it('[W-513] a path has its line and its markers, in their order and at their places', async () => {
    const features = await read(pathToMap(straightRun().path));
    expect(points(features).map(nameOf)).toEqual(['Launch', 'M1', 'M2', 'M3', 'M4', 'M5', 'Receive']);
    const places = points(features).map(
      ({ geometry }) => geometry?.type === 'Point' && geometry.coordinates.slice(0, 2),
    );
    expect(places[2]).toEqual([expect.closeTo(-97, 6), expect.closeTo(36.2, 6)]);
    const [line] = lines(features);
    expect(line?.geometry).toMatchObject({ type: 'LineString' });
    expect(line?.geometry?.type === 'LineString' && line.geometry.coordinates).toHaveLength(7);
  });

  it('[W-513] names with quotes, ]]>, ampersands and emoji, and of 200 characters, are read as they are', async () => {
    const features = await read(runToMap(odd, NOW));
    expect(points(features).slice(1, 5).map(nameOf)).toEqual(ODD);
    expect(nameOf(points(features).at(-1) ?? ({} as Feature))).toBe(odd.pig);
    expect(nameOf(lines(features)[0] ?? ({} as Feature))).toBe(odd.path.name);
  });

  it('[W-513] a line across the antimeridian has pieces that end there', async () => {
    const { path } = straightRun();
    const turn = (lon: number) => (lon > 180 ? lon - 360 : lon);
    const pigLineGenerated = path.pigLineGenerated.map(([, lat], at) => [turn(179.7 + at / 10), lat] as const);
    const [line] = lines(await read(pathToMap({ ...path, pigLineGenerated })));
    expect(listPieces(line?.geometry).map((piece) => [piece[0]?.[0], piece.at(-1)?.[0]])).toEqual([
      [expect.closeTo(179.7, 6), 180],
      [-180, expect.closeTo(-179.7, 6)],
    ]);
  });

  it('[W-513] a marker without an altitude has none, and one with an altitude has it', async () => {
    const high = { ...heard(11, 60, 'M1', true), altitudeMm: 214_300 };
    const found = points(await read(runToMap(straightRun({ passages: [high] }), NOW)));
    const heights = found.slice(0, 3).map(({ geometry, properties }) =>
      format === 'shapefile'
        ? // An empty number is read as none.
          Number(properties?.['ALT_M']) || null
        : geometry?.type === 'Point' && geometry.coordinates[2],
    );
    expect(heights[1]).toBeCloseTo(214.3, 1);
    expect(
      [heights[0] ?? null, heights[2] ?? null].filter((height) => height !== null && height !== undefined),
    ).toEqual([]);
  });
});

describe('a shapefile', () => {
  it('[W-514] both layers have shapes, index, table, projection and code page', () => {
    const files = readZip(write(pathToMap(straightRun().path), 'shapefile'));
    expect([...files.keys()].toSorted()).toEqual(
      ['line', 'markers'].flatMap((layer) => ['cpg', 'dbf', 'prj', 'shp', 'shx'].map((ending) => `${layer}.${ending}`)),
    );
    expect([files.get('markers.cpg'), files.get('line.prj')?.slice(0, 22)]).toEqual([
      'UTF-8',
      'GEOGCS["GCS_WGS_1984",',
    ]);
  });

  it('[W-514] texts of a table are read in UTF-8, and numbers as numbers', async () => {
    const [, first] = points(await READERS.shapefile(write(runToMap(odd, NOW), 'shapefile')));
    expect(first?.properties).toMatchObject({ NUMBER: 2, UID: 10, KIND: 'AGM', TRACKED: 'yes' });
    expect(first?.properties?.['NOTE']).toBe('ä'.repeat(127));
    expect(Object.keys(first?.properties ?? {}).filter((name) => name.length > 10)).toEqual([]);
  });
});

describe('a run as a file for maps', () => {
  const passages = [heard(11, 60, 'M1', true), manualPassage('M2', minute(120)), heard(13, 185, 'M3')];
  const run = straightRun({ passages }, { M3: { linkedUid: 13 }, M4: { linkedUid: 14 }, M5: { linkedUid: 15 } });
  const readStates = async (of: Run, now: number) => {
    const found = points(await READERS.geojson(write(runToMap(of, now), 'geojson')));
    return found.map(({ properties }) => properties as Readonly<Record<string, unknown>>);
  };

  it('[W-515] each marker has its state of knowledge, and its planned, heard and verified times', async () => {
    const states = await readStates(run, minute(190));
    expect(states.map(({ name, state }) => [name, state])).toEqual([
      ['Launch', 'launch site'],
      ['M1', 'passed, verified'],
      ['M2', 'passed, verified'],
      ['M3', 'heard, not verified'],
      ['M4', 'expected, an estimate'],
      ['M5', 'expected, an estimate'],
      ['Receive', 'receive site'],
      ['CLN-16-02', 'estimated position'],
    ]);
    expect(states[1]).toMatchObject({
      heardAt: '2026-03-18T09:00:00.000Z',
      verifiedAt: '2026-03-18T09:00:00.000Z',
      estimatedAt: null,
      plannedAt: '2026-03-18T09:01:46.502Z',
    });
    expect(states[3]).toMatchObject({ heardAt: '2026-03-18T11:05:00.000Z', verifiedAt: null, estimatedAt: null });
  });

  it('[W-515] an estimate is called one, with its earliest and latest time, and the pig too', async () => {
    const states = await readStates(run, minute(190));
    expect(states[4]?.['text']).toMatch(
      /^expected, an estimate, estimate 2026-03-18 1\d.* UTC, between .* and .* UTC$/,
    );
    expect(states[4]?.['verifiedAt']).toBeNull();
    expect(states.at(-1)?.['text']).toMatch(/^estimated position at .* UTC, last confirmed at M2, .* UTC$/);
  });

  it('[W-515] a completed run has no estimate and no pig', async () => {
    const states = await readStates({ ...run, completedAt: minute(400) }, minute(500));
    expect(states).toHaveLength(7);
    expect(states.map(({ estimatedAt }) => estimatedAt)).toEqual(states.map(() => null));
    expect(states.at(-1)).toMatchObject({ verifiedAt: '2026-03-18T14:40:00.000Z' });
  });

  it('[W-515] a run that is not launched has no times at all', async () => {
    const states = await readStates(straightRun({ launchAt: null }), NOW);
    expect(states.map(({ plannedAt, estimatedAt, heardAt }) => [plannedAt, estimatedAt, heardAt])).toEqual(
      states.map(() => [null, null, null]),
    );
  });

  it('[W-513] the line of a written file can be imported again', () => {
    const { path } = straightRun();
    for (const [format, name] of [
      ['kml', 'a.kml'],
      ['gpx', 'a.gpx'],
      ['geojson', 'a.geojson'],
    ] as const) {
      const line = readLineFile(name, write(pathToMap(runBackward(path)), format));
      expect([format, line.ok && line.value.points.length]).toEqual([format, 7]);
    }
  });
});
