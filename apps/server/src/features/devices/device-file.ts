import { parseUid } from '@waymark/domain/device/uid';
import type { Uid } from '@waymark/domain/ids';
import { readCsv, type CsvRecord } from '@waymark/files/csv/read-csv';

// Reads a CSV file of devices to add: one per row, with uid, IMEI and position.

export const MAX_ROWS = 5000;

export interface DeviceRow {
  readonly line: number;
  readonly uid: Uid;
  /** 0/0: unknown. */
  readonly lat: number;
  readonly lon: number;
  readonly imei: string | null;
}

export interface RowError {
  readonly line: number;
  readonly message: string;
}

export interface DeviceFile {
  readonly rows: readonly DeviceRow[];
  readonly errors: readonly RowError[];
}

const COLUMNS = ['uid', 'lat', 'lon', 'imei'] as const;
type Column = (typeof COLUMNS)[number];
/** The column of each cell of a row; undefined for a cell without a column in the header. */
type Layout = readonly (Column | undefined)[];

type Reading<Value> = { readonly value: Value } | { readonly messages: readonly string[] };

const MAX_SHOWN = 40;
const show = (cell: string) => JSON.stringify(cell.length > MAX_SHOWN ? `${cell.slice(0, MAX_SHOWN)}…` : cell);

const isColumn = (name: string): name is Column => COLUMNS.some((column) => column === name);

/** The columns that the first row names; null when the first row is a device. */
function readHeader({ cells }: CsvRecord): Reading<Layout> | null {
  const names = cells.map((cell) => cell.toLowerCase());
  if (!names.some(isColumn)) return null;
  const messages = [
    ...(names.includes('uid') ? [] : ['The column "uid" is missing.']),
    ...names.filter((name) => name !== '' && !isColumn(name)).map((name) => `There is no column ${show(name)}.`),
    ...COLUMNS.filter((column) => names.indexOf(column) !== names.lastIndexOf(column)).map(
      (column) => `The column "${column}" is there twice.`,
    ),
  ];
  return messages.length > 0 ? { messages } : { value: names.map((name) => (isColumn(name) ? name : undefined)) };
}

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;
/** A cell that a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@]/;
const IMEI = /^\d{15}$/;

interface CellReader {
  readonly hasDecimalComma: boolean;
}

const writePoint = (text: string, { hasDecimalComma }: CellReader) => (hasDecimalComma ? text.replace(',', '.') : text);

/** Reads degrees; null when the text is not a number up to the limit. */
function readDegrees(text: string, most: number, reader: CellReader): number | null {
  const written = writePoint(text, reader);
  const degrees = NUMBER.test(written) ? Number(written) : Number.NaN;
  return Math.abs(degrees) <= most ? degrees : null;
}

function isFormula(cell: string, reader: CellReader): boolean {
  return FORMULA.test(cell) && !NUMBER.test(writePoint(cell, reader));
}

function findStrayCells({ cells }: CsvRecord, layout: Layout, reader: CellReader): string[] {
  return cells.flatMap((cell, index) => {
    if (isFormula(cell, reader)) return [`A formula is not taken: ${show(cell)}`];
    return cell !== '' && layout[index] === undefined ? [`${show(cell)} stands in no column.`] : [];
  });
}

function readRow(record: CsvRecord, layout: Layout, reader: CellReader): Reading<DeviceRow> {
  const stray = findStrayCells(record, layout, reader);
  if (stray.length > 0) return { messages: stray };
  const cellOf = (column: Column) => record.cells[layout.indexOf(column)] ?? '';
  const [uid, imei] = [parseUid(cellOf('uid')), cellOf('imei')];
  const hasPlace = cellOf('lat') !== '' || cellOf('lon') !== '';
  const lat = hasPlace ? readDegrees(cellOf('lat'), 90, reader) : 0;
  const lon = hasPlace ? readDegrees(cellOf('lon'), 180, reader) : 0;
  const isImei = imei === '' || IMEI.test(imei);
  if (uid !== null && lat !== null && lon !== null && isImei) {
    return { value: { line: record.line, uid, lat, lon, imei: imei === '' ? null : imei } };
  }
  return {
    messages: [
      ...(uid === null ? ['Invalid UID'] : []),
      ...(lat === null ? ['Invalid latitude'] : []),
      ...(lon === null ? ['Invalid longitude'] : []),
      ...(isImei ? [] : ['An IMEI has 15 digits.']),
    ],
  };
}

/** Finds a uid or IMEI that an earlier row has. */
function findDoubles(
  rows: readonly DeviceRow[],
  name: string,
  read: (row: DeviceRow) => number | string | null,
): RowError[] {
  const lines = new Map<number | string, number>();
  return rows.flatMap((row) => {
    const number = read(row);
    if (number === null) return [];
    const earlier = lines.get(number);
    if (earlier !== undefined) return [{ line: row.line, message: `The same ${name} as in line ${earlier}.` }];
    lines.set(number, row.line);
    return [];
  });
}

export function sortByLine(errors: readonly RowError[]): RowError[] {
  return errors.toSorted((one, other) => one.line - other.line);
}

function readRows(records: readonly CsvRecord[], layout: Layout, reader: CellReader): DeviceFile {
  const rows: DeviceRow[] = [];
  const errors: RowError[] = [];
  for (const record of records.slice(0, MAX_ROWS)) {
    const read = readRow(record, layout, reader);
    if ('value' in read) rows.push(read.value);
    else errors.push(...read.messages.map((message) => ({ line: record.line, message })));
  }
  const surplus = records[MAX_ROWS];
  if (surplus)
    errors.push({ line: surplus.line, message: `A file has at most ${MAX_ROWS.toLocaleString('en-US')} devices.` });
  errors.push(...findDoubles(rows, 'UID', ({ uid }) => uid), ...findDoubles(rows, 'IMEI', ({ imei }) => imei));
  return { rows, errors };
}

/**
 * Reads the columns uid, lat, lon and imei by their names in the first row, or in this order without a header. A comma is
 * a decimal point when another character separates the cells.
 */
export function readDeviceFile(text: string): DeviceFile {
  const { separator, records, brokenLine } = readCsv(text);
  const [first] = records;
  const broken = brokenLine === null ? [] : [{ line: brokenLine, message: 'A quote is opened here and never closed.' }];
  if (!first) return { rows: [], errors: broken.length > 0 ? broken : [{ line: 1, message: 'The file is empty.' }] };
  const header = readHeader(first);
  if (header && 'messages' in header) {
    return { rows: [], errors: header.messages.map((message) => ({ line: first.line, message })) };
  }
  const devices = header ? records.slice(1) : records;
  const { rows, errors } = readRows(devices, header?.value ?? COLUMNS, { hasDecimalComma: separator !== ',' });
  const empty =
    devices.length === 0 && broken.length === 0 ? [{ line: first.line, message: 'The file names no device.' }] : [];
  return { rows, errors: sortByLine([...errors, ...broken, ...empty]) };
}
