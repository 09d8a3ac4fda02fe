import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FLUIDS, learnSegment, predictPace, startFilter, type Fluid } from './pace-filter.ts';

const EXPECTED = 2;

/** A filter after segments of these lengths, at this share of the expected speed. */
function learn(fluid: Fluid, share: number, segments: readonly number[]) {
  return segments.reduce(
    (filter, distanceM) => learnSegment(filter, EXPECTED, distanceM, distanceM / (EXPECTED * share)),
    startFilter(fluid),
  );
}

describe.each(FLUIDS)('pace of a pig in %s', (fluid) => {
  it('a new filter predicts the expected pace, less certain for shorter stretches', () => {
    expect(predictPace(startFilter(fluid), 5000).mean).toBe(0);
    const deviations = [1, 10, 100, 1000, 10_000, 100_000].map(
      (distanceM) => predictPace(startFilter(fluid), distanceM).deviation,
    );
    expect(deviations).toEqual(deviations.toSorted((one, other) => other - one));
  });

  it('the prediction follows the segments, and is more certain with more of them', () => {
    const few = predictPace(learn(fluid, 0.8, [4000]), 4000);
    const many = predictPace(
      learn(
        fluid,
        0.8,
        Array.from({ length: 10 }, () => 4000),
      ),
      4000,
    );
    expect(Math.abs(many.mean + Math.log(0.8))).toBeLessThan(0.02);
    expect(many.deviation).toBeLessThan(few.deviation);
    expect(few.deviation).toBeLessThan(predictPace(startFilter(fluid), 4000).deviation);
  });

  it('the prediction is less certain further on', () => {
    const filter = learn(fluid, 1.1, [5000, 5000, 5000, 5000, 5000, 5000]);
    expect(predictPace(filter, 100_000).deviation).toBeGreaterThan(predictPace(filter, 20_000).deviation);
  });

  it('the prediction is finite after any segments', () => {
    const segment = fc.tuple(
      fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
      fc.double({ min: 1e-3, max: 1e9, noNaN: true }),
    );
    fc.assert(
      fc.property(
        fc.array(segment, { maxLength: 30 }),
        fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
        (segments, distanceM) => {
          const filter = segments.reduce(
            (known, [stretchM, seconds]) => learnSegment(known, EXPECTED, stretchM, seconds),
            startFilter(fluid),
          );
          const { mean, deviation } = predictPace(filter, distanceM);
          expect(Number.isFinite(mean)).toBe(true);
          expect(deviation).toBeGreaterThan(0);
          expect(Number.isFinite(filter.evidence)).toBe(true);
        },
      ),
    );
  });
});

describe('untrained filter', () => {
  it.each<[Fluid, number, number[]]>([
    ['liquid', 0.41, [0.143, 297_000, 0.0121, 2750, 0.0136]],
    ['gas', 1.16, [0.208, 182_000, 0.079, 3900, 0.0068]],
  ])(
    'the spread in %s is that of the constant, of both swings over the stretch, and of random time',
    (fluid, chance, [s1 = 0, l1 = 0, s2 = 0, l2 = 0, constant = 0]) => {
      for (const distanceM of [10, 2000, 60_000, 200_000]) {
        const swing = (deviation: number, lengthM: number) => {
          const u = distanceM / lengthM;
          return (2 * deviation ** 2 * (u - 1 + Math.exp(-u))) / u ** 2;
        };
        const variance = constant ** 2 + swing(s1, l1) + swing(s2, l2) + chance ** 2 / distanceM;
        expect(predictPace(startFilter(fluid), distanceM).deviation).toBeCloseTo(Math.sqrt(variance), 5);
      }
    },
  );
});

describe('evidence', () => {
  it('even segments indicate liquid, uneven ones gas', () => {
    const tell = (shares: readonly number[]) => {
      const [gas, liquid] = FLUIDS.map(
        (fluid) =>
          shares.reduce(
            (filter, share) => learnSegment(filter, EXPECTED, 4000, 4000 / (EXPECTED * share)),
            startFilter(fluid),
          ).evidence,
      );
      return (liquid ?? 0) - (gas ?? 0);
    };
    expect(tell([0.9, 0.91, 0.9, 0.89, 0.9, 0.9])).toBeGreaterThan(3);
    expect(tell([0.9, 1.05, 0.95, 0.8, 1, 0.85])).toBeLessThan(-3);
  });
});
