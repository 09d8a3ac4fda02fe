import { describe, expect, test } from 'vitest';
import { feetToMetres, inchesToMetres } from './length.ts';
import {
  metresPerSecond,
  metresPerSecondToMph,
  mphToMetresPerSecond,
  mphToToolLookupSpeed,
  TOOL_LOOKUP_MPH_PER_METRE_PER_SECOND,
} from './speed.ts';

describe('units', () => {
  test('[K-002] the "meters to miles" factor is 2.237', () => {
    expect(TOOL_LOOKUP_MPH_PER_METRE_PER_SECOND).toBe(2.237);
  });
  test('[K-003] 10 mph is 4.4704 m/s, and 10 / 2.237 m/s for the tool lookup', () => {
    expect(mphToMetresPerSecond(10)).toBeCloseTo(4.4704, 10);
    expect(mphToToolLookupSpeed(10)).toBe(10 / 2.237);
  });
  test('[K-004] 10 m/s is 22.3694 mph', () => {
    expect(metresPerSecondToMph(metresPerSecond(10))).toBeCloseTo(22.3694, 10);
  });
  test('[K-005] 39.37 inches are one metre', () => {
    expect(inchesToMetres(39.37)).toBe(1);
    expect(inchesToMetres(12)).toBeCloseTo(0.304801, 6);
  });
  test('[K-006] 3.2808 feet are one metre', () => {
    expect(feetToMetres(3.2808)).toBe(1);
    expect(feetToMetres(1000)).toBeCloseTo(304.8037, 4);
  });
});
