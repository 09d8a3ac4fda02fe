import { markText } from '../language/translate.ts';
import { CSV_HEADERS, type CsvColumn } from './import-markers.ts';
import { DESCRIPTIONS, MAX_MARKER_NAME } from './marker.ts';

// The file that users start from, and what each column means.

const ROWS = [
  ['Launch', '36.1234', '-96.7890', 'SKIP', 'LAUNCH', '0', ''],
  ['AGM 1', '36.1310', '-96.7500', 'TRACK', 'AGM', '3610', ''],
  ['Valve 2', '36.1400', '-96.7100', 'SKIP', 'VALVE', '7340', ''],
  ['Receive', '36.1500', '-96.6700', 'SKIP', 'RECEIVE', '11100', ''],
];

/** Can be imported as it is. */
export const CSV_TEMPLATE = `${[Object.values(CSV_HEADERS), ...ROWS].map((row) => row.join()).join('\r\n')}\r\n`;

export interface ColumnNote {
  readonly header: string;
  readonly isRequired: boolean;
  readonly text: string;
  /** Filled in. */
  readonly values?: Readonly<Record<string, string | number>>;
}

const NOTES: Readonly<Record<CsvColumn, Omit<ColumnNote, 'header'>>> = {
  name: {
    isRequired: true,
    text: markText('1 to {number} characters; no two markers of a path have the same name, whatever its case.'),
    values: { number: MAX_MARKER_NAME },
  },
  lat: { isRequired: true, text: markText('Degrees north, −90 to 90, as a decimal number.') },
  lon: { isRequired: true, text: markText('Degrees east, −180 to 180: negative in America.') },
  state: {
    isRequired: true,
    text: markText('TRACK or SKIP; an empty cell means TRACK. The first and the last row are the sites, always SKIP.'),
  },
  description: {
    isRequired: false,
    text: markText('What stands there: {words}. An empty cell means AGM, at the ends LAUNCH and RECEIVE.'),
    values: { words: DESCRIPTIONS.join(', ') },
  },
  metres: {
    isRequired: false,
    text: markText('Distance from the launch along the line, for all markers or for none. It counts before feet.'),
  },
  feet: { isRequired: false, text: markText('The same in feet.') },
};

export const COLUMN_NOTES: readonly ColumnNote[] = (Object.keys(CSV_HEADERS) as CsvColumn[]).map((column) => ({
  header: CSV_HEADERS[column],
  ...NOTES[column],
}));
