import { describe, expect, it } from 'vitest';
import { measureQuality, tabulateConfusion, tabulateReliability } from './quality.ts';

const judge = (probability: number, isPassage: boolean, kind = isPassage ? 'pig' : 'step') => ({
  probability,
  isPassage,
  kind,
});

describe('measureQuality', () => {
  it('a perfect judge has perfect measures', () => {
    expect(measureQuality([judge(1, true), judge(0, false), judge(1, true), judge(0, false)])).toEqual({
      accuracy: 1,
      auc: 1,
      foundAtOnePercent: 1,
      brier: 0,
      calibrationError: 0,
    });
  });

  it('a constant judge has the measures of chance', () => {
    const { accuracy, auc, brier, calibrationError } = measureQuality([judge(0.5, true), judge(0.5, false)]);
    expect([accuracy, auc, brier, calibrationError]).toEqual([0.5, 0.5, 0.25, 0]);
  });

  it('the measures agree with a calculation by hand', () => {
    const judged = [judge(0.9, true), judge(0.4, true), judge(0.6, false), judge(0.1, false)];
    const { accuracy, auc, foundAtOnePercent, brier, calibrationError } = measureQuality(judged);
    expect(accuracy).toBe(0.5);
    expect(auc).toBe(0.75);
    expect(foundAtOnePercent).toBe(0.5);
    expect(brier).toBeCloseTo((0.01 + 0.36 + 0.36 + 0.01) / 4, 12);
    expect(calibrationError).toBeCloseTo((0.1 + 0.6 + 0.6 + 0.1) / 4, 12);
  });
});

it('reliability compares predicted with actual shares', () => {
  expect(tabulateReliability([judge(0.82, true), judge(0.88, false), judge(1, true)])).toEqual([
    { said: expect.closeTo(0.85, 9), true: 0.5, count: 2 },
    { said: 1, true: 1, count: 1 },
  ]);
});

it('confusions are counted by kind', () => {
  expect(
    tabulateConfusion([judge(0.9, true), judge(0.9, false), judge(0.2, false), judge(0.6, false, 'vehicle')]),
  ).toEqual([
    { kind: 'pig', wrong: 0, count: 1 },
    { kind: 'step', wrong: 1, count: 2 },
    { kind: 'vehicle', wrong: 1, count: 1 },
  ]);
});
