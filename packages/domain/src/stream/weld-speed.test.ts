import { describe, expect, it } from 'vitest';
import { metresPerSecond, metresPerSecondToMph } from '../units/speed.ts';
import { findWeldSpeed } from './weld-speed.ts';

describe('the speed from weld to weld', () => {
  it('[S-114] takes a foot for 0.3048 m', () => {
    expect(findWeldSpeed(2, { WeldSpace: 40, Metric: false })).toBeCloseTo(6.096, 9);
  });

  it('takes metres as they are when metric', () => {
    expect(findWeldSpeed(4, { WeldSpace: 12.2, Metric: true })).toBeCloseTo(3.05, 9);
  });

  it('[S-113] is in mph 2.23694 times as much', () => {
    expect(metresPerSecondToMph(metresPerSecond(findWeldSpeed(1, { WeldSpace: 1, Metric: true }) ?? 0))).toBe(2.236_94);
  });

  it('is not known without a spacing', () => {
    expect(findWeldSpeed(4, { WeldSpace: 0, Metric: true })).toBeNull();
  });
});
