import { describe, expect, it } from 'vitest';
import { NEW_DRAFT } from '../draft.ts';
import { explainDiameter, explainName, explainSpeed } from './field-rules.ts';
import { readNumber, says, writeNumber } from './number-text.ts';

describe('a typed number', () => {
  it.each([
    ['3', 3],
    ['3.', 3],
    ['.5', 0.5],
    [' 12,5 ', 12.5],
    ['-1', -1],
    ['', null],
    ['  ', null],
    ['1e3', Number.NaN],
    ['three', Number.NaN],
    ['1.2.3', Number.NaN],
  ])('readNumber(%j) is %s', (text, value) => {
    expect(readNumber(text)).toBe(value);
    expect(says(text, value)).toBe(true);
  });

  it('writeNumber writes no unit, and an empty text for an invalid number', () => {
    expect([3.25, null, Number.NaN].map(writeNumber)).toEqual(['3.25', '', '']);
  });
});

describe('the rules at the fields', () => {
  it('[R-105] [R-106] the defaults 3 mph and 8 inches are valid', () => {
    expect([NEW_DRAFT.speedMph, NEW_DRAFT.diameterIn]).toEqual([3, 8]);
    expect([explainSpeed(NEW_DRAFT.speedMph), explainDiameter(NEW_DRAFT.diameterIn)]).toEqual([null, null]);
  });

  it('[R-084] explainName asks for a name', () => {
    expect(explainName('  ')).toBe('Enter pig run name.');
    expect(explainName('North')).toBeNull();
    expect(explainName('x'.repeat(151))).toBe('Pig run name is too long. Maximum length is 150 characters.');
  });

  it.each([
    [0.1, true],
    [20, true],
    [0.09, false],
    [20.01, false],
    [Number.NaN, false],
    [null, false],
  ])('[R-074] explainSpeed accepts %s: %s', (speed, isTaken) => {
    expect(explainSpeed(speed)).toBe(
      isTaken ? null : 'Expected speed between 0.1 and 20 mph is required to calculate ETAs!',
    );
  });

  it.each([
    [4, true],
    [50, true],
    [3.9, false],
    [50.1, false],
    [null, false],
  ])('[R-077] explainDiameter accepts %s: %s', (diameter, isTaken) => {
    expect(explainDiameter(diameter)).toBe(
      isTaken ? null : 'A pipeline diameter between 4 and 50 inches is required to use Machine Learning.',
    );
  });
});
