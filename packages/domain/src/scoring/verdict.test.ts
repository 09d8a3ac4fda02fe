import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findScore, toPercent, type AlgorithmResult, describeTraining, SIMULATED_DATA } from './score.ts';
import { combine, findColour } from './verdict.ts';

function judge(weight: number, prediction: 0 | 1, confidence: number): AlgorithmResult {
  return { weight, prediction, confidence };
}

describe('findScore', () => {
  it.each([
    ['certainty of a pig', [judge(1, 1, 1)], 1],
    ['certainty of noise', [judge(1, 0, 1)], -1],
    ['a result without confidence', [judge(1, 1, 0)], 0],
    ['two contradictory results', [judge(1, 1, 0.8), judge(1, 0, 0.8)], 0],
    ['a plain mean of three', [judge(1, 1, 0.9), judge(1, 1, 0.6), judge(1, 0, 0.3)], 0.4],
    ['three with weights', [judge(0.1, 0, 1), judge(0.3, 1, 0.5), judge(2.6, 1, 0.9)], (-0.1 + 0.15 + 2.34) / 3],
    ['weights that do not average 1 as they are', [judge(2, 1, 0.5), judge(2, 1, 0.5)], 1],
  ])('[P-024] scores %s', (_, results, score) => {
    expect(findScore(results)).toBeCloseTo(score, 12);
  });

  it('returns null without results', () => {
    expect(findScore([])).toBeNull();
  });

  it('stays within −1 and 1 while the weights average 1', () => {
    const any = fc.record({
      prediction: fc.constantFrom<0 | 1>(0, 1),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(any, { minLength: 1 }), (results) => {
        const score = findScore(results.map((result) => ({ ...result, weight: 1 }))) ?? Number.NaN;
        expect(Math.abs(score)).toBeLessThanOrEqual(1 + 1e-12);
      }),
    );
  });
});

describe('toPercent', () => {
  it.each([
    [-1, 0],
    [0, 50],
    [1, 100],
    [0.75, 87.5],
    [0.89, 94.5],
    [0.4, 70],
    [0.3333, 66.7],
    [-0.12345, 43.8],
  ])('[P-025] converts the score %d to %d', (score, percent) => {
    expect(toPercent(score)).toBe(percent);
  });
});

describe('findColour', () => {
  it.each([
    ['[P-029]', -1, 'red'],
    ['[P-029, P-032]', -0.5, 'red'],
    ['[P-027]', -0.499, 'light-red'],
    ['[P-027, P-032]', -0.25, 'light-red'],
    ['[P-026]', -0.249, 'orange'],
    ['[P-026]', 0, 'orange'],
    ['[P-026]', 0.749, 'orange'],
    ['[P-028, P-032]', 0.75, 'light-green'],
    ['[P-028]', 0.889, 'light-green'],
    ['[P-029, P-032]', 0.89, 'green'],
    ['[P-029]', 1, 'green'],
  ])('%s the colour of the score %d is %s', (_, score, colour) => {
    expect(findColour(score)).toBe(colour);
  });
});

describe('combine', () => {
  it.each([
    [0, 1, 0, 'red', 'block', 'Not a pig'],
    [0, 0.4, 30, 'light-red', 'help', 'Probably not a pig'],
    [1, 0.2, 60, 'orange', 'help', 'Undecided'],
    [1, 0.8, 90, 'light-green', 'help', 'Probably a pig'],
    [1, 0.95, 97.5, 'green', 'check', 'A pig'],
  ] as const)('[P-030] combines %d with %d to %d %, %s, %s', (prediction, confidence, percent, colour, icon, words) => {
    expect(combine([judge(1, prediction, confidence)])).toEqual({ percent, colour, icon, words });
  });

  it('returns null without results', () => {
    expect(combine([])).toBeNull();
  });

  it('the training data is named beside a verdict', () => {
    expect(describeTraining(SIMULATED_DATA)).toBe('trained on simulated data');
  });
});
