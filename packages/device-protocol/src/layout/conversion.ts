import { saturate } from '../bytes/byte-writer.ts';

// Converts a value to a number n on the wire and back, and describes the conversion for the document.

export interface Conversion<Value> {
  /** Saturates to the nearest allowed number, like all writers. */
  toWire(value: Value): number;
  /** undefined: this number is not allowed here. */
  fromWire(wire: number): Value | undefined;
  /** The value as a function of n. */
  readonly formula: string;
  /** The allowed values; empty: all that the type holds. */
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

/**
 * Like `whole`, but writes an invalid value unchanged so that the reader refuses it: the nearest valid one would be a
 * different command.
 */
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

/** Reserves a number for a missing value. */
export function orNone<Value>(conversion: Conversion<Value>, none: number): Conversion<Value | null> {
  return {
    toWire: (value) => (value === null ? none : conversion.toWire(value)),
    fromWire: (wire) => (wire === none ? null : conversion.fromWire(wire)),
    formula: `${conversion.formula}; ${none} none`,
    allowed: conversion.allowed,
  };
}

const formatNames = (names: readonly (string | boolean)[]) => names.map((name, at) => `${at} ${name}`).join(', ');

/** A value by its index in a list. */
export function named<const Name extends string | boolean>(names: readonly Name[]): Conversion<Name> {
  return {
    toWire: (value) => Math.max(0, names.indexOf(value)),
    fromWire: (wire) => names[wire],
    formula: formatNames(names),
    allowed: '',
  };
}

export const yesNo = named([false, true]);

/** A bit as in the JSON messages. */
export const bitValue: Conversion<0 | 1> = {
  toWire: (value) => value,
  fromWire: (wire) => (wire === 0 || wire === 1 ? wire : undefined),
  formula: 'n',
  allowed: '0 to 1',
};

/** Describes the integers of a word list for the document. */
export function listWords(words: readonly string[]): string {
  return words.map((word, at) => `${at} ${word}`).join(', ');
}
