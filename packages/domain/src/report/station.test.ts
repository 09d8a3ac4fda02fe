import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { FEET_PER_METRE } from '../units/length.ts';
import { writeStation } from './station.ts';

const feet = (value: number) => value / FEET_PER_METRE;

it.each([
  [feet(1234.5), 'us', 1, '12+34.5'],
  [feet(0), 'us', 1, '0+00.0'],
  [feet(99.96), 'us', 1, '1+00.0'],
  [feet(105), 'us', 0, '1+05'],
  [12_345.67, 'metric', 1, '12+345.7'],
  [5.25, 'metric', 2, '0+005.25'],
  [999.99, 'metric', 1, '1+000.0'],
  [-1, 'metric', 1, '0+000.0'],
] as const)('[W-516] the station at %d m in %s units with %i decimals is %s', (metres, units, decimals, text) => {
  expect(writeStation(metres, units, decimals)).toBe(text);
});

it('[W-516] a station of any distance can be read back', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 2e6, noNaN: true }), (metres) => {
      const [stations = '', rest = ''] = writeStation(metres, 'metric', 3).split('+');
      expect(rest).toMatch(/^\d{3}\.\d{3}$/);
      expect(Number(stations) * 1000 + Number(rest)).toBeCloseTo(metres, 2);
    }),
  );
});
