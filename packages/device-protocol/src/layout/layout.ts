import { succeed } from '@waymark/domain/result';
import { ByteReader } from '../bytes/byte-reader.ts';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { reject, type Decoded } from '../decode-failure.ts';
import type { Conversion } from './conversion.ts';
import { placeBits, readBits, readWire, widthOf, writeWire } from './field.ts';
import type { Bits, Field, FieldRow, Word } from './field.ts';

// A table of the bytes of a message that writes them, reads them, and is printed in docs/integration-devices.md.

type AnyField = Field<string, unknown>;
type AnyBits = Bits<string, unknown>;
type AnyWord = Word<readonly AnyBits[]>;
type Piece = AnyField | AnyWord;

type PartOf<P> = P extends Word<infer Parts> ? Parts[number] : P;
type NamedPartOf<P> = Extract<PartOf<P>, { readonly name: string }>;
type ValueOf<P> = P extends { readonly conversion: Conversion<infer Value> }
  ? Value
  : P extends Field<string, infer Value>
    ? Value
    : never;

type LayoutValues<Pieces extends readonly Piece[]> = {
  readonly [Part in NamedPartOf<Pieces[number]> as Exclude<Part['name'], ''>]: ValueOf<Part>;
};
export type ValuesOf<L> = L extends Layout<infer Values> ? Values : never;

export interface LayoutRow extends FieldRow {
  /** From the first byte; negative from the end; null if it depends on the field before. */
  readonly offset: number | null;
}

/** The description of a layout for the document. */
export interface LayoutDescription {
  /** Total length of the fixed-size parts. */
  readonly length: number;
  readonly order: 'big-endian' | 'little-endian';
  readonly rows: readonly LayoutRow[];
}

/** The byte layout of a message. */
export interface Layout<Values> extends LayoutDescription {
  write(writer: ByteWriter, values: Values): void;
  encode(values: Values): Uint8Array<ArrayBuffer>;
  /** Missing bytes read as zeros; the reader's `isOverrun` reports them. */
  read(reader: ByteReader): Decoded<Values>;
  /** Requires all of `bytes` to be used; the failure names `what`. */
  decode(bytes: Uint8Array, what: string): Decoded<Values>;
}

const isWord = (piece: Piece): piece is AnyWord => 'parts' in piece;
const lengthOf = (piece: Piece) => (isWord(piece) ? widthOf(piece.wire) : piece.length);
const sumLengths = (pieces: readonly Piece[]) => pieces.reduce((sum, piece) => sum + (lengthOf(piece) ?? 0), 0);

const markGiven = (row: FieldRow, given: number | undefined): FieldRow =>
  given === undefined ? row : { ...row, formula: `${row.formula}; given by bit ${given}` };

function describeBits(wire: string, { name, low, high, conversion, says, given }: AnyBits): FieldRow {
  const type = low === high ? `${wire} bit ${low}` : `${wire} bits ${low}–${high}`;
  return markGiven({ name, type, formula: conversion.formula, allowed: conversion.allowed, says }, given);
}

function describe(pieces: readonly Piece[]): readonly LayoutRow[] {
  const openAt = pieces.findIndex((piece) => lengthOf(piece) === null);
  return pieces.flatMap((piece, at) => {
    const isBehind = openAt >= 0 && at > openAt;
    const isEndOpen = pieces.slice(at).some((later) => lengthOf(later) === null);
    const fromEnd = isEndOpen ? null : -sumLengths(pieces.slice(at));
    const offset = isBehind ? fromEnd : sumLengths(pieces.slice(0, at));
    const rows = isWord(piece)
      ? piece.parts.map((part) => describeBits(piece.wire, part))
      : [markGiven(piece.row, piece.given)];
    return rows.map((row) => ({ offset, ...row }));
  });
}

/** The presence bits of all optional fields with a value. */
function computePresence(pieces: readonly Piece[], values: Readonly<Record<string, unknown>>): number {
  const parts = pieces.flatMap((piece): readonly (AnyField | AnyBits)[] => (isWord(piece) ? piece.parts : [piece]));
  return parts.reduce(
    (mask, { name, given }) => (given === undefined || values[name] === null ? mask : mask | (1 << given)),
    0,
  );
}

function writePieces(pieces: readonly Piece[], writer: ByteWriter, values: Readonly<Record<string, unknown>>): void {
  for (const piece of pieces) {
    if (isWord(piece)) {
      const wire = piece.parts.reduce(
        (sum, part) =>
          sum | (part.given !== undefined && values[part.name] === null ? 0 : placeBits(part, values[part.name])),
        0,
      );
      writeWire(writer, piece.wire, wire >>> 0);
    } else if (piece.isPresence) writer.writeU16(computePresence(pieces, values));
    else if (piece.given !== undefined && values[piece.name] === null)
      writer.writeBytes(new Uint8Array(piece.length ?? 0));
    else piece.write(writer, values[piece.name]);
  }
}

function readPieces(
  pieces: readonly Piece[],
  afters: readonly number[],
  reader: ByteReader,
): Decoded<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  let present = 0;
  /** Returns whether reading can continue. An optional field that is not given may have any bytes. */
  const take = ({ name, given }: AnyField | AnyBits, value: unknown): boolean => {
    const isGiven = given === undefined || ((present >> given) & 1) === 1;
    if (isGiven && value === undefined) return false;
    if (name !== '') values[name] = isGiven ? value : null;
    return true;
  };
  for (const [at, piece] of pieces.entries()) {
    if (isWord(piece)) {
      const wire = readWire(reader, piece.wire);
      for (const part of piece.parts) {
        if (!take(part, part.conversion.fromWire(readBits(part, wire)))) return reject('field', part.name);
      }
    } else if (piece.isPresence) present = reader.readU16();
    else if (!take(piece, piece.read(reader, { values, after: afters[at] ?? 0 })))
      return reject(piece.reason ?? 'field', piece.name || piece.row.says);
  }
  return succeed(values);
}

export function defineLayout<const Pieces extends readonly Piece[]>(
  order: 'big-endian' | 'little-endian',
  pieces: Pieces,
): Layout<LayoutValues<Pieces>> {
  type Values = LayoutValues<Pieces>;
  const length = sumLengths(pieces);
  const afters = pieces.map((_, at) => sumLengths(pieces.slice(at + 1)));
  const isFixed = pieces.every((piece) => lengthOf(piece) !== null);
  const write = (writer: ByteWriter, values: Values) => writePieces(pieces, writer, values);
  const read = (reader: ByteReader) => readPieces(pieces, afters, reader) as Decoded<Values>;
  return {
    length,
    order,
    rows: describe(pieces),
    write,
    encode(values) {
      const writer = new ByteWriter(order, length);
      write(writer, values);
      return writer.finish();
    },
    read,
    decode(bytes, what) {
      if (isFixed ? bytes.length !== length : bytes.length < length) return reject('length', what);
      const reader = new ByteReader(bytes, order);
      const values = read(reader);
      if (values.ok && (reader.isOverrun || reader.remaining > 0)) return reject('length', what);
      return values;
    },
  };
}
