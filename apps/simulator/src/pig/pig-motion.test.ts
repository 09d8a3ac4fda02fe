import { Random } from '@waymark/signals/random';
import { describe, expect, it } from 'vitest';
import { computeDurationS, computeMotion, findPassingS, findSpeedMps } from './pig-motion.ts';

const LENGTH_M = 70_000;
const move = (fluid: 'liquid' | 'gas', seed: number, expectedMps = 2) =>
  computeMotion({ fluid, lengthM: LENGTH_M, expectedMps, random: new Random(seed) });
const markersM = Array.from({ length: 14 }, (_, at) => 2500 + 5000 * at);
const median = (values: readonly number[]) => values.toSorted((left, right) => left - right)[values.length >> 1] ?? 0;

describe.each(['liquid', 'gas'] as const)('a pig in %s', (fluid) => {
  const motions = Array.from({ length: 20 }, (_, seed) => move(fluid, seed));

  it('passes markers in order', () => {
    for (const motion of motions) {
      const times = markersM.map((distanceM) => findPassingS(motion, distanceM));
      for (const [at, timeS] of times.entries()) expect(timeS).toBeGreaterThan(times[at - 1] ?? 0);
      expect(computeDurationS(motion)).toBeGreaterThan(times.at(-1) ?? Infinity);
    }
  });

  it('moves at about the expected speed', () => {
    const speeds = motions.map((motion) => LENGTH_M / computeDurationS(motion));
    expect(median(speeds)).toBeGreaterThan(1.4);
    expect(median(speeds)).toBeLessThan(2.6);
    for (const speed of speeds) expect(speed).toBeGreaterThan(0.6);
  });

  it('moves at plausible speeds', () => {
    for (const motion of motions) {
      for (const distanceM of markersM) {
        const speed = findSpeedMps(motion, distanceM);
        expect(speed).toBeGreaterThanOrEqual(0.25);
        expect(speed).toBeLessThan(20);
      }
    }
  });

  it('moves the same for the same seed', () => {
    expect(move(fluid, 3)).toEqual(move(fluid, 3));
    expect(move(fluid, 3)).not.toEqual(move(fluid, 4));
  });
});

describe('fluids', () => {
  const spread = (fluid: 'liquid' | 'gas') =>
    median(
      Array.from({ length: 20 }, (_, seed) => {
        const motion = move(fluid, seed);
        const speeds = markersM.map((distanceM) => Math.log(findSpeedMps(motion, distanceM)));
        const mean = speeds.reduce((sum, value) => sum + value, 0) / speeds.length;
        return Math.sqrt(speeds.reduce((sum, value) => sum + (value - mean) ** 2, 0) / speeds.length);
      }),
    );

  it('gas drives a pig less evenly than liquid', () => {
    expect(spread('gas')).toBeGreaterThan(1.5 * spread('liquid'));
  });
});
