import { saturate, type ByteWriter } from '../bytes/byte-writer.ts';
import type { ByteReader } from '../bytes/byte-reader.ts';
import { whole, type Conversion } from './conversion.ts';

// The parts of a layout. Each part can write, read and describe itself.

const UNUSED = 'written as 0, not read';

const WIDTHS = { u8: 1, i8: 1, u16: 2, i16: 2, u32: 4, i32: 4, u64: 8 } as const;
export type Wire = keyof typeof WIDTHS;

export function widthOf(wire: Wire): number {
  return WIDTHS[wire];
}

export function readWire(reader: ByteReader, wire: Wire): number {
  switch (wire) {
    case 'u8':
      return reader.readU8();
    case 'i8':
      return reader.readI8();
    case 'u16':
      return reader.readU16();
    case 'i16':
      return reader.readI16();
    case 'u32':
      return reader.readU32();
    case 'i32':
      return reader.readI32();
    case 'u64':
      return reader.readU64();
  }
}

export function writeWire(writer: ByteWriter, wire: Wire, value: number): void {
  switch (wire) {
    case 'u8':
      writer.writeU8(value);
      return;
    case 'i8':
      writer.writeI8(value);
      return;
    case 'u16':
      writer.writeU16(value);
      return;
    case 'i16':
      writer.writeI16(value);
      return;
    case 'u32':
      writer.writeU32(value);
      return;
    case 'i32':
      writer.writeI32(value);
      return;
    case 'u64':
      writer.writeU64(value);
  }
}

/** The context of a part while it is read. */
export interface Surroundings {
  /** Values read before this part. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Total length of the fixed-size parts after this one, in bytes. */
  readonly after: number;
}

/** A row of the document's table. */
export interface FieldRow {
  readonly name: string;
  readonly type: string;
  readonly formula: string;
  readonly allowed: string;
  readonly says: string;
}

export interface Field<Name extends string, Value> {
  /** Empty if the message has no such value. */
  readonly name: Name;
  /** In bytes; null: depends on the message. */
  readonly length: number | null;
  readonly row: FieldRow;
  /** The reason for refusing disallowed bytes; `field` by default. */
  readonly reason?: 'version';
  /** The bit of the layout's presence word that says whether the field is given. */
  readonly given?: number;
  /** Marks the presence word itself. */
  readonly isPresence?: true;
  write(writer: ByteWriter, value: Value): void;
  /** undefined: these bytes are not allowed. */
  read(reader: ByteReader, surroundings: Surroundings): Value | undefined;
}

/** Bits of a word, counted from the lowest. */
export interface Bits<Name extends string, Value> {
  readonly name: Name;
  readonly low: number;
  readonly high: number;
  readonly conversion: Conversion<Value>;
  readonly says: string;
  /** As in a field. */
  readonly given?: number;
}

export interface Word<Parts extends readonly Bits<string, unknown>[]> {
  readonly wire: Wire;
  readonly parts: Parts;
}

/** A number on the wire; without a conversion the value is the number itself. */
export function field<Name extends string>(wire: Wire, name: Name, says: string): Field<Name, number>;
export function field<Name extends string, Value>(
  wire: Wire,
  name: Name,
  says: string,
  conversion: Conversion<Value>,
): Field<Name, Value>;
export function field(
  wire: Wire,
  name: string,
  says: string,
  conversion: Conversion<unknown> = whole(),
): Field<string, unknown> {
  const { formula, allowed } = conversion;
  return {
    name,
    length: widthOf(wire),
    row: { name, type: wire, formula, allowed, says },
    write: (writer, value) => writeWire(writer, wire, conversion.toWire(value)),
    read: (reader) => conversion.fromWire(readWire(reader, wire)),
  };
}

/** A constant. A message with another number is of another version. */
export function always(wire: Wire, value: number, says: string): Field<'', null> {
  return {
    name: '',
    length: widthOf(wire),
    row: { name: '', type: wire, formula: `always ${value}`, allowed: '', says },
    reason: 'version',
    write: (writer) => writeWire(writer, wire, value),
    read: (reader) => (readWire(reader, wire) === value ? null : undefined),
  };
}

/** Bytes without meaning: written as 0 and not read. */
export function unused(length: number): Field<'', null> {
  return {
    name: '',
    length,
    row: { name: '', type: `u8 × ${length}`, formula: UNUSED, allowed: '', says: '' },
    write: (writer) => void writer.writeBytes(new Uint8Array(length)),
    read: (reader) => (reader.readBytes(length), null),
  };
}

/** A presence word: one bit per optional field. */
export function presence(says: string): Field<'', null> {
  return {
    name: '',
    length: 2,
    row: { name: '', type: 'u16', formula: 'presence', allowed: '', says },
    isPresence: true,
    write: () => undefined,
    read: () => null,
  };
}

/** An optional field: null if its bit is not set, and then written as 0. */
export function given<Name extends string, Value>(bit: number, piece: Bits<Name, Value>): Bits<Name, Value | null>;
export function given<Name extends string, Value>(bit: number, piece: Field<Name, Value>): Field<Name, Value | null>;
export function given(bit: number, piece: object): unknown {
  return { ...piece, given: bit };
}

const SAMPLES = {
  i16: (reader: ByteReader, count: number) => reader.readI16s(count),
  i8: (reader: ByteReader, count: number) => reader.readI8s(count),
  u8: (reader: ByteReader, count: number) => reader.readBytes(count),
};
type SampleWire = keyof typeof SAMPLES;
type SamplesOf<SampleType extends SampleWire> = ReturnType<(typeof SAMPLES)[SampleType]>;

/** Unconverted numbers; `count` may be the name of an earlier field. */
export function samples<SampleType extends SampleWire, Name extends string>(
  wire: SampleType,
  count: number | string,
  name: Name,
  says: string,
): Field<Name, SamplesOf<SampleType>> {
  return {
    name,
    length: typeof count === 'number' ? widthOf(wire) * count : null,
    row: { name, type: `${wire} × ${count}`, formula: 'n', allowed: '', says },
    write: (writer, value: ArrayLike<number>) => {
      const written = typeof count === 'number' ? count : value.length;
      for (let at = 0; at < written; at++) writeWire(writer, wire, value[at] ?? 0);
    },
    read: (reader, { values }) =>
      SAMPLES[wire](reader, typeof count === 'number' ? count : Number(values[count])) as SamplesOf<SampleType>,
  };
}

/** Several values of the same kind. */
export function list<Name extends string, Value>(
  wire: Wire,
  count: number,
  name: Name,
  says: string,
  conversion: Conversion<Value>,
): Field<Name, readonly Value[]> {
  const { formula, allowed } = conversion;
  return {
    name,
    length: widthOf(wire) * count,
    row: { name, type: `${wire} × ${count}`, formula, allowed, says },
    write: (writer, value) => {
      for (let at = 0; at < count; at++) {
        const one = value[at];
        writeWire(writer, wire, one === undefined ? 0 : conversion.toWire(one));
      }
    },
    read: (reader) => {
      const values: Value[] = [];
      for (let at = 0; at < count; at++) {
        const value = conversion.fromWire(readWire(reader, wire));
        if (value === undefined) return undefined;
        values.push(value);
      }
      return values;
    },
  };
}

/** Raw bytes; without a length they extend to the fixed-size parts after them. */
export function bytes<Name extends string>(name: Name, says: string, length?: number): Field<Name, Uint8Array> {
  return {
    name,
    length: length ?? null,
    row: { name, type: `bytes × ${length ?? 'rest'}`, formula: 'n', allowed: '', says },
    write: (writer, value) => void writer.writeBytes(value),
    read: (reader, { after }) => reader.readBytes(length ?? reader.remaining - after),
  };
}

/** ASCII digits, padded with zero bytes. */
export function digits<Name extends string>(name: Name, says: string, length: number): Field<Name, string> {
  return {
    name,
    length,
    row: { name, type: `text × ${length}`, formula: 'ASCII, filled up with 0', allowed: 'digits', says },
    write: (writer, value) => void writer.writeBytes(Uint8Array.from({ length }, (_, at) => value.charCodeAt(at) || 0)),
    read: (reader) => {
      const text = String.fromCharCode(...reader.readBytes(length)).replace(/\0+$/, '');
      return /^\d*$/.test(text) ? text : undefined;
    },
  };
}

export function bits<Name extends string, Value>(
  low: number,
  high: number,
  name: Name,
  says: string,
  conversion: Conversion<Value>,
): Bits<Name, Value> {
  return { name, low, high, says, conversion };
}

/** Bits without meaning, like `unused` for bytes. */
export function unusedBits(low: number, high: number): Bits<'', null> {
  return bits(low, high, '', '', { toWire: () => 0, fromWire: () => null, formula: UNUSED, allowed: '' });
}

export function word<const Parts extends readonly Bits<string, unknown>[]>(wire: Wire, ...parts: Parts): Word<Parts> {
  return { wire, parts };
}

export function readBits({ low, high }: Pick<Bits<string, unknown>, 'low' | 'high'>, wire: number): number {
  return (wire >>> low) & (2 ** (high - low + 1) - 1);
}

export function placeBits<Value>({ low, high, conversion }: Bits<string, Value>, value: Value): number {
  return saturate(conversion.toWire(value), 0, 2 ** (high - low + 1) - 1) << low;
}
