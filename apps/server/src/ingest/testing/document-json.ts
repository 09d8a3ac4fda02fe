import * as fc from 'fast-check';
import type { FieldRow } from './document-tables.ts';

// Builds JSON messages from a table of the document alone.

/** Generates any value that a row allows. */
function readAny({ type, allowed }: Pick<FieldRow, 'type' | 'allowed'>): fc.Arbitrary<unknown> {
  if (type.endsWith(' or null')) return fc.option(readAny({ type: type.slice(0, -' or null'.length), allowed }));
  const [, least, most, inner] = /^(\d+)(?: to (\d+))? × \((.+)\)$/.exec(type) ?? [];
  if (inner !== undefined) {
    const one = readAny({ type: inner, allowed });
    return fc.array(one, { minLength: Number(least), maxLength: Number(most ?? least) });
  }
  if (type === 'true or false') return fc.boolean();
  if (type === 'any') return fc.constant({});
  const choices = allowed === '' ? [''] : splitChoices(allowed);
  return fc.oneof(...choices.map((choice) => readChoice(type, choice)));
}

const splitChoices = (allowed: string) => allowed.split(/ or (?=`|−?\d)/);
const toNumber = (text: string) => Number(text.replace('−', '-'));

function readChoice(type: string, choice: string): fc.Arbitrary<unknown> {
  const literal = /^`(.*)`$/.exec(choice)?.[1];
  if (literal !== undefined)
    return literal.startsWith('^') ? fc.stringMatching(new RegExp(literal)) : fc.constant(JSON.parse(literal));
  const most = /^at most (\d+) characters$/.exec(choice)?.[1];
  if (most !== undefined) return fc.string({ maxLength: Number(most) });
  const { least, greatest, isOpen } = readRange(choice);
  if (type === 'whole number') return fc.integer({ min: least, max: greatest });
  return fc
    .double({ min: least, max: greatest, noNaN: true, noDefaultInfinity: true })
    .filter((value) => !isOpen || value > least)
    .map((value) => value + 0);
}

interface Range {
  readonly least: number;
  readonly greatest: number;
  /** Whether `least` itself is excluded. */
  readonly isOpen: boolean;
}

function readRange(choice: string): Range {
  if (choice === '') return { least: -1e9, greatest: 1e9, isOpen: false };
  const [, above, upTo] = /^above (−?[\d.]+), up to (−?[\d.]+)$/.exec(choice) ?? [];
  if (above !== undefined) return { least: toNumber(above), greatest: toNumber(upTo ?? ''), isOpen: true };
  const [, from] = /^from (−?[\d.]+)$/.exec(choice) ?? [];
  if (from !== undefined) return { least: toNumber(from), greatest: 1e9, isOpen: false };
  const [, least, greatest] = /^(−?[\d.]+) to (−?[\d.]+)$/.exec(choice) ?? [];
  if (least === undefined) throw new Error(`no reading of "${choice}"`);
  return { least: toNumber(least), greatest: toNumber(greatest ?? ''), isOpen: false };
}

const isTop = ({ field }: FieldRow) => !field.includes('.');

/** Generates any message of the table; optional fields are sometimes omitted. */
export function readAnyMessage(rows: readonly FieldRow[], prefix = ''): fc.Arbitrary<Record<string, unknown>> {
  const own = rows
    .filter(({ field }) => field.startsWith(prefix))
    .map((row) => ({ ...row, field: row.field.slice(prefix.length) }))
    .filter(isTop);
  const fields = own.map((row) => {
    const name = `${prefix}${row.field}`;
    const object = () => readAnyMessage(rows, `${name}.`);
    const value = row.type.startsWith('object') ? fc.option(object()) : readAny(row);
    return [row.field, value] as const;
  });
  const requiredKeys = own.filter(({ missing }) => missing === 'rejected').map(({ field }) => field);
  return fc.record(Object.fromEntries(fields), { requiredKeys });
}

/** Fills omitted fields with the defaults of the table. */
export function fillMissing(rows: readonly FieldRow[], message: Readonly<Record<string, unknown>>) {
  const defaults = rows
    .filter(({ missing, field }) => /^`.*`$/.test(missing) && !field.includes('.'))
    .map(({ field, missing }) => [field, JSON.parse(missing.slice(1, -1)) as unknown] as const);
  return { ...Object.fromEntries(defaults), ...message };
}

/** Values just outside a row's range, and of another type. */
export function listWrong({ type, allowed }: FieldRow): readonly unknown[] {
  const ranges = splitChoices(allowed).filter((choice) => /^−?\d.* to |^above|^from/.test(choice));
  const isScalar = /^(whole number|number)( or null)?$/.test(type);
  const beyond = isScalar && ranges.length > 0 ? ranges.map(readRange) : [];
  const outside = beyond.flatMap(({ least, greatest, isOpen }) => [
    ...(allowed.startsWith('`') ? [] : [isOpen ? least : least - 1]),
    ...(allowed.includes('from') ? [] : [greatest + 1]),
  ]);
  const fraction = type.startsWith('whole number') ? [2.5] : [];
  const other =
    type === 'any' ? [] : [{}, ...(type.includes('null') ? [] : [null]), ...(type === 'text' ? [1] : ['1'])];
  return [...outside, ...fraction, ...other];
}
