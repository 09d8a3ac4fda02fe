import * as fc from 'fast-check';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { inEnglish } from '@waymark/domain/language/translate';
import { describeLineFault } from '@waymark/domain/words/line-faults';
import { readLineFile } from './line-file.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const kml = (...lines: readonly string[]) =>
  `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder>${lines
    .map((line) => `<Placemark><LineString><coordinates>\n${line}\n</coordinates></LineString></Placemark>`)
    .join('')}</Folder></Document></kml>`;
const ONE = '-96,36,100 -96.1,36.1 -96.2,36.2,0';

function read(name: string, bytes: Uint8Array | string) {
  const line = readLineFile(name, typeof bytes === 'string' ? encode(bytes) : bytes);
  return line.ok ? line.value.points.map(({ lat, lon }) => [lon, lat]) : describeLineFault(line.failure, inEnglish);
}
const POINTS = [
  [-96, 36],
  [-96.1, 36.1],
  [-96.2, 36.2],
];

describe('readLineFile', () => {
  it.each([
    ['a.kml', kml(ONE)],
    ['A.KML', `\uFEFF${kml(ONE)}`],
    [
      't.kml',
      '<kml xmlns:gx="g"><gx:Track><when>x</when><gx:coord>-96 36 1</gx:coord><gx:coord>-96.1 36.1 1</gx:coord><gx:coord>-96.2 36.2 1</gx:coord></gx:Track></kml>',
    ],
    [
      'a.gpx',
      '<gpx><trk><trkseg><trkpt lat="36" lon="-96"/><trkpt lat="36.1" lon="-96.1"/><trkpt lat="36.2" lon="-96.2"/></trkseg></trk></gpx>',
    ],
    [
      'r.gpx',
      '<gpx><rte><rtept lat="36" lon="-96"/><rtept lat="36.1" lon="-96.1"/><rtept lat="36.2" lon="-96.2"/></rte></gpx>',
    ],
    [
      'a.geojson',
      JSON.stringify({
        type: 'FeatureCollection',
        features: [{ type: 'Feature', geometry: { type: 'LineString', coordinates: POINTS } }],
      }),
    ],
    ['a.json', JSON.stringify({ type: 'LineString', coordinates: POINTS.map((point) => [...point, 12]) })],
    [
      'c.json',
      JSON.stringify({
        type: 'GeometryCollection',
        geometries: [
          { type: 'Point', coordinates: [0, 0] },
          { type: 'LineString', coordinates: POINTS },
        ],
      }),
    ],
  ])('reads a file of the kind %s', (name, text) => {
    expect(read(name, text)).toEqual(POINTS);
  });

  it('reads a packed file', () => {
    expect(read('a.kmz', zipSync({ 'images/x.png': encode('x'), 'doc.kml': encode(kml(ONE)) }))).toEqual(POINTS);
  });

  it('joins pieces in any order and direction', () => {
    const line = readLineFile('a.kml', encode(kml('-96.2,36.2 -96.3,36.3', ONE, '-96.4,36.4 -96.31,36.31')));
    expect(line).toMatchObject({ ok: true, value: { pieces: 3 } });
    const lons = line.ok ? line.value.points.map(({ lon }) => lon) : [];
    expect([...lons].toSorted((one, other) => one - other)).toEqual(lons[0] === -96 ? lons.toReversed() : lons);
    expect(line.ok && line.value.widestGapM).toBeGreaterThan(1000);
  });

  it.each([
    ['a.txt', 'x', 'A line file ends in .kml, .kmz, .geojson, .json or .gpx.'],
    ['a.kml', kml(), 'There is no line in this file.'],
    ['a.kml', kml('-96,36'), 'There is no line in this file.'],
    ['a.kml', kml('-196,36 -96,36'), 'A point of the line has no valid longitude and latitude.'],
    ['a.kml', kml('-96,1e99 -96,36'), 'A point of the line has no valid longitude and latitude.'],
    ['a.kml', kml('-96 , 36'), 'A point of the line has no valid longitude and latitude.'],
    ['a.kml', '<kml><broken>', 'The file cannot be read: its XML is broken.'],
    ['a.kml', '<html></html>', 'This is not a KML file.'],
    ['a.gpx', kml(ONE), 'This is not a GPX file.'],
    ['a.json', '{', 'The file is not JSON.'],
    [
      'a.json',
      '{"type":"LineString","coordinates":[["1",2],[3,4]]}',
      'A point of the line has no valid longitude and latitude.',
    ],
    ['a.kmz', 'PK', 'There is no KML file in this archive.'],
  ])('reports the fault of %s with %j', (name, text, words) => {
    expect(read(name, text)).toBe(words);
  });

  const NAMED = { type: 'LineString', coordinates: POINTS };
  const utf16 = (text: string) =>
    Uint8Array.of(0xff, 0xfe, ...new Uint8Array(Uint16Array.from(text, (letter) => letter.charCodeAt(0)).buffer));
  it.each([
    ['a.kml', encode(kml(ONE).replace('<Folder>', '<Folder><name>a\0</name>'))],
    ['a.kmz', zipSync({ 'doc.kml': encode(kml(ONE).replace('<Folder>', '<Folder><name>a\0</name>')) })],
    ['a.gpx', encode('<gpx><trk><name>\0</name></trk></gpx>')],
    ['a.json', encode(JSON.stringify({ ...NAMED, name: 'a\0' }))],
    ['a.json', encode(JSON.stringify({ ...NAMED, name: '\uD800' }))],
    ['a.json', encode(JSON.stringify({ ...NAMED, '\uDC00': 1 }))],
    ['a.json', utf16(`{"type":"LineString","name":"\uD800"}`)],
  ])('[W-050] refuses %s with a zero character or half of a surrogate pair', (name, bytes) => {
    expect(read(name, bytes)).toBe('The file holds a character that cannot be stored.');
  });

  it('reads a GeoJSON file with escaped emoji', () => {
    expect(
      read('a.json', JSON.stringify({ ...NAMED, name: '_' }).replace('_', String.raw`\uD83D\uDE80 \u00fc`)),
    ).toEqual(POINTS);
  });

  it('loads nothing external and expands no entity', () => {
    const entity =
      '<!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
    for (const name of ['x', 'b']) {
      expect(read('a.kml', `${entity}<kml><LineString><coordinates>&${name};</coordinates></LineString></kml>`)).toBe(
        'The file cannot be read: its XML is broken.',
      );
    }
  });

  it('aborts a zip bomb in time', () => {
    const bomb = zipSync({ 'doc.kml': new Uint8Array(61_000_000) });
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(read('a.kmz', bomb)).toBe('The archive holds more than can be a line.');
  });

  it('answers a deeply nested file', () => {
    const deep = 50_000;
    expect(typeof read('a.kml', `<kml>${'<a>'.repeat(deep)}${'</a>'.repeat(deep)}</kml>`)).toBe('string');
    expect(typeof read('a.json', `${'{"geometry":'.repeat(deep)}0${'}'.repeat(deep)}`)).toBe('string');
    expect(typeof read('a.json', '['.repeat(deep))).toBe('string');
    for (const depth of [1000, 2000, 3000, 4000, 5000, 6000, 8000]) {
      expect(typeof read('a.kml', kml(`${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`))).toBe('string');
    }
  });

  it('answers a file with very many elements', () => {
    const many = 300_000;
    expect(read('a.kml', `<kml>${'<a/>'.repeat(many)}</kml>`)).toBe('There is no line in this file.');
    expect(read('a.json', `{"features":[${'{},'.repeat(many)}{}]}`)).toBe('There is no line in this file.');
    expect(read('a.json', `{"type":"MultiLineString","coordinates":[${'[],'.repeat(many)}[]]}`)).toBe(
      'There is no line in this file.',
    );
    expect(read('a.kml', kml('1,2 '.repeat(many)))).toBe('The line has more than 200,000 points.');
    expect(read('a.kml', '<'.repeat(3_000_001))).toBe('The file holds more than can be a line.');
  });

  it('reports too many points or pieces', () => {
    expect(
      read(
        'a.json',
        JSON.stringify({ type: 'LineString', coordinates: Array.from({ length: 200_001 }, (_, at) => [at / 1e5, 1]) }),
      ),
    ).toBe('The line has more than 200,000 points.');
    expect(
      read(
        'a.json',
        JSON.stringify({
          type: 'MultiLineString',
          coordinates: Array.from({ length: 501 }, (_, at) => [
            [at / 100, 1],
            [at / 100, 2],
          ]),
        }),
      ),
    ).toContain('501 pieces');
  });

  it('returns a line or a text for any content', () => {
    const name = fc.constantFrom('a.kml', 'a.kmz', 'a.geojson', 'a.gpx');
    const scraps = fc.array(
      fc.oneof(
        fc.string({ maxLength: 8 }),
        fc.constantFrom(
          '<kml>',
          '</kml>',
          '<LineString>',
          '<coordinates>',
          '-96,36 ',
          '&amp;',
          '<![CDATA[',
          ']]>',
          '<gpx>',
          '{"type":"LineString","coordinates":[',
          '[1,2],',
          ']}',
          'PK\u0003\u0004',
        ),
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(name, scraps, (file, parts) => {
        const line = readLineFile(file, encode(parts.join('')));
        return line.ok ? line.value.points.length > 0 : describeLineFault(line.failure, inEnglish).length > 0;
      }),
      { numRuns: 3000 },
    );
    fc.assert(
      fc.property(name, fc.uint8Array({ maxLength: 400 }), (file, bytes) => {
        const line = readLineFile(file, bytes);
        return line.ok || describeLineFault(line.failure, inEnglish).length > 0;
      }),
      { numRuns: 2000 },
    );
  });
});
