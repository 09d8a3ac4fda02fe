import { describe, expect, it } from 'vitest';
import { EM_INTERVAL_S, EM_RATE_HZ, IF_HZ, RECORD_CENTRE, RECORD_SAMPLES } from '../../sampling.ts';
import { Random } from '../../random.ts';
import { synthesizeElf, synthesizeMag } from '../../synthesize.ts';
import { QUIET_SCENE, QUIET_SITE } from '../../testing/quiet-scene.ts';
import { findContent, takeFloorAway } from './content.ts';
import { measureElf } from './elf-features.ts';
import { measureExpectation } from './expectation.ts';
import { selectFeatures } from './feature-set.ts';
import { measureGeo } from './geo-features.ts';
import { measureMag } from './mag-features.ts';
import { measureRhythm } from './rhythm.ts';
import { measureShape } from './shape.ts';
import { measureSpectrum } from './spectrum.ts';

const WHOLE = { from: 0, to: RECORD_SAMPLES };

function make(value: (tS: number) => number): Float64Array {
  return Float64Array.from({ length: RECORD_SAMPLES }, (_, at) => value((at - RECORD_CENTRE) * EM_INTERVAL_S));
}

describe('measureShape', () => {
  const bell = (widthS: number, centreS = 0) => make((tS) => 1000 * Math.exp(-(((tS - centreS) / widthS) ** 2)) + 10);

  it('the width is that between the half heights', () => {
    for (const widthS of [0.5, 1, 2])
      expect(Math.exp(measureShape(bell(widthS), WHOLE).width)).toBeCloseTo(2 * widthS * Math.sqrt(Math.LN2), 0);
  });

  it('a bell is symmetric and has its offset', () => {
    const { asymmetry, lean, offset, secondPeak, snr } = measureShape(bell(1, 0.6), WHOLE);
    expect(asymmetry).toBeLessThan(0.05);
    expect(Math.abs(lean)).toBeLessThan(0.15);
    expect(offset).toBeCloseTo(10 / 42, 6);
    expect(secondPeak).toBe(0);
    expect(snr).toBeCloseTo(Math.log(1011 / 11), 2);
  });

  it('a sudden start with a slow end is asymmetric and leans', () => {
    const { asymmetry, lean } = measureShape(
      make((tS) => (tS < 0 ? 0 : 1000 * Math.exp(-tS))),
      WHOLE,
    );
    expect(asymmetry).toBeGreaterThan(0.5);
    expect(lean).toBeLessThan(-1);
  });
});

describe('content of a record', () => {
  it('the content ends with the snippet, and its floor is subtracted only there', () => {
    const snippet = make((tS) => (Math.abs(tS) > 5 ? 0 : 100 + tS));
    const { from, to } = findContent(snippet);
    expect([from, to]).toEqual([167, 334]);
    const bare = takeFloorAway(snippet, { from, to });
    expect(bare[0]).toBe(0);
    expect(bare[RECORD_CENTRE]).toBeCloseTo(0, 6);
  });

  it('a silent record has no content', () => {
    expect(findContent(new Int16Array(5))).toEqual({ from: 5, to: 5 });
  });
});

describe('passing dipole', () => {
  it.each([
    ['along', 0, 0.95, 1],
    ['across', Math.PI / 2, 0, 0.4],
  ])('the template of its width, %s the pipe, explains it', (_, mag, leastAxial, mostAxial) => {
    const scene = { ...QUIET_SCENE, speedMps: 2, site: { ...QUIET_SITE, angleRad: { elf: 0, mag } } };
    const { explained, fitWidth, axialShare, localFit } = measureMag(
      Float64Array.from(synthesizeMag(scene, new Random(1))),
      null,
    );
    expect(explained).toBeGreaterThan(0.85);
    expect(localFit).toBeGreaterThan(0.8);
    expect(Math.abs(fitWidth)).toBeLessThan(0.4);
    expect(axialShare).toBeGreaterThanOrEqual(leastAxial);
    expect(axialShare).toBeLessThanOrEqual(mostAxial);
  });

  it('its distance is plausible at the true speed of the run', () => {
    const record = Float64Array.from(synthesizeMag({ ...QUIET_SCENE, speedMps: 1 }, new Random(1)));
    const [right, tooFast] = [measureMag(record, 1), measureMag(record, 8)];
    expect(right.widthPrior).toBeGreaterThan(-2);
    expect(tooFast.widthPrior).toBeLessThan(right.widthPrior - 2);
  });
});

describe('transmitter', () => {
  it('a carrier keeps its phase and frequency', () => {
    const features = measureElf(Float64Array.from(synthesizeElf(QUIET_SCENE, new Random(2))), null);
    const { coherence, driftHz, likeness } = features;
    expect(coherence).toBeGreaterThan(0.98);
    expect(Math.abs(driftHz)).toBeLessThan(0.2);
    expect(likeness).toBeGreaterThan(0.95);
    expect(selectFeatures(features, ['band2'])[0]).toBeGreaterThan(0.8);
  });

  it('a carrier of another frequency drifts', () => {
    expect(
      measureElf(
        make((tS) => 1000 * Math.exp(-tS * tS) * Math.cos(2 * Math.PI * (IF_HZ + 0.4) * tS)),
        null,
      ).driftHz,
    ).toBeCloseTo(0.4, 1);
  });
});

describe('measureSpectrum', () => {
  it('finds a tone in its band', () => {
    const { shares, strongestHz } = measureSpectrum(
      make((tS) => 100 * Math.cos(2 * Math.PI * 4 * tS)),
      [0, 3, 5, EM_RATE_HZ / 2],
    );
    expect(shares[1]).toBeGreaterThan(0.99);
    expect(Math.abs(strongestHz - 4)).toBeLessThan(0.05);
  });
});

describe('measureRhythm', () => {
  const knock = (periodS: number) =>
    make((tS) => (Math.abs(tS / periodS - Math.round(tS / periodS)) * periodS < 0.029 ? 1000 : 5));

  it('steps repeat every 0.6 s, welds every 6 s', () => {
    const [steps, welds] = [knock(0.6), knock(6)].map((loudness) =>
      measureRhythm(
        loudness.map((value) => value - 50),
        loudness,
      ),
    );
    expect(steps?.stepS).toBeCloseTo(0.6, 6);
    expect(steps?.stepRepetition).toBeGreaterThan(0.8);
    expect(welds?.weldS).toBeCloseTo(6, 6);
    expect(welds?.gapS).toBeCloseTo(6, 6);
    expect(welds?.irregularity).toBeLessThan(0.01);
    expect(welds?.peaks).toBe(5);
  });
});

describe('measureGeo', () => {
  it('includes the audio shares only if they are known', () => {
    const samples = make((tS) => Math.exp(-tS * tS) * 1000 * (Math.round(tS * 100) % 2 === 0 ? 1 : -1));
    expect(measureGeo(samples, null, null)).not.toHaveProperty('audio0');
    expect(measureGeo(samples, null, [51, 51, 51, 102, 0, 0])).toMatchObject({
      audio3: expect.closeTo(0.4, 9),
      audio5: 0,
    });
  });
});

describe('measureExpectation', () => {
  it('returns neutral values without a speed', () => {
    expect(measureExpectation('mag', 2, null)).toEqual({ isSpeedKnown: 0, distance: 0, widthPrior: -0.5 });
  });

  it('decreases with an unusual distance', () => {
    const [usual, far, farther] = [Math.exp(1.2), 30, 300].map(
      (widthS) => measureExpectation('mag', widthS, 1).widthPrior,
    );
    expect(usual).toBeCloseTo(0, 9);
    expect(far).toBeLessThan(usual ?? 0);
    expect(farther).toBeLessThan(far ?? 0);
  });
});

it('selectFeatures keeps the order of the model, with 0 for a missing feature', () => {
  expect(Array.from(selectFeatures({ a: 1, c: 3 }, ['c', 'a', 'b']))).toEqual([3, 1, 0]);
});
