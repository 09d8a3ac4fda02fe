import { exportMarkers } from '@waymark/domain/path/export-markers';
import { generateLine, measureMarkers, trackOf } from '@waymark/domain/path/line';
import { inEnglish } from '@waymark/domain/language/translate';
import type { Marker } from '@waymark/domain/path/marker';
import { foldName } from '@waymark/domain/text/names';
import { wordProblem } from '@waymark/domain/words/import-faults';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMarkers } from './read-markers.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const LINES = [
  'AGM Marker Name,Latitude,Longitude,State',
  'Start,36,-96,SKIP',
  'AGM 1,36.1,-96.5,TRACK',
  'End,36.2,-97,SKIP',
];

function namesIn(bytes: Uint8Array): readonly string[] {
  const read = readMarkers(bytes);
  if (read.ok) return read.value.map(({ name }) => name);
  return read.failure
    .map((problem) => wordProblem(problem, inEnglish))
    .map(({ line, message }) => `${line}: ${message}`);
}

function toUtf16(text: string, isBigEndian: boolean): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) bytes.setUint16(at * 2, text.charCodeAt(at), !isBigEndian);
  return new Uint8Array(bytes.buffer);
}

describe('readMarkers', () => {
  const plain = LINES.join('\n');

  it.each([
    ['line feeds', encode(plain)],
    ['both line ends', encode(LINES.join('\r\n'))],
    ['carriage returns', encode(LINES.join('\r'))],
    ['a byte order mark', encode(`\uFEFF${plain}`)],
    ['semicolons', encode(LINES.map((line) => line.replaceAll(',', ';')).join('\n'))],
    ['tabs', encode(LINES.map((line) => line.replaceAll(',', '\t')).join('\n'))],
    [
      'quotes',
      encode(
        LINES.map((line) =>
          line
            .split(',')
            .map((cell) => `"${cell}"`)
            .join(),
        ).join('\n'),
      ),
    ],
    ['UTF-16', toUtf16(`\uFEFF${plain}`, false)],
    ['UTF-16 without a mark', toUtf16(plain, false)],
    ['UTF-16 the other way', toUtf16(`\uFEFF${plain}`, true)],
    ['empty lines', encode(`\n${LINES.join('\n\n')}\n\n`)],
  ])('reads a file written with %s', (_, bytes) => {
    expect(namesIn(bytes)).toEqual(['Start', 'AGM 1', 'End']);
  });

  it('reads the letters of old spreadsheets', () => {
    const bytes = encode(plain.replace('Start', 'S?art'));
    bytes[bytes.indexOf(63)] = 0xe4;
    expect(namesIn(bytes)).toEqual(['Säart', 'AGM 1', 'End']);
  });

  it('[R-088] rejects a file that cannot be parsed', () => {
    expect(readMarkers(encode(`${plain}\n"never closed,1,2`))).toMatchObject({
      ok: false,
      failure: [{ code: 'quote-open', line: 5 }],
    });
    expect(readMarkers(encode(''))).toMatchObject({ ok: false, failure: [{ code: 'file-empty' }] });
    expect(readMarkers(Uint8Array.of(1, 0, 0, 2, 0, 0, 0, 9))).toMatchObject({
      ok: false,
      failure: [{ code: 'not-text' }],
    });
  });

  it('[R-102] names lines as a text editor counts them', () => {
    expect(namesIn(encode([LINES[0], LINES[1], '', ',1,1,TRACK', '"a\nb",1,1,X', LINES[3]].join('\n')))).toEqual([
      '4: AGM Marker Name must have between 1 and 20 characters',
      '5: State must be TRACK or SKIP: X',
    ]);
  });

  it('an exported file has the same markers after import', () => {
    const name = fc.string({ minLength: 1, maxLength: 20 }).map((text) => text.replaceAll(/[\p{C}\s]/gu, '_'));
    const marker = fc.record({
      name,
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lon: fc.double({ min: -180, max: 180, noNaN: true }),
      description: fc.constantFrom('AGM', 'VALVE', 'WELD'),
      state: fc.constantFrom('TRACK', 'SKIP'),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(marker, { minLength: 2, maxLength: 30, selector: ({ name: text }) => foldName(text) }),
        fc.boolean(),
        (drawn, hasDistances) => {
          const markers = drawn.map((one, at) => ({
            ...one,
            lat: one.lat + 0,
            lon: one.lon + 0,
            state: at === 0 || at === drawn.length - 1 ? 'SKIP' : one.state,
            note: '',
            distanceMetres: hasDistances ? at * 1000.123_4 : null,
            autoLink: false,
            autoVerify: false,
            autoLinkedUids: [],
            linkedUid: null,
          })) as Omit<Marker, 'fromLaunchM'>[];
          const [launch] = drawn;
          const line = {
            pigLineGenerated: generateLine(markers),
            pigLineKml: null,
            launchSiteLat: launch?.lat ?? 0,
            launchSiteLon: launch?.lon ?? 0,
          };
          const path = measureMarkers(markers, trackOf(line));
          expect(readMarkers(encode(exportMarkers(path)))).toEqual({ ok: true, value: path });
        },
      ),
    );
  });

  it('answers a file of a hundred thousand rows', () => {
    const rows = Array.from({ length: 100_000 }, (_, at) => `M${at},36,-96,TRACK`);
    expect(namesIn(encode([LINES[0], ...rows].join('\n')))).toEqual(['null: A path has at most 10,000 markers']);
    expect(namesIn(encode([LINES[0], ...rows.slice(0, 10_001)].join('\n')))).toEqual([
      'null: A path has at most 10,000 markers',
    ]);
    // All at one place, so that each is measured along a line of as many points.
    expect(namesIn(encode([LINES[0], ...rows.slice(0, 10_000)].join('\n')))).toHaveLength(10_000);
  });

  it.each([
    ['blank lines', '\n', 'A path has at most 10,000 markers'],
    ['separators', ',', 'A path has at least two markers: the launch site and the receive site'],
    ['quotes', '"', 'A path has at least two markers: the launch site and the receive site'],
    ['letters', 'a', 'A path has at least two markers: the launch site and the receive site'],
  ])('answers a file of a million %s', (_, letter, message) => {
    expect(namesIn(encode(`${LINES[0]}\n${letter.repeat(1_000_000)}`))).toEqual([`null: ${message}`]);
  });

  it('does not read more than ten megabytes', () => {
    expect(namesIn(new Uint8Array(10_000_001))).toEqual(['null: The file is larger than 10 MB']);
  });

  it('returns markers or problems by line for any content and form', () => {
    const cell = fc.oneof(
      fc.string({ maxLength: 12, unit: 'grapheme' }),
      fc.constantFrom(
        'TRACK',
        'SKIP',
        'AGM',
        '36.1',
        '-96,5',
        '=HYPERLINK("x")',
        '=1+1',
        '+1',
        '@SUM(1)',
        '"',
        '""',
        '"a;b"',
        '"a\nb"',
        '\r',
        '\n',
        '\0',
        '\uFEFF',
        '1e400',
        'Infinity',
      ),
    );
    const marker = fc.tuple(
      fc.string({ minLength: 1, maxLength: 22 }),
      fc.constantFrom('36.1', '91', '-36,5', ''),
      fc.constantFrom('-96.1', '181', ''),
      fc.constantFrom('TRACK', 'skip', '', 'x'),
    );
    // Some valid values among the invalid ones.
    const good = fc
      .array(fc.constantFrom('TRACK', 'skip', ''), { minLength: 2, maxLength: 10 })
      .map((states) => states.map((state, at) => [`M${at}`, '36.1', '-96.1', state]));
    const file = fc.record({
      header: fc.constantFrom(...LINES.slice(0, 1), '', 'Latitude,Longitude'),
      separator: fc.constantFrom(',', ';', '\t', '|'),
      rows: fc.oneof(good, fc.array(fc.oneof(marker, fc.array(cell, { maxLength: 8 })), { maxLength: 10 })),
      isQuoted: fc.boolean(),
      end: fc.constantFrom('\n', '\r\n', '\r'),
      mark: fc.constantFrom('', '\uFEFF'),
      write: fc.constantFrom(
        encode,
        (text: string) => toUtf16(text, false),
        (text: string) => toUtf16(text, true),
      ),
    });
    let imported = 0;
    fc.assert(
      fc.property(file, ({ header, separator, rows, isQuoted, end, mark, write }) => {
        const quote = (text: string) => (isQuoted ? `"${text.replaceAll('"', '""')}"` : text);
        const text = mark + [header.split(','), ...rows].map((row) => row.map(quote).join(separator)).join(end);
        const lines = text.split(/\r\n?|\n/).length;
        const read = readMarkers(write(text));
        if (!read.ok)
          return (
            read.failure.length > 0 && read.failure.every(({ line }) => line === null || (line >= 1 && line <= lines))
          );
        imported += 1;
        return read.value.length >= 2;
      }),
      { numRuns: 10_000 },
    );
    expect(imported).toBeGreaterThan(0);
  });

  it('returns markers or problems for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const read = readMarkers(bytes);
        return read.ok || read.failure.length > 0;
      }),
    );
  });
});
