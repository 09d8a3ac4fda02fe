import { describe, expect, it } from 'vitest';
import { chooseCountChip, drawCountChip, formatCount } from './count-chip.ts';

const widthOf = (count: number) => {
  const svg = drawCountChip(chooseCountChip(count), { chip: '#000', chipEdge: '#fff' });
  return Number(/ width="(\d+)"/.exec(svg)?.[1]);
};

describe('the detection count', () => {
  it('[M-030] the plate is wider for three digits and for four', () => {
    expect(widthOf(9)).toBe(widthOf(99));
    expect(widthOf(100)).toBeGreaterThan(widthOf(99));
    expect(widthOf(999)).toBe(widthOf(100));
    expect(widthOf(1000)).toBeGreaterThan(widthOf(999));
    expect(widthOf(9999)).toBe(widthOf(1000));
  });

  it('the plate has at most four digits', () => {
    expect([148, 9999, 10_000, 65_535].map(formatCount)).toEqual(['148', '9999', '9999+', '9999+']);
  });
});
