import { describe, expect, it } from 'vitest';
import { metresPerSecond, metresPerSecondToMph } from '../../units/speed.ts';
import { findWeldSpeed } from './weld-speed.ts';

describe('findWeldSpeed', () => {
  it('[S-114] uses 0.3048 m per foot', () => {
    expect(findWeldSpeed(2, { WeldSpace: 40, Metric: false })).toBeCloseTo(6.096, 9);
  });

  it('uses metres as they are when metric', () => {
    expect(findWeldSpeed(4, { WeldSpace: 12.2, Metric: true })).toBeCloseTo(3.05, 9);
  });

  it('[S-113] converts to mph by 2.23694', () => {
    expect(metresPerSecondToMph(metresPerSecond(findWeldSpeed(1, { WeldSpace: 1, Metric: true }) ?? 0))).toBe(2.236_94);
  });

  it('returns null without a spacing', () => {
    expect(findWeldSpeed(4, { WeldSpace: 0, Metric: true })).toBeNull();
  });
});
