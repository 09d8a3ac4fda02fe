import type { ByteRow, ByteTable } from './document-tables.ts';

// Encodes and decodes bytes from a table of the document alone. Shares no code with the codecs under test.

export type Values = Readonly<Record<string, unknown>>;

interface Shape {
  readonly wire: string;
  readonly width: number;
  readonly low: number;
  readonly size: number;
  /** Repetitions; null: one. */
  readonly times: string | null;
}

function readShape(type: string): Shape {
  const [, wire = '', low, high] = /^(\w+)(?: bits? (\d+)(?:–(\d+))?)?/.exec(type) ?? [];
  const times = /× (\w+)$/.exec(type)?.[1] ?? null;
  const width = wire === 'bytes' || wire === 'text' ? 1 : Number(wire.slice(1)) / 8;
  const from = Number(low ?? 0);
  return { wire, width, low: from, size: low === undefined ? width * 8 : Number(high ?? low) - from + 1, times };
}

/** Converts a value of the document's column "Value of n" to the number n and back. */
interface Reading {
  toNumber(value: unknown): number;
  toValue(n: number): unknown;
}

function readFormula(text: string): Reading {
  const [formula = '', ...rest] = text.split('; ');
  const none = rest.map((part) => /^(\d+) none$/.exec(part)?.[1]).find((found) => found !== undefined);
  const reading = readPlainFormula(formula);
  if (none === undefined) return reading;
  return {
    toNumber: (value) => (value === null ? Number(none) : reading.toNumber(value)),
    toValue: (n) => (n === Number(none) ? null : reading.toValue(n)),
  };
}

function readPlainFormula(formula: string): Reading {
  if (formula === 'n') return { toNumber: Number, toValue: (n) => n };
  const [, per, below = '0'] = /^n ÷ (\d+)(?: − (\d+))?$/.exec(formula) ?? [];
  if (per !== undefined) {
    return {
      toNumber: (value) => Math.round((Number(value) + Number(below)) * Number(per)),
      toValue: (n) => n / Number(per) - Number(below),
    };
  }
  const [, first, factor] = /^([\d.]+) × ([\d.]+)\^n$/.exec(formula) ?? [];
  if (first !== undefined) {
    return {
      toNumber: (value) => Math.round(Math.log(Number(value) / Number(first)) / Math.log(Number(factor))),
      toValue: (n) => Number(first) * Number(factor) ** n,
    };
  }
  const always = /^always (\d+)$/.exec(formula)?.[1];
  if (always !== undefined) return { toNumber: () => Number(always), toValue: (n) => n };
  if (formula === 'written as 0, not read' || formula === 'presence') return { toNumber: () => 0, toValue: () => null };
  const words = formula.split(', ').map((part) => /^(\d+) (\w+)$/.exec(part));
  if (words.some((word) => word === null)) throw new Error(`no reading of "${formula}"`);
  const byNumber = new Map(words.map((word) => [Number(word?.[1]), toWord(word?.[2] ?? '')] as const));
  return {
    toNumber: (value) => [...byNumber].find(([, word]) => word === value)?.[0] ?? Number.NaN,
    toValue: (n) => byNumber.get(n),
  };
}

const toWord = (text: string) => (text === 'true' || text === 'false' ? text === 'true' : text);

function findGivenBit(formula: string): number | null {
  const bit = /given by bit (\d+)/.exec(formula)?.[1];
  return bit === undefined ? null : Number(bit);
}

/** Groups the consecutive rows of one word. */
function groupWords(rows: readonly ByteRow[]): readonly (readonly ByteRow[])[] {
  const groups: ByteRow[][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    const first = last?.[0];
    const isSameWord = row.type.includes(' bit') && first?.type.includes(' bit') && first.offset === row.offset;
    if (last && isSameWord) last.push(row);
    else groups.push([row]);
  }
  return groups;
}

function writeNumber(n: number, { wire, width }: Shape, isLittleEndian: boolean): number[] {
  const bits = BigInt.asUintN(width * 8, BigInt(n));
  const big = Array.from({ length: width }, (_, at) => Number((bits >> BigInt(8 * (width - 1 - at))) & 255n));
  if (wire === '') throw new Error('a row without a type');
  return isLittleEndian ? big.toReversed() : big;
}

function readNumber(bytes: Uint8Array, { wire, width }: Shape, isLittleEndian: boolean): number {
  const big = isLittleEndian ? bytes.toReversed() : bytes;
  const bits = big.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return Number(wire.startsWith('i') ? BigInt.asIntN(width * 8, bits) : bits);
}

function writeRow(row: ByteRow, value: unknown, isLittleEndian: boolean): number[] {
  const shape = readShape(row.type);
  if (shape.wire === 'text') {
    const text = new TextEncoder().encode(String(value));
    return Array.from({ length: Number(shape.times) }, (_, at) => text[at] ?? 0);
  }
  if (shape.wire === 'bytes') return [...(value as Uint8Array)];
  const reading = readFormula(row.formula);
  if (shape.times === null) return writeNumber(reading.toNumber(value), shape, isLittleEndian);
  const values = row.field === '' ? [] : Array.from(value as ArrayLike<unknown>);
  const times = /^\d+$/.test(shape.times) ? Number(shape.times) : values.length;
  return Array.from({ length: times }, (_, at) => values[at] ?? 0).flatMap((one) =>
    writeNumber(reading.toNumber(one), shape, isLittleEndian),
  );
}

function computePresence({ rows }: ByteTable, values: Values): number {
  return rows.reduce((mask, { field, formula }) => {
    const bit = findGivenBit(formula);
    return bit === null || (values[field] ?? null) === null ? mask : mask | (1 << bit);
  }, 0);
}

export function encodeBytes(table: ByteTable, values: Values): Uint8Array {
  const bytes = groupWords(table.rows).flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    if (first.formula === 'presence')
      return writeNumber(computePresence(table, values), readShape(first.type), table.isLittleEndian);
    const numberOf = (row: ByteRow) =>
      findGivenBit(row.formula) !== null && (values[row.field] ?? null) === null
        ? 0
        : readFormula(row.formula).toNumber(values[row.field]);
    if (first.type.includes(' bit')) {
      const word = group.reduce((sum, row) => sum + numberOf(row) * 2 ** readShape(row.type).low, 0);
      return writeNumber(word, readShape(first.type), table.isLittleEndian);
    }
    if (findGivenBit(first.formula) !== null)
      return writeNumber(numberOf(first), readShape(first.type), table.isLittleEndian);
    return writeRow(first, values[first.field], table.isLittleEndian);
  });
  return Uint8Array.from(bytes);
}

/** Counts the bytes behind the row of open length. */
function countTail(groups: readonly (readonly ByteRow[])[]): number {
  return groups.reduce((sum, [row]) => {
    const { width, times } = readShape(row?.type ?? '');
    return sum + width * Number(times ?? 1);
  }, 0);
}

function readRow(row: ByteRow, bytes: Uint8Array, isLittleEndian: boolean): unknown {
  const shape = readShape(row.type);
  if (shape.wire === 'text') return new TextDecoder().decode(bytes).replaceAll('\0', '');
  if (shape.wire === 'bytes') return bytes;
  const reading = readFormula(row.formula);
  if (shape.times === null) return reading.toValue(readNumber(bytes, shape, isLittleEndian));
  return Array.from({ length: bytes.length / shape.width }, (_, at) =>
    reading.toValue(readNumber(bytes.subarray(at * shape.width, (at + 1) * shape.width), shape, isLittleEndian)),
  );
}

/** Returns the values and the number of bytes they took. */
export function decodeBytes(table: ByteTable, bytes: Uint8Array): { readonly values: Values; readonly length: number } {
  const values: Record<string, unknown> = {};
  const groups = groupWords(table.rows);
  let at = 0;
  let present = 0;
  for (const [place, group] of groups.entries()) {
    const [first] = group;
    if (first === undefined) continue;
    const { width, times, wire } = readShape(first.type);
    const rest = bytes.length - at - (times === 'rest' ? countTail(groups.slice(place + 1)) : 0);
    const many = times === 'rest' ? rest : Number(times === null || /^\d+$/.test(times) ? (times ?? 1) : values[times]);
    const piece = bytes.subarray(at, at + width * many);
    at += width * many;
    if (wire === '') throw new Error('a row without a type');
    if (first.formula === 'presence') present = readNumber(piece, readShape(first.type), table.isLittleEndian);
    for (const row of group) {
      const { low, size } = readShape(row.type);
      const bit = findGivenBit(row.formula);
      const isGiven = bit === null || ((present >> bit) & 1) === 1;
      const value = row.type.includes(' bit')
        ? readFormula(row.formula).toValue(
            (readNumber(piece, readShape(row.type), table.isLittleEndian) >> low) % 2 ** size,
          )
        : readRow(row, piece, table.isLittleEndian);
      if (row.field !== '') values[row.field] = isGiven ? value : null;
    }
  }
  return { values, length: at };
}
