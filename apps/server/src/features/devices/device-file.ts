import { parseUid } from '@waymark/domain/device/model';
import type { Uid } from '@waymark/domain/ids';
import type { AgmFileFault } from '@waymark/domain/words/agm-file-faults';
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

export interface RowFault {
  readonly line: number;
  readonly fault: AgmFileFault;
}

export interface DeviceFile {
  readonly rows: readonly DeviceRow[];
  readonly faults: readonly RowFault[];
}

const COLUMNS = ['uid', 'lat', 'lon', 'imei'] as const;
type Column = (typeof COLUMNS)[number];
/** The column of each cell of a row; undefined for a cell without a column in the header. */
type Layout = readonly (Column | undefined)[];

type Reading<Value> = { readonly value: Value } | { readonly faults: readonly AgmFileFault[] };

const MAX_SHOWN = 40;
const show = (cell: string) => JSON.stringify(cell.length > MAX_SHOWN ? `${cell.slice(0, MAX_SHOWN)}…` : cell);

const isColumn = (name: string): name is Column => COLUMNS.some((column) => column === name);

/** The columns that the first row names; null when the first row is a device. */
function readHeader({ cells }: CsvRecord): Reading<Layout> | null {
  const names = cells.map((cell) => cell.toLowerCase());
  if (!names.some(isColumn)) return null;
  const unknown = names.filter((name) => name !== '' && !isColumn(name));
  const twice = COLUMNS.filter((column) => names.indexOf(column) !== names.lastIndexOf(column));
  const faults: AgmFileFault[] = [
    ...(names.includes('uid') ? [] : [{ code: 'uid-column-missing' } as const]),
    ...unknown.map((name) => ({ code: 'column-unknown', text: show(name) }) as const),
    ...twice.map((column) => ({ code: 'column-twice', text: show(column) }) as const),
  ];
  return faults.length > 0 ? { faults } : { value: names.map((name) => (isColumn(name) ? name : undefined)) };
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

function findStrayCells({ cells }: CsvRecord, layout: Layout, reader: CellReader): AgmFileFault[] {
  return cells.flatMap((cell, index): AgmFileFault[] => {
    if (isFormula(cell, reader)) return [{ code: 'formula', text: show(cell) }];
    return cell !== '' && layout[index] === undefined ? [{ code: 'cell-without-column', text: show(cell) }] : [];
  });
}

function readRow(record: CsvRecord, layout: Layout, reader: CellReader): Reading<DeviceRow> {
  const stray = findStrayCells(record, layout, reader);
  if (stray.length > 0) return { faults: stray };
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
    faults: [
      ...(uid === null ? [{ code: 'uid-invalid' } as const] : []),
      ...(lat === null ? [{ code: 'latitude-invalid' } as const] : []),
      ...(lon === null ? [{ code: 'longitude-invalid' } as const] : []),
      ...(isImei ? [] : [{ code: 'imei-invalid' } as const]),
    ],
  };
}

/** Finds a uid or IMEI that an earlier row has. */
function findDoubles(
  rows: readonly DeviceRow[],
  code: 'same-uid' | 'same-imei',
  read: (row: DeviceRow) => number | string | null,
): RowFault[] {
  const lines = new Map<number | string, number>();
  return rows.flatMap((row) => {
    const number = read(row);
    if (number === null) return [];
    const earlier = lines.get(number);
    if (earlier !== undefined) return [{ line: row.line, fault: { code, line: earlier } }];
    lines.set(number, row.line);
    return [];
  });
}

export function sortByLine(faults: readonly RowFault[]): RowFault[] {
  return faults.toSorted((one, other) => one.line - other.line);
}

function readRows(records: readonly CsvRecord[], layout: Layout, reader: CellReader): DeviceFile {
  const rows: DeviceRow[] = [];
  const faults: RowFault[] = [];
  for (const record of records.slice(0, MAX_ROWS)) {
    const read = readRow(record, layout, reader);
    if ('value' in read) rows.push(read.value);
    else faults.push(...read.faults.map((fault) => ({ line: record.line, fault })));
  }
  const surplus = records[MAX_ROWS];
  if (surplus) faults.push({ line: surplus.line, fault: { code: 'too-many-devices', most: MAX_ROWS } });
  faults.push(
    ...findDoubles(rows, 'same-uid', ({ uid }) => uid),
    ...findDoubles(rows, 'same-imei', ({ imei }) => imei),
  );
  return { rows, faults };
}

/**
 * Reads the columns uid, lat, lon and imei by their names in the first row, or in this order without a header. A comma is
 * a decimal point when another character separates the cells.
 */
export function readDeviceFile(text: string): DeviceFile {
  const { separator, records, brokenLine } = readCsv(text);
  const [first] = records;
  const broken: RowFault[] = brokenLine === null ? [] : [{ line: brokenLine, fault: { code: 'quote-open' } }];
  if (!first) return { rows: [], faults: broken.length > 0 ? broken : [{ line: 1, fault: { code: 'file-empty' } }] };
  const header = readHeader(first);
  if (header && 'faults' in header) {
    return { rows: [], faults: header.faults.map((fault) => ({ line: first.line, fault })) };
  }
  const devices = header ? records.slice(1) : records;
  const { rows, faults } = readRows(devices, header?.value ?? COLUMNS, { hasDecimalComma: separator !== ',' });
  const empty: RowFault[] =
    devices.length === 0 && broken.length === 0 ? [{ line: first.line, fault: { code: 'no-devices' } }] : [];
  return { rows, faults: sortByLine([...faults, ...broken, ...empty]) };
}
