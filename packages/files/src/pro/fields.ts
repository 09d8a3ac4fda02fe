import { formatUtcMillisecond, parseUtc } from '@waymark/domain/time/utc';

// Writes and reads single fields of a record. A missing value is an empty field; undefined: an invalid field.

/** Records end with a line and fields with a bar, so neither may appear in a text. */
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '|': '\\p', '\n': '\\n', '\r': '\\r' };
const LETTERS: Readonly<Record<string, string>> = { '\\': '\\', p: '|', n: '\n', r: '\r' };
const ESCAPED = /^(?:[^\\]|\\[\\pnr])*$/u;

export function writeText(text: string): string {
  return text.toWellFormed().replaceAll(/[\\|\n\r]/g, (letter) => ESCAPES[letter] ?? letter);
}

export function readText(field: string): string | undefined {
  if (!ESCAPED.test(field)) return undefined;
  return field.replaceAll(/\\(.)/g, (_escape, letter: string) => LETTERS[letter] ?? letter);
}

/** Quotes are doubled in notes (O-058). */
export const writeNote = (note: string): string => writeText(note.replaceAll('"', '""'));

export function readNote(field: string): string | undefined {
  return /^(?:[^"]|"")*$/.test(field) ? readText(field.replaceAll('""', '"')) : undefined;
}

/** The shortest exact digits. */
export const writeNumber = (value: number | null): string => (value === null ? '' : String(value === 0 ? 0 : value));

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]\d+)?$/;

export function readNumber(field: string): number | undefined {
  const value = NUMBER.test(field) ? Number(field) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

export function readWhole(field: string): number | undefined {
  const value = readNumber(field);
  return Number.isSafeInteger(value) ? value : undefined;
}

export const writeInstant = (at: number | null): string => (at === null ? '' : formatUtcMillisecond(at));

export function readInstant(field: string): number | undefined {
  const at = parseUtc(field);
  return at.ok ? at.value : undefined;
}

export const orNull =
  <Value>(read: (field: string) => Value | undefined) =>
  (field: string): Value | null | undefined =>
    field === '' ? null : read(field);

/** Reads comma-separated values within a field. */
export function readList<Value>(field: string, read: (part: string) => Value | undefined): Value[] | undefined {
  const values = field.split(',').map(read);
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length ? known : undefined;
}
