import { describe, expect, it } from 'vitest';
import { measureMarkers } from './measure-markers.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';

const geoSpeed = { ...DEFAULT_SETTINGS.geoSpeed, WeldSpace: 12, Metric: true };
const measure = (from: number, to: number, welds: readonly number[]) => measureMarkers({ from, to, welds, geoSpeed });

describe('measureMarkers', () => {
  it('measures the time between two markers, in either order', () => {
    expect(measure(1000, 5000, [])).toEqual({ deltaS: 4, weldS: 4, speed: 3 });
    expect(measure(5000, 1000, [])).toEqual(measure(1000, 5000, []));
  });

  it.each([
    ['on welds', 2000, 14_000],
    ['a bit outside of them', 1900, 14_100],
    ['a bit inside', 2150, 13_900],
  ])('counts whole intervals between markers %s', (_where, from, to) => {
    const { weldS, speed } = measure(from, to, [2000, 6000, 10_000, 14_000, 18_000]);
    expect(weldS).toBeCloseTo((to - from) / 3000, 9);
    expect(speed).toBeCloseTo(12 / weldS, 9);
  });

  it('returns no speed without a spacing or between markers at one time', () => {
    expect(measureMarkers({ from: 0, to: 4000, welds: [], geoSpeed: { ...geoSpeed, WeldSpace: 0 } }).speed).toBeNull();
    expect(measure(1000, 1000, [1000])).toEqual({ deltaS: 0, weldS: 0, speed: null });
  });
});
