import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { chooseScale, metresPerPx } from './scale.ts';

it('[W-292] a pixel is as wide as in the projection', () => {
  expect(metresPerPx(0, 0)).toBeCloseTo(78_271.5, 0);
  expect(metresPerPx(60, 10)).toBeCloseTo(78_271.5 / 2 / 1024, 3);
});

it('[W-292] the scale bar has the longest round distance that fits, in the unit of the user', () => {
  const words = (perPx: number, isMetric: boolean) => chooseScale(perPx, 100, isMetric).words;
  expect([0.5, 9, 10, 16, 17, 600, 20_000].map((perPx) => words(perPx, true))).toEqual([
    '50 m',
    '500 m',
    '1 km',
    '1 km',
    '1 km',
    '50 km',
    '2,000 km',
  ]);
  expect([0.5, 9, 16, 17, 600].map((perPx) => words(perPx, false))).toEqual([
    '100 ft',
    '2,000 ft',
    '5,000 ft',
    '1 mi',
    '20 mi',
  ]);
});

it('[W-292] the scale bar takes more than a third of its room, and not more than all of it', () => {
  const perPx = fc.double({ min: 0.01, max: 80_000, noNaN: true });
  fc.assert(
    fc.property(perPx, fc.boolean(), (metres, isMetric) => {
      const { widthPx } = chooseScale(metres, 100, isMetric);
      expect(widthPx).toBeLessThanOrEqual(100 + 1e-6);
      expect(widthPx).toBeGreaterThan(18);
    }),
  );
});
