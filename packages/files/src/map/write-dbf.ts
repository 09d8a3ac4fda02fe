import { writeMapTime, type MapField, type MapValue } from './map-file.ts';

// The table of a shapefile (dBASE III): field names of at most 10 characters, texts of at most 254 bytes. The .cpg file
// beside it says that they are UTF-8.

const HEAD_BYTES = 32;
const MAX_TEXT_BYTES = 254;
const NUMBER_BYTES = 19;
const END_OF_HEAD = 0x0d;
const END_OF_FILE = 0x1a;
const SPACE = 0x20;
const VERSION = 0x03;

const encoder = new TextEncoder();

/** Cuts a text before the character that no longer fits. */
export function cutToBytes(text: string, most: number): Uint8Array {
  const bytes = encoder.encode(text);
  if (bytes.length <= most) return bytes;
  let end = most;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}

function writeValue({ kind, decimals = 0 }: MapField, value: MapValue): Uint8Array {
  if (value === null) return new Uint8Array(0);
  if (kind === 'time') return encoder.encode(writeMapTime(Number(value)));
  if (kind === 'text') return cutToBytes(String(value), MAX_TEXT_BYTES);
  // A number is aligned to the right.
  return encoder.encode(Number(value).toFixed(decimals).padStart(NUMBER_BYTES));
}

type Rows = readonly (readonly Uint8Array[])[];

/** As wide as its longest text: a reader may not know a wider one, and every row takes the width. */
function measureField(field: MapField, rows: Rows, at: number): number {
  if (field.kind === 'number') return NUMBER_BYTES;
  return rows.reduce((most, row) => Math.max(most, row[at]?.length ?? 0), 1);
}

function writeHead(view: DataView, date: Date, count: number, sizes: { head: number; row: number }): void {
  view.setUint8(0, VERSION);
  view.setUint8(1, date.getUTCFullYear() - 1900);
  view.setUint8(2, date.getUTCMonth() + 1);
  view.setUint8(3, date.getUTCDate());
  view.setUint32(4, count, true);
  view.setUint16(8, sizes.head, true);
  view.setUint16(10, sizes.row, true);
}

/** `rows` in the order of the fields; `writtenAt` UTC milliseconds. */
export function writeDbf(
  fields: readonly MapField[],
  values: readonly (readonly MapValue[])[],
  writtenAt: number,
): Uint8Array {
  const rows = values.map((row) => fields.map((field, at) => writeValue(field, row[at] ?? null)));
  const widths = fields.map((field, at) => measureField(field, rows, at));
  const head = HEAD_BYTES * (fields.length + 1) + 1;
  const width = widths.reduce((sum, each) => sum + each, 1);
  const bytes = new Uint8Array(head + width * rows.length + 1);
  writeHead(new DataView(bytes.buffer), new Date(writtenAt), rows.length, { head, row: width });
  for (const [at, { short, kind, decimals = 0 }] of fields.entries()) {
    const from = HEAD_BYTES * (at + 1);
    bytes.set(encoder.encode(short), from);
    bytes.set(encoder.encode(kind === 'number' ? 'N' : 'C'), from + 11);
    bytes[from + 16] = widths[at] ?? 0;
    bytes[from + 17] = kind === 'number' ? decimals : 0;
  }
  bytes[head - 1] = END_OF_HEAD;
  bytes.fill(SPACE, head, -1);
  for (const [place, row] of rows.entries()) {
    let from = head + place * width + 1;
    for (const [at, cell] of row.entries()) {
      bytes.set(cell, from);
      from += widths[at] ?? 0;
    }
  }
  bytes[bytes.length - 1] = END_OF_FILE;
  return bytes;
}
