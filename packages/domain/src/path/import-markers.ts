import { inEnglish, markTexts, type Translate } from '../language/translate.ts';
import { fail, succeed, type Result } from '../result.ts';
import { unescapeName } from '../report/formula.ts';
import { foldName } from '../text/same-name.ts';
import { hasHiddenControls } from '../text/hidden-controls.ts';
import { feetToMetres } from '../units/length.ts';
import { generateLine, measureMarkers } from './line.ts';
import {
  DESCRIPTIONS,
  MARKER_STATES,
  MAX_MARKER_NAME,
  type Marker,
  type MarkerDescription,
  type MarkerState,
} from './marker.ts';
import { measureTrack } from '../geo/track.ts';

// Converts the rows of a CSV file to the markers of a path, or reports the faults by line.

export const CSV_HEADERS = {
  name: 'AGM Marker Name',
  lat: 'Latitude',
  lon: 'Longitude',
  state: 'State',
  description: 'Description',
  metres: 'Distance (m)',
  feet: 'Distance (ft)',
} as const;
export type CsvColumn = keyof typeof CSV_HEADERS;
const REQUIRED: readonly CsvColumn[] = ['name', 'lat', 'lon', 'state'];

/** The cells of a file, independent of the program that wrote it. */
export interface CsvTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface ImportProblem {
  readonly title: string;
  /** Line number as in a text editor; null: the problem concerns the whole file. */
  readonly line: number | null;
  readonly message: string;
}

/** The faults of a file that cannot be read as a table. */
export const FILE_FAULTS = markTexts({
  unsupported: 'Unsupported CSV',
  'too-large': 'The file is larger than {megabytes} MB',
  'open-quote': 'A quote is never closed',
  empty: 'The file is empty',
});

/** A file that contains no table of markers. */
export function refuseCsv(message: string, t: Translate = inEnglish, line: number | null = null): ImportProblem {
  return { title: t('Unsupported CSV'), line, message };
}

/** Limits the markers of a path; a larger file is not a line of markers. */
export const MAX_MARKERS = 10_000;
export const describeTooMany = (t: Translate = inEnglish): string =>
  t('A path has at most {count} marker|A path has at most {count} markers', { count: MAX_MARKERS });

/** The header is line 1, and rows count from 0. */
const lineOf = (row: number) => row + 2;

type Cells = Readonly<Record<CsvColumn, string>>;

const normalise = (header: string) => header.trim().toLowerCase().replaceAll(/\s+/g, ' ');

function findColumns(header: readonly string[]): ReadonlyMap<CsvColumn, number> {
  const names = header.map(normalise);
  const found = Object.entries(CSV_HEADERS).map(
    ([column, title]) => [column as CsvColumn, names.indexOf(normalise(title))] as const,
  );
  return new Map(found.filter(([, at]) => at >= 0));
}

function readRows({ rows }: CsvTable, columns: ReadonlyMap<CsvColumn, number>): Cells[] {
  const all = Object.keys(CSV_HEADERS) as CsvColumn[];
  // A cell may contain a line break, a name may not.
  const read = (row: readonly string[], column: CsvColumn) =>
    row[columns.get(column) ?? -1]?.trim().replaceAll(/[\t\n\r]+/g, ' ') ?? '';
  return rows.map((row) => {
    const cells = Object.fromEntries(all.map((column) => [column, read(row, column)])) as Cells;
    return { ...cells, name: unescapeName(cells.name) };
  });
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;

/** null: not a number. A single comma counts as the decimal point, as in spreadsheets of some countries. */
function readNumber(text: string): number | null {
  const pointed = /^[+-]?\d+,\d+$/.test(text) ? text.replace(',', '.') : text;
  const value = NUMBER.test(pointed) ? Number(pointed) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

function checkNames(rows: readonly Cells[], t: Translate): ImportProblem[] {
  const title = t('Unsupported Marker Name');
  const length = t('AGM Marker Name must have between 1 and {number} characters', { number: MAX_MARKER_NAME });
  return rows.flatMap(({ name }, row) => {
    if (name.length < 1 || name.length > MAX_MARKER_NAME) return [{ title, line: lineOf(row), message: length }];
    return hasHiddenControls(name)
      ? [{ title, line: lineOf(row), message: t('AGM Marker Name must not have control characters') }]
      : [];
  });
}

function checkUnique(rows: readonly Cells[], t: Translate): ImportProblem[] {
  const seen = new Set<string>();
  return rows.flatMap(({ name }, row) => {
    const folded = foldName(name);
    if (folded === '' || !seen.has(folded)) {
      seen.add(folded);
      return [];
    }
    return [
      {
        title: t('AGM Marker Names not unique'),
        line: lineOf(row),
        message: t('Duplicate marker name: {name}', { name }),
      },
    ];
  });
}

function checkDegrees(
  rows: readonly Cells[],
  { column, most }: { readonly column: 'lat' | 'lon'; readonly most: number },
  t: Translate,
): ImportProblem[] {
  const header = CSV_HEADERS[column];
  return rows.flatMap((cells, row) => {
    const text = cells[column];
    const value = readNumber(text);
    if (value !== null && Math.abs(value) <= most) return [];
    const message =
      text === ''
        ? t('{column} is empty', { column: header })
        : t('{column} must be a number between -{most} and {most}: {text}', {
            column: header,
            most,
            text: shorten(text),
          });
    return [{ title: t('Invalid {column}', { column: header }), line: lineOf(row), message }];
  });
}

const SHOWN = 40;
const shorten = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

const isOneOf = <Value extends string>(values: readonly Value[], text: string): text is Value =>
  values.some((value) => value === text);

function checkDescriptions(rows: readonly Cells[], t: Translate): ImportProblem[] {
  return rows.flatMap(({ description }, row) =>
    description === '' || isOneOf(DESCRIPTIONS, description.toUpperCase())
      ? []
      : [
          {
            title: t('Invalid Marker Description'),
            line: lineOf(row),
            message: t('Description must be one of {words}: {text}', {
              words: DESCRIPTIONS.join(', '),
              text: shorten(description),
            }),
          },
        ],
  );
}

function checkStates(rows: readonly Cells[], t: Translate): ImportProblem[] {
  return rows.flatMap(({ state }, row) =>
    state === '' || isOneOf(MARKER_STATES, state.toUpperCase())
      ? []
      : [
          {
            title: t('Invalid Marker State'),
            line: lineOf(row),
            message: t('State must be TRACK or SKIP: {text}', { text: shorten(state) }),
          },
        ],
  );
}

/** Metres take precedence over feet; null: no distance, or an invalid one. */
function readDistance({ metres, feet }: Cells): number | null {
  const value = metres === '' ? readNumber(feet) : readNumber(metres);
  if (value === null || value < 0) return null;
  return metres === '' ? feetToMetres(value) : value;
}

/** Distances count from the launch site, so they must not decrease. */
function checkEachDistance(rows: readonly Cells[], t: Translate): ImportProblem[] {
  const title = t('Invalid Distance');
  let reached = 0;
  return rows.flatMap((cells, row) => {
    const text = cells.metres === '' ? cells.feet : cells.metres;
    if (text === '') return [];
    const distance = readDistance(cells);
    const isLess = distance !== null && distance < reached;
    reached = Math.max(reached, distance ?? 0);
    if (distance === null)
      return [
        {
          title,
          line: lineOf(row),
          message: t('Distance must be a number from 0 on: {text}', { text: shorten(text) }),
        },
      ];
    const less = t('Distance is less than that of the marker before: {text}', { text: shorten(text) });
    return isLess ? [{ title, line: lineOf(row), message: less }] : [];
  });
}

function checkDistances(rows: readonly Cells[], t: Translate): ImportProblem[] {
  const title = t('Missing distance value(s)');
  const broken = checkEachDistance(rows, t);
  const given = rows.filter(({ metres, feet }) => metres !== '' || feet !== '').length;
  if (given === 0 || given === rows.length) return broken;
  const message = t('# of Distance values provided ({given}) must match AGM Marker Count ({markers})', {
    given,
    markers: rows.length,
  });
  return [{ title, line: null, message }, ...broken];
}

function describe(text: string, row: number, last: number): MarkerDescription {
  const given = text.toUpperCase();
  if (isOneOf(DESCRIPTIONS, given)) return given;
  return row === 0 ? 'LAUNCH' : row === last ? 'RECEIVE' : 'AGM';
}

/** The launch and the receive site are never tracked. */
function decideState(text: string, row: number, last: number): MarkerState {
  return row === 0 || row === last || text.toUpperCase() === 'SKIP' ? 'SKIP' : 'TRACK';
}

function toMarker(cells: Cells, row: number, last: number): Omit<Marker, 'fromLaunchM'> {
  return {
    name: cells.name,
    lat: readNumber(cells.lat) ?? 0,
    lon: readNumber(cells.lon) ?? 0,
    state: decideState(cells.state, row, last),
    description: describe(cells.description, row, last),
    note: '',
    distanceMetres: readDistance(cells),
    autoLink: false,
    autoVerify: false,
    autoLinkedUids: [],
    linkedUid: null,
  };
}

function checkSize({ rows }: CsvTable, t: Translate): ImportProblem | null {
  if (rows.length < 2) return refuseCsv(t('A path has at least two markers: the launch site and the receive site'), t);
  return rows.length > MAX_MARKERS ? refuseCsv(describeTooMany(t), t) : null;
}

/** The markers in the order of the file, or all faults: of the columns, else of the size, else of the cells. */
export function importMarkers(table: CsvTable, t: Translate = inEnglish): Result<Marker[], readonly ImportProblem[]> {
  const columns = findColumns(table.header);
  const missing = REQUIRED.filter((column) => !columns.has(column));
  if (missing.length > 0) {
    const title = t('CSV missing required field(s)');
    return fail(
      missing.map((column) => ({
        title,
        line: null,
        message: t('Missing required field: {column}', { column: CSV_HEADERS[column] }),
      })),
    );
  }
  const oversize = checkSize(table, t);
  if (oversize) return fail([oversize]);
  const rows = readRows(table, columns);
  const problems = [
    ...checkNames(rows, t),
    ...checkUnique(rows, t),
    ...checkDegrees(rows, { column: 'lat', most: 90 }, t),
    ...checkDegrees(rows, { column: 'lon', most: 180 }, t),
    ...checkDescriptions(rows, t),
    ...checkStates(rows, t),
    ...checkDistances(rows, t),
  ];
  if (problems.length > 0) return fail(problems);
  const markers = rows.map((cells, row) => toMarker(cells, row, rows.length - 1));
  return succeed(measureMarkers(markers, measureTrack(generateLine(markers).map(([lon, lat]) => ({ lat, lon })))));
}
