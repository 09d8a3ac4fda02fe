import fc from 'fast-check';
import { expect, test } from 'vitest';
import { disarmCell, disarmFormula, escapeName, unescapeName } from './formula.ts';

const FORMULA = /^[\s"]{0,2}[=+\-@＝＋－＠]/u;
const anyCell = fc
  .array(fc.constantFrom('=', '+', '-', '@', '＝', ';', '\t', '|', '\n', '\r\n', '"', "'", ' ', ',', '1', 'SUM(A1)'), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));

test('[W-040] no cell begins a formula, whatever separator another program splits it at', () => {
  fc.assert(
    fc.property(anyCell, fc.constantFrom(';', '\t', '|', '\n', /\r?\n/), (cell, separator) => {
      for (const piece of disarmFormula(cell).split(separator)) expect(piece).not.toMatch(FORMULA);
    }),
  );
});

test('[W-040] disarming twice changes nothing more', () => {
  fc.assert(
    fc.property(anyCell, (cell) => {
      expect(disarmFormula(disarmFormula(cell))).toBe(disarmFormula(cell));
    }),
  );
});

test.each([
  ['a;=1+1', "a;'=1+1"],
  ['a\t@SUM(A1)', "a\t'@SUM(A1)"],
  ['a;"=1+1"', 'a;"\'=1+1"'],
  ['gate; 5 m', 'gate; 5 m'],
  ['a=b-c', 'a=b-c'],
])('[W-040] %j is written as %j', (text, written) => {
  expect(disarmFormula(text)).toBe(written);
});

test('[W-040] numbers stay numbers', () => {
  for (const number of ['-95.2', '-1', '0', '12.5', '-1e-7']) expect(disarmCell(number)).toBe(number);
  for (const text of ['-95.2;-1', '-1-1', '+1', '-', '-.5x']) expect(disarmCell(text)).not.toBe(text);
});

test('[W-040] a name survives export and import unchanged', () => {
  fc.assert(
    fc.property(anyCell, (name) => {
      expect(unescapeName(escapeName(name))).toBe(name);
      for (const piece of escapeName(name.replaceAll(/[\r\n]/g, '')).split(/[;\t|]/))
        expect(piece).not.toMatch(FORMULA);
    }),
  );
});
