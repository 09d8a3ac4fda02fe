import { describe, expect, it } from 'vitest';
import { SPREADS } from './calibration.ts';
import { findSpread, type Marks, type OwnSpreads } from './spread.ts';
import { LEVELS } from './travel-time.ts';

const simulated = SPREADS.gas[2] ?? [];
const at = (spread: readonly number[], level: number) => spread[LEVELS.indexOf(level)];

function withMarks(marks: Marks): OwnSpreads {
  return { runs: 60, marks: { none: [], unsure: [], gas: [null, null, marks], liquid: [] } };
}

describe('findSpread', () => {
  it('a company without learned marks uses the simulated spread', () => {
    expect(findSpread(null, 'gas', 2)).toBe(simulated);
    expect(findSpread(withMarks([-1, 0, 1]), 'gas', 1)).toBe(SPREADS.gas[1]);
    expect(findSpread(withMarks([-1, 0, 1]), 'liquid', 4)).toBe(SPREADS.liquid[4]);
  });

  it('the spread passes through the learned marks and keeps its shape between and beyond', () => {
    const own = findSpread(withMarks([-3, 0.5, 6]), 'gas', 2);
    expect([at(own, 0.1), at(own, 0.5), at(own, 0.9)]).toEqual([expect.closeTo(-3, 9), 0.5, expect.closeTo(6, 9)]);
    const shareOf = (spread: readonly number[]) =>
      ((at(spread, 0.7) ?? 0) - (at(spread, 0.5) ?? 0)) / ((at(spread, 0.9) ?? 0) - (at(spread, 0.5) ?? 0));
    expect(shareOf(own)).toBeCloseTo(shareOf(simulated), 9);
    expect((at(own, 0.99) ?? 0) - 6).toBeGreaterThan(((at(simulated, 0.99) ?? 0) - (at(simulated, 0.9) ?? 0)) * 2);
  });

  it('the spread ascends, also if all runs were alike', () => {
    const own = findSpread(withMarks([0.3, 0.3, 0.3]), 'gas', 2);
    expect(own.slice(1).every((error, before) => error > (own[before] ?? error))).toBe(true);
  });
});
