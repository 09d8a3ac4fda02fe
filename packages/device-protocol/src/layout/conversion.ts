import { saturate } from '../bytes/byte-writer.ts';

// How a value stands on the wire as a number n, in both directions, and in the words of the document.

export interface Conversion<Value> {
  /** Becomes the nearest allowed number, as every writer does. */
  toWire(value: Value): number;
  /** undefined: this number is not allowed here. */
  fromWire(wire: number): Value | undefined;
  /** The value by n. */
  readonly formula: string;
  /** Which values are allowed; empty: all that the type holds. */
  readonly allowed: string;
}

interface Range {
  readonly least: number;
  readonly most: number;
}

const EVERYTHING: Range = { least: -Infinity, most: Infinity };

const formatNumber = (value: number) => String(value).replace('-', '−');

export function formatRange({ least, most }: Range): string {
  if (least === -Infinity) return '';
  return least === most ? formatNumber(least) : `${formatNumber(least)} to ${formatNumber(most)}`;
}

export function whole(least = -Infinity, most = Infinity): Conversion<number> {
  return {
    toWire: (value) => saturate(value, least, most),
    fromWire: (wire) => (wire >= least && wire <= most ? wire : undefined),
    formula: 'n',
    allowed: formatRange({ least, most }),
  };
}

/** As `whole`, but a wrong value is written as it is, for the reader to refuse: the nearest one would be another order. */
export function wholeAsGiven(least: number, most: number): Conversion<number> {
  return { ...whole(least, most), toWire: (value) => value };
}

/** value = n ÷ per − below. */
export function scaled(per: number, { below = 0, ...range }: Partial<Range> & { readonly below?: number } = {}) {
  const { least, most } = { ...EVERYTHING, ...range };
  return {
    toWire: (value) => Math.round((saturateTo(value, least, most) + below) * per),
    fromWire: (wire) => {
      const value = (wire - below * per) / per;
      return value >= least && value <= most ? value : undefined;
    },
    formula: `n ÷ ${per}${below === 0 ? '' : ` − ${below}`}`,
    allowed: formatRange({ least, most }),
  } satisfies Conversion<number>;
}

function saturateTo(value: number, least: number, most: number): number {
  return Number.isNaN(value) ? Math.max(least, Math.min(most, 0)) : Math.max(least, Math.min(most, value));
}

/** value = first × factor to the power of n. */
export function growing(first: number, factor: number): Conversion<number> {
  const step = Math.log(factor);
  return {
    toWire: (value) => Math.log(Math.max(value, first) / first) / step,
    fromWire: (wire) => first * Math.exp(wire * step),
    formula: `${first} × ${factor}^n`,
    allowed: '',
  };
}

/** One number means that there is no value. */
export function orNone<Value>(conversion: Conversion<Value>, none: number): Conversion<Value | null> {
  return {
    toWire: (value) => (value === null ? none : conversion.toWire(value)),
    fromWire: (wire) => (wire === none ? null : conversion.fromWire(wire)),
    formula: `${conversion.formula}; ${none} none`,
    allowed: conversion.allowed,
  };
}

const formatNames = (names: readonly (string | boolean)[]) => names.map((name, at) => `${at} ${name}`).join(', ');

/** A value of a list, by its place. */
export function named<const Name extends string | boolean>(names: readonly Name[]): Conversion<Name> {
  return {
    toWire: (value) => Math.max(0, names.indexOf(value)),
    fromWire: (wire) => names[wire],
    formula: formatNames(names),
    allowed: '',
  };
}

export const yesNo = named([false, true]);

/** As the JSON messages write it. */
export const bitValue: Conversion<0 | 1> = {
  toWire: (value) => value,
  fromWire: (wire) => (wire === 0 || wire === 1 ? wire : undefined),
  formula: 'n',
  allowed: '0 to 1',
};
