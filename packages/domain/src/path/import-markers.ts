import { fail, succeed, type Result } from '../result.ts';
import { unescapeName } from '../report/formula.ts';
import { foldName, hasHiddenControls } from '../text/names.ts';
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

/** What is wrong with a file as a whole. */
export type FileFault =
  | {
      readonly code:
        | 'wrong-extension'
        | 'not-text'
        | 'file-empty'
        | 'quote-open'
        | 'too-few-markers'
        | 'too-many-markers';
    }
  | { readonly code: 'file-too-large'; readonly megabytes: number };

/** `text` is the rejected cell. */
export type ImportFault =
  | FileFault
  | { readonly code: 'column-missing'; readonly column: CsvColumn }
  | { readonly code: 'name-length' | 'name-with-controls' }
  | { readonly code: 'name-taken'; readonly name: string }
  | { readonly code: 'degrees-invalid'; readonly column: 'lat' | 'lon'; readonly text: string }
  | {
      readonly code: 'description-unknown' | 'state-unknown' | 'distance-invalid' | 'distance-decreases';
      readonly text: string;
    }
  | { readonly code: 'distances-missing'; readonly given: number; readonly markers: number };

/** `line` counts as in a text editor; null: the problem concerns the whole file. */
export type ImportProblem = ImportFault & { readonly line: number | null };

/** Limits the markers of a path; a larger file is not a line of markers. */
export const MAX_MARKERS = 10_000;
/** The limits of latitude and longitude, degrees. */
export const MOST_DEGREES = { lat: 90, lon: 180 } as const;

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

function checkNames(rows: readonly Cells[]): ImportProblem[] {
  return rows.flatMap(({ name }, row): ImportProblem[] => {
    if (name.length < 1 || name.length > MAX_MARKER_NAME) return [{ code: 'name-length', line: lineOf(row) }];
    return hasHiddenControls(name) ? [{ code: 'name-with-controls', line: lineOf(row) }] : [];
  });
}

function checkUnique(rows: readonly Cells[]): ImportProblem[] {
  const seen = new Set<string>();
  return rows.flatMap(({ name }, row) => {
    const folded = foldName(name);
    if (folded === '' || !seen.has(folded)) {
      seen.add(folded);
      return [];
    }
    return [{ code: 'name-taken', line: lineOf(row), name }];
  });
}

function checkDegrees(rows: readonly Cells[], column: 'lat' | 'lon'): ImportProblem[] {
  return rows.flatMap((cells, row) => {
    const value = readNumber(cells[column]);
    return value !== null && Math.abs(value) <= MOST_DEGREES[column]
      ? []
      : [{ code: 'degrees-invalid', line: lineOf(row), column, text: shorten(cells[column]) }];
  });
}

const SHOWN = 40;
const shorten = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

const isOneOf = <Value extends string>(values: readonly Value[], text: string): text is Value =>
  values.some((value) => value === text);

function checkDescriptions(rows: readonly Cells[]): ImportProblem[] {
  return rows.flatMap(({ description }, row) =>
    description === '' || isOneOf(DESCRIPTIONS, description.toUpperCase())
      ? []
      : [{ code: 'description-unknown', line: lineOf(row), text: shorten(description) }],
  );
}

function checkStates(rows: readonly Cells[]): ImportProblem[] {
  return rows.flatMap(({ state }, row) =>
    state === '' || isOneOf(MARKER_STATES, state.toUpperCase())
      ? []
      : [{ code: 'state-unknown', line: lineOf(row), text: shorten(state) }],
  );
}

/** Metres take precedence over feet; null: no distance, or an invalid one. */
function readDistance({ metres, feet }: Cells): number | null {
  const value = metres === '' ? readNumber(feet) : readNumber(metres);
  if (value === null || value < 0) return null;
  return metres === '' ? feetToMetres(value) : value;
}

/** Distances count from the launch site, so they must not decrease. */
function checkEachDistance(rows: readonly Cells[]): ImportProblem[] {
  let reached = 0;
  return rows.flatMap((cells, row) => {
    const text = cells.metres === '' ? cells.feet : cells.metres;
    if (text === '') return [];
    const distance = readDistance(cells);
    const isLess = distance !== null && distance < reached;
    reached = Math.max(reached, distance ?? 0);
    const code = distance === null ? 'distance-invalid' : isLess ? 'distance-decreases' : null;
    return code === null ? [] : [{ code, line: lineOf(row), text: shorten(text) }];
  });
}

function checkDistances(rows: readonly Cells[]): ImportProblem[] {
  const broken = checkEachDistance(rows);
  const given = rows.filter(({ metres, feet }) => metres !== '' || feet !== '').length;
  if (given === 0 || given === rows.length) return broken;
  return [{ code: 'distances-missing', line: null, given, markers: rows.length }, ...broken];
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

function checkSize({ rows }: CsvTable): ImportProblem | null {
  if (rows.length < 2) return { code: 'too-few-markers', line: null };
  return rows.length > MAX_MARKERS ? { code: 'too-many-markers', line: null } : null;
}

/** The markers in the order of the file, or all faults: of the columns, else of the size, else of the cells. */
export function importMarkers(table: CsvTable): Result<Marker[], readonly ImportProblem[]> {
  const columns = findColumns(table.header);
  const missing = REQUIRED.filter((column) => !columns.has(column));
  if (missing.length > 0) return fail(missing.map((column) => ({ code: 'column-missing', line: null, column })));
  const oversize = checkSize(table);
  if (oversize) return fail([oversize]);
  const rows = readRows(table, columns);
  const problems = [
    ...checkNames(rows),
    ...checkUnique(rows),
    ...checkDegrees(rows, 'lat'),
    ...checkDegrees(rows, 'lon'),
    ...checkDescriptions(rows),
    ...checkStates(rows),
    ...checkDistances(rows),
  ];
  if (problems.length > 0) return fail(problems);
  const markers = rows.map((cells, row) => toMarker(cells, row, rows.length - 1));
  return succeed(measureMarkers(markers, measureTrack(generateLine(markers).map(([lon, lat]) => ({ lat, lon })))));
}
