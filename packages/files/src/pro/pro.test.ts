import { readFileSync } from 'node:fs';
import { anyReport } from '@waymark/domain/report/testing/any-report';
import { makeReport } from '@waymark/domain/report/testing/reported-run';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addToCrc, CRC_START, formatCrc } from './crc-32.ts';
import type { ProFile } from './pro-file.ts';
import { readPro, type ProFailure } from './read-pro.ts';
import { toPro } from './report-to-pro.ts';
import { listRecords, ProLines, writeWaveform } from './write-pro.ts';

/** The whole file; the server writes it in parts (`writeProReport`). */
function writePro({ waveforms, ...file }: ProFile): string {
  const lines = new ProLines();
  const written = [...listRecords(file), ...waveforms.map(writeWaveform)].map((record) => lines.write(record));
  return written.join('') + lines.end();
}
const encode = (text: string) => new TextEncoder().encode(text);
const crcOf = (text: string) => formatCrc(addToCrc(CRC_START, encode(text)));
/** Appends the correct last line. */
const seal = (lines: readonly string[]) => {
  const text = lines.map((line) => `${line}\n`).join('');
  return encode(`${text}END|${lines.length}|${crcOf(text)}\n`);
};
const failureOf = (bytes: Uint8Array): ProFailure | null => {
  const read = readPro(bytes);
  return read.ok ? null : read.failure;
};

const waveform = {
  number: 2,
  type: 'ELF',
  samplingRate: 16.666,
  endOfSnipAt: 1_773_824_415_123,
  samples: [3, -32_768, 32_767, 0],
};
const SMALL: ProFile = { ...toPro(makeReport(), 'default'), waveforms: [waveform] };
const LINES = writePro(SMALL).split('\n').slice(0, -2);

/** Everything that the grammar allows; JavaScript texts may also contain unpaired surrogates, which files cannot. */
const anyText = fc.oneof(
  fc.string({ maxLength: 30, unit: 'grapheme' }),
  fc.constantFrom('|', '\\p', '\\', 'a\nb\r\n', '""', '"', 'END|1|0', '\u{FEFF}x', '管道 🐷', ''),
);
const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const orNone = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const instant = fc.integer({ min: 0, max: 4_102_444_800_000 });
const whole = fc.integer();
const anyFile: fc.Arbitrary<ProFile> = fc.record({
  head: fc.record({
    type: fc.constantFrom('default', 'summary'),
    runId: whole,
    runName: anyText,
    tool: anyText,
    jobNumber: anyText,
    createdAt: instant,
  }),
  run: fc.record({
    launchAt: orNone(instant),
    receiveAt: orNone(instant),
    expectedSpeed: anyNumber,
    averageSpeed: orNone(anyNumber),
    diameterM: anyNumber,
    lengthM: anyNumber,
  }),
  markers: fc
    .array(
      fc.record({
        name: anyText,
        state: anyText,
        description: anyText,
        lat: anyNumber,
        lon: anyNumber,
        distanceM: anyNumber,
        uid: orNone(whole),
        note: anyText,
      }),
      { minLength: 1, maxLength: 6 },
    )
    .map((all) => all.map((one, at) => ({ number: at + 1, ...one }))),
  passages: fc.array(
    fc.record({
      number: fc.constant(1),
      type: anyText,
      at: orNone(instant),
      detectionCount: orNone(whole),
      frequency: orNone(anyNumber),
      firmware: orNone(anyNumber),
      lat: orNone(anyNumber),
      lon: orNone(anyNumber),
      altitudeM: orNone(anyNumber),
      legSpeed: orNone(anyNumber),
      legS: orNone(anyNumber),
      mlPercents: fc.tuple(orNone(anyNumber), orNone(anyNumber), orNone(anyNumber)),
    }),
    { maxLength: 6 },
  ),
  waveforms: fc.array(
    fc.record({
      number: fc.constant(1),
      type: anyText,
      samplingRate: anyNumber,
      endOfSnipAt: instant,
      samples: fc.array(whole, { minLength: 1, maxLength: 20 }),
    }),
    { maxLength: 3 },
  ),
});

describe('.pro file', () => {
  it('[O-075] any file is read as it was written', () => {
    fc.assert(
      fc.property(anyFile, (file) => {
        expect(readPro(encode(writePro(file)))).toEqual({ ok: true, value: file });
      }),
    );
  });

  it('[O-074] [O-075] any report of either type survives, except for the commas in notes', () => {
    fc.assert(
      fc.property(anyReport, fc.constantFrom('default', 'summary'), (report, type) => {
        const file = { ...toPro(report, type), waveforms: [] };
        const read = readPro(encode(writePro(file)));
        const names = read.ok ? read.value.markers.map(({ name }) => name) : [];
        const wanted = report.rows.filter(({ marker }) => type === 'default' || marker.state === 'TRACK');
        expect(names).toEqual(wanted.map(({ marker }) => marker.name.toWellFormed()));
        expect(read.ok && read.value.markers.some(({ note }) => note.includes(','))).toBe(false);
        expect(read.ok && writePro(read.value)).toBe(writePro(file));
      }),
    );
  });

  it('[O-058] quotes in notes are doubled', () => {
    expect(LINES[3]).toMatch(/\|By the gate ""old"" fence$/);
    expect(SMALL.markers[1]?.note).toBe('By the gate "old" fence');
  });

  it('a Summary has no scores, and only tracked markers', () => {
    const { head, markers, passages } = toPro(makeReport(), 'summary');
    expect([head.type, markers.map(({ number }) => number), passages.flatMap(({ mlPercents }) => mlPercents)]).toEqual([
      'summary',
      [2, 3, 4, 6],
      Array(12).fill(null),
    ]);
  });

  it('a truncated or changed file is refused', () => {
    const bytes = encode(writePro(SMALL));
    for (let length = 0; length < bytes.length; length++) expect(readPro(bytes.slice(0, length)).ok).toBe(false);
    for (let at = 0; at < bytes.length; at++) {
      const other = Uint8Array.from(bytes);
      other[at] = (other[at] ?? 0) ^ 1;
      expect(readPro(other).ok).toBe(false);
    }
  });

  it.each([
    ['nothing', encode(''), { kind: 'no-pro-file' }],
    ['some other file', encode('Marker,Description\r\n'), { kind: 'no-pro-file' }],
    ['a later version', encode('PRO|2|new|things\n'), { kind: 'unknown-version', version: '2' }],
    ['a file without its end', encode(LINES.join('\n')), { kind: 'cut-off' }],
    ['a file with a changed letter', encode(writePro(SMALL).replace('gate', 'gaze')), { kind: 'wrong-checksum' }],
    ['a file that counts wrongly', encode(writePro(SMALL).replace(/END\|\d+/, 'END|3')), { kind: 'wrong-count' }],
    [
      'a record that there is not',
      seal([...LINES, 'MORE|1']),
      { kind: 'bad-record', line: LINES.length + 1, record: 'MORE|1' },
    ],
    ['a passage of no marker', seal([...LINES.slice(0, 3), 'PSG|9|MAG||||||||||,,']), { kind: 'bad-record', line: 4 }],
    ['a marker twice', seal([...LINES.slice(0, 3), LINES[2] ?? '']), { kind: 'bad-record', line: 4 }],
    ['a field too many', seal([LINES[0] ?? '', `${LINES[1]}|x`]), { kind: 'bad-record', line: 2 }],
    [
      'an invalid number',
      seal([LINES[0] ?? '', (LINES[1] ?? '').replace('|3|', '|0x3|')]),
      { kind: 'bad-record', line: 2 },
    ],
    [
      'an escape that there is not',
      seal([(LINES[0] ?? '').replace('Due north', 'Due\\q')]),
      { kind: 'bad-record', line: 1 },
    ],
    ['no record of the run', seal([LINES[0] ?? '']), { kind: 'bad-record', line: 2 }],
  ])('distinguishes %s', (_what, bytes, failure) => {
    expect(failureOf(bytes)).toMatchObject(failure);
  });
});

test('the checksum is that of zip files', () => {
  expect(crcOf('123456789')).toBe('CBF43926');
});

test('the example in the documentation is valid', () => {
  const text = readFileSync(new URL('../../../../docs/pro-format.md', import.meta.url), 'utf8');
  const example = /## Example\n\n```\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
  const read = readPro(encode(example));
  expect(read.ok && writePro(read.value)).toBe(example);
});
