import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  chooseLabels,
  countTickDecimals,
  findTimeStep,
  listMultiples,
  listTicks,
  makeScale,
  project,
  roundUp,
} from './axis.ts';

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

it('[W-272] a scale converts a value to its place and back', () => {
  const down = makeScale({ from: 100, to: 300 }, 20, 420);
  expect([down.at(100), down.at(150), down.at(300)]).toEqual([20, 120, 420]);
  expect(down.valueAt(120)).toBe(150);
  const real = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(real, fc.double({ min: 1e-2, max: 1e6, noNaN: true }), real, (from, width, value) => {
      const scale = makeScale({ from, to: from + width }, 44, 640);
      expect(scale.valueAt(scale.at(value))).toBeCloseTo(value, 3);
    }),
  );
});

it('[W-272] a scale of a single value places it at the start', () => {
  expect(project({ from: 7, to: 7 }, 7, 20, 420)).toBe(20);
});

it('[W-272] a round value is 1, 2 or 5 times a power of ten and not below', () => {
  expect([0.3, 1, 1.01, 2, 3, 7, 10, 480].map(roundUp)).toEqual([0.5, 1, 2, 2, 5, 10, 10, 500]);
});

it('[W-272] multiples include both ends of the range despite fractions', () => {
  expect(listMultiples({ from: 0, to: 0.3 }, 0.1)).toHaveLength(4);
  expect(listMultiples({ from: -5, to: 11 }, 5)).toEqual([-5, 0, 5, 10]);
  expect(listMultiples({ from: 6, to: 9 }, 5)).toEqual([]);
});

it('[W-272] ticks are round, inside the range, and divide it into at most the requested steps', () => {
  const from = fc.double({ min: -1e4, max: 1e4, noNaN: true });
  const width = fc.double({ min: 1e-3, max: 1e4, noNaN: true });
  fc.assert(
    fc.property(from, width, fc.integer({ min: 1, max: 12 }), (start, size, most) => {
      const ticks = listTicks({ from: start, to: start + size }, most);
      expect(ticks.length).toBeLessThanOrEqual(most + 1);
      for (const tick of ticks) {
        expect(tick).toBeGreaterThanOrEqual(start - 1e-8 * size);
        expect(tick).toBeLessThanOrEqual(start + size * (1 + 1e-8));
      }
    }),
  );
});

it('[W-272] steps of time are full seconds, minutes, hours or days', () => {
  expect([300, 30 * SECOND, 3 * MINUTE, 4 * HOUR, 3 * DAY, 400 * DAY].map((width) => findTimeStep(width, 5))).toEqual([
    100,
    10 * SECOND,
    MINUTE,
    HOUR,
    DAY,
    100 * DAY,
  ]);
  expect(findTimeStep(30 * SECOND, 5, MINUTE)).toBe(MINUTE);
});

it('[W-272] ticks have enough decimals to differ', () => {
  expect([[0, 20], [0, 0.5], [0.002, 0.004], [3], []].map(countTickDecimals)).toEqual([0, 1, 3, 0, 0]);
});

it('[W-272] labels keep their distance, the important ones first', () => {
  expect(chooseLabels([0, 10, 20, 30], [0, 3, 0, 0], 15)).toEqual(new Set([1, 3]));
});
