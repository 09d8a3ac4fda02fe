import { inEnglish } from '@waymark/domain/language/translate';
import { describeAgmFileFault } from '@waymark/domain/words/agm-file-faults';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_ROWS, readDeviceFile } from './device-file.ts';

function read(text: string) {
  const { rows, faults } = readDeviceFile(text);
  const errors = faults.map(({ line, fault }) => ({ line, message: describeAgmFileFault(fault, inEnglish) }));
  return { rows, errors };
}

const IMEI = '300234063904190';
const located = { line: 2, uid: 100_234, lat: 36.1301, lon: -96.0302, imei: IMEI };
const bare = { lat: 0, lon: 0, imei: null };

describe('a device is read', () => {
  test.each([
    ['with commas', `uid,lat,lon,imei\n100234,36.1301,-96.0302,${IMEI}`],
    ['with semicolons', `uid;lat;lon;imei\n100234;36.1301;-96.0302;${IMEI}`],
    ['with semicolons and decimal commas', `uid;lat;lon;imei\n100234;36,1301;-96,0302;${IMEI}`],
    ['with tabs', `uid\tlat\tlon\timei\n100234\t36.1301\t-96.0302\t${IMEI}`],
    ['with tabs and decimal commas', `uid\tlat\tlon\timei\n100234\t36,1301\t-96,0302\t${IMEI}`],
    ['in another order of columns and in any case', `IMEI,Lon,UID,Lat\n${IMEI},-96.0302,100234,36.1301`],
    ['with a byte order mark and lines of Windows', `\uFEFFuid,lat,lon,imei\r\n100234,36.1301,-96.0302,${IMEI}\r\n`],
    ['with lines of an old Mac', `uid,lat,lon,imei\r100234,36.1301,-96.0302,${IMEI}\r`],
    [
      'with a byte order mark before a quote',
      `\uFEFF"uid","lat","lon","imei"\n"100234","36.1301","-96.0302","${IMEI}"\n`,
    ],
    ['with quotes around a decimal comma', `uid;lat;lon;imei\n"100234";"36,1301";"-96,0302";"${IMEI}"`],
    ['with blanks around everything', ` uid , lat,lon , imei\n 100234\t, 36.1301 ,-96.0302,\u00A0${IMEI} `],
    ['with a plus sign and leading zeros', `uid,lat,lon,imei\n000100234,+36.1301,-096.0302,${IMEI}`],
    [
      'with empty columns at the end, as spreadsheets leave them',
      `uid,lat,lon,imei,,\n100234,36.1301,-96.0302,${IMEI},,`,
    ],
  ])('a device is read from a file %s', (_title, text) => {
    expect(read(text)).toEqual({ rows: [located], errors: [] });
  });

  test('a file without a header has the columns uid, lat, lon, imei', () => {
    expect(read(`100234,36.1301,-96.0302,${IMEI}`)).toEqual({ rows: [{ ...located, line: 1 }], errors: [] });
    expect(read('100234;36,5;-96\n100235').rows).toEqual([
      { line: 1, uid: 100_234, lat: 36.5, lon: -96, imei: null },
      { line: 2, uid: 100_235, ...bare },
    ]);
  });

  test('missing columns or cells leave position and IMEI empty', () => {
    const text = 'imei,uid\n,1\n,2,\n';
    expect(read(text)).toEqual({
      rows: [
        { line: 2, uid: 1, ...bare },
        { line: 3, uid: 2, ...bare },
      ],
      errors: [],
    });
  });

  test('[G-046] lat and lon are read as floats', () => {
    const rows = ['1,.5,5.', '2,-90,-180', '3,90.0,180.0', '4,36.123456789,-0.000001'];
    const places = read(rows.join('\n')).rows.map(({ lat, lon }) => [lat, lon]);
    expect(places).toEqual([
      [0.5, 5],
      [-90, -180],
      [90, 180],
      [36.123456789, -0.000001],
    ]);
  });

  test('a device has its line number despite blank lines, empty rows and a cell of two lines', () => {
    const text = '\n\nuid,lat,lon\n1,2,3\n\n   \n,,\n"\n5",2,3\n6,2,3\n';
    expect(read(text)).toEqual({
      rows: [1, 5, 6].map((uid, index) => ({ line: [4, 8, 10][index], uid, lat: 2, lon: 3, imei: null })),
      errors: [],
    });
  });
});

describe('a row is refused', () => {
  test.each([
    ['no uid', ',36,-96', ['Invalid UID']],
    ['a uid of 15 digits', '100000000000000,36,-96', ['Invalid UID']],
    ['a uid of letters', 'AGM-1,36,-96', ['Invalid UID']],
    ['a uid with a decimal point', '100234.0,36,-96', ['Invalid UID']],
    ['the uid 0', '0,36,-96', ['Invalid UID']],
    ['a negative uid', '-5,36,-96', ['Invalid UID']],
    ['a latitude beyond the pole', '1,90.1,-96', ['Invalid latitude']],
    ['a longitude beyond the date line', '1,36,180.1', ['Invalid longitude']],
    ['a latitude in words', '1,north,-96', ['Invalid latitude']],
    ['degrees with a sign', '1,36°,-96', ['Invalid latitude']],
    ['a power of ten', '1,3.6e1,-96', ['Invalid latitude']],
    ['a decimal comma between commas', '1,"36,5",-96', ['Invalid latitude']],
    ['one half of a position', '1,36,', ['Invalid longitude']],
    ['an IMEI of 14 digits', '1,36,-96,30023406390419', ['An IMEI has 15 digits.']],
    ['an IMEI that a spreadsheet has rounded', '1,36,-96,3.00234E+14', ['An IMEI has 15 digits.']],
    ['a cell too many', '1,36,-96,,pump house', ['There is no column for "pump house"']],
    [
      'everything at once',
      'x,91,181,1',
      ['Invalid UID', 'Invalid latitude', 'Invalid longitude', 'An IMEI has 15 digits.'],
    ],
    ['a quote within a cell', '1"2,36,-96', ['Invalid UID']],
    ['a separator in quotes', '"1,2",36,-96', ['Invalid UID']],
    ['text behind a quote', '"1"2,36,-96', ['Invalid UID']],
  ])('a row is refused for %s', (_title, row, messages) => {
    expect(read(`9,1,1\n${row}`)).toEqual({
      rows: [{ line: 1, uid: 9, lat: 1, lon: 1, imei: null }],
      errors: messages.map((message) => ({ line: 2, message })),
    });
  });

  test.each(['=1+1', '=HYPERLINK("http://x")', '+cmd', '-2+3', '@SUM(A1)', '="100234"', '-', ' =1', '+'])(
    '%j is refused as a formula in any column',
    (cell) => {
      const quoted = `"${cell.replaceAll('"', '""')}"`;
      for (const row of [`${quoted},36,-96,`, `1,${quoted},-96,`, `1,36,-96,${quoted}`, `1,36,-96,,${quoted}`]) {
        const message = `A formula is not allowed: ${JSON.stringify(cell.trim())}`;
        expect(read(row)).toEqual({ rows: [], errors: [{ line: 1, message }] });
      }
    },
  );

  test('a refusal shortens a long cell', () => {
    const [error] = read(`=${'x'.repeat(1000)}`).errors;
    expect(error?.message).toBe(`A formula is not allowed: "=${'x'.repeat(39)}…"`);
  });

  test('a row with the uid or the IMEI of an earlier row is refused', () => {
    const text = `uid,imei\n7,${IMEI}\n8,\n07,\n9,${IMEI}\n7,`;
    expect(read(text).errors).toEqual([
      { line: 4, message: 'The same UID as in line 2' },
      { line: 5, message: 'The same IMEI as in line 2' },
      { line: 6, message: 'The same UID as in line 2' },
    ]);
  });
});

test('a separator in quotes does not decide which one the file has', () => {
  expect(read('"1;\t2",36,-96').errors).toEqual([{ line: 1, message: 'Invalid UID' }]);
});

test('any text is either read or refused with line numbers', () => {
  const text = fc.array(
    fc.constantFrom(',', ';', '\t', '\n', '\r\n', '"', '=', '-', '1', '36.5', 'uid', 'lat', ' ', '\uFEFF', '😀', '\0'),
  );
  fc.assert(
    fc.property(text, (parts) => {
      const file = parts.join('');
      const { rows, errors } = read(file);
      expect(rows.length + errors.length).toBeGreaterThan(0);
      const last = file.split(/\r\n?|\n/).length;
      for (const { line } of [...rows, ...errors]) expect(line >= 1 && line <= last).toBe(true);
    }),
  );
});

describe('a file is refused', () => {
  test.each([
    ['empty', '', 1, 'The file is empty'],
    ['blank', '\uFEFF\r\n \r\n;;\r\n', 1, 'The file is empty'],
    ['a header alone', '\nuid,lat,lon,imei\n', 2, 'The file has no devices'],
    ['a header without uid', 'lat,lon\n36,-96', 1, 'Missing required field: uid'],
    ['an unknown column', 'uid,latt,lon\n1,36,-96', 1, 'There is no column "latt"'],
    ['a column twice', 'uid,lat,lat\n1,36,36', 1, 'The column "lat" occurs twice'],
  ])('%s', (_title, text, line, message) => {
    expect(read(text)).toEqual({ rows: [], errors: [{ line, message }] });
  });

  test('an unclosed quote is refused with the line where it opens', () => {
    const text = `uid,lat,lon\n1,36,-96\n"2,36,-96\n3,36,-96\n`;
    expect(read(text)).toEqual({
      rows: [{ line: 2, uid: 1, lat: 36, lon: -96, imei: null }],
      errors: [{ line: 3, message: 'A quote is never closed' }],
    });
    expect(read('"uid').errors).toEqual([{ line: 1, message: 'A quote is never closed' }]);
  });

  test('a file with more than 5,000 devices is refused', () => {
    const rows = Array.from({ length: MAX_ROWS + 2 }, (_, index) => String(index + 1));
    const { errors } = read(['uid', ...rows].join('\n'));
    expect(errors).toEqual([{ line: 5002, message: 'A file has at most 5,000 devices' }]);
    const full = read(['uid', ...rows.slice(0, MAX_ROWS)].join('\n'));
    expect([full.rows.length, full.errors]).toEqual([5000, []]);
  });
});
