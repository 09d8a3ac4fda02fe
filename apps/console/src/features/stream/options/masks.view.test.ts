import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskFrequency, maskSeconds, maskWeldSpace, readFrequency, readPause, readWeldSpace } from './masks.view.ts';

describe('the mask of the weld space', () => {
  it.each([
    ['', ''],
    ['4', '4'],
    ['40', '40'],
    ['40.', '40.'],
    ['40.5', '40.5'],
    ['40.57', '40.5'],
    ['405', '40.5'],
    ['6,1', '6.1'],
    ['x4-0', '40'],
    ['.5', '.5'],
  ])('[S-039] the weld space mask ##.# turns %j into %j', (typed, shown) => {
    expect(maskWeldSpace(typed)).toBe(shown);
  });

  it('[S-039] the weld space mask removes all other characters', () => {
    fc.assert(fc.property(fc.string(), (typed) => /^(\d{0,2}\.?|\d{0,2}\.\d)$/.test(maskWeldSpace(typed))));
  });

  it.each([
    ['', 0],
    ['.', 0],
    ['40.', 40],
    ['12.2', 12.2],
    ['.5', 0.5],
  ])('readWeldSpace reads %j as %d', (text, value) => {
    expect(readWeldSpace(text)).toBe(value);
  });
});

describe('the mask of the ELF frequency', () => {
  it.each([
    ['2', '2'],
    ['22', '22'],
    ['220', '22'],
    ['2.2', '22'],
    ['Hz', ''],
  ])('[S-040] the ELF frequency mask ## turns %j into %j', (typed, shown) => {
    expect(maskFrequency(typed)).toBe(shown);
  });

  it.each([
    ['', null],
    ['9', null],
    ['10', 10],
    ['30', 30],
    ['31', null],
  ])('readFrequency accepts only 10 to 30 Hz: %j', (text, value) => {
    expect(readFrequency(text)).toBe(value);
  });
});

describe('the pause', () => {
  it('a pause is at least one second and has at most three digits', () => {
    expect(maskSeconds('1500 s')).toBe('150');
    expect([readPause(''), readPause('0'), readPause('15')]).toEqual([null, null, 15]);
  });
});
