import { describe, expect, it } from 'vitest';
import { Random } from './random.ts';
import { RAW_EM_RATE_HZ, synthesizeRaw, type RawScene } from './raw-recording.ts';
import { GEO_RATE_HZ } from './sampling.ts';
import { DEFAULT_SENSITIVITY } from './sensitivity.ts';
import { ORDINARY_SITE, PLAIN_TOOL } from './testing/quiet-scene.ts';

const LENGTH_S = 60;
const calm: RawScene = { site: ORDINARY_SITE, sensitivity: DEFAULT_SENSITIVITY, pigs: [] };
const tool = { ...PLAIN_TOOL, transmitter: { frequencyHz: 22, momentAm2: 20, pulse: null } };
const passed: RawScene = { ...calm, pigs: [{ speedMps: 2, accelerationMps2: 0, tool, passesAtS: 30 }] };

const measurePower = (samples: Int16Array, rateHz: number, fromS: number, toS: number) =>
  samples.subarray(fromS * rateHz, toS * rateHz).reduce((sum, sample) => sum + sample * sample, 0) /
  ((toS - fromS) * rateHz);

/** Amplitude of one frequency. */
function measureTone(samples: Int16Array, frequencyHz: number): number {
  let [cos, sin] = [0, 0];
  samples.forEach((sample, at) => {
    cos += sample * Math.cos((2 * Math.PI * frequencyHz * at) / RAW_EM_RATE_HZ);
    sin += sample * Math.sin((2 * Math.PI * frequencyHz * at) / RAW_EM_RATE_HZ);
  });
  return Math.hypot(cos, sin) / samples.length;
}

describe('synthesizeRaw', () => {
  it('returns a thousand sounds and two hundred field values per second', () => {
    const { geo, em } = synthesizeRaw(calm, 3, new Random(1));
    expect([geo.length, em.length]).toEqual([3000, 600]);
  });

  it('repeats with the seed, and is never silent', () => {
    const { geo, em } = synthesizeRaw(calm, 2, new Random(1));
    expect(synthesizeRaw(calm, 2, new Random(1))).toEqual({ geo, em });
    for (const samples of [geo, em]) expect(new Set(samples).size).toBeGreaterThan(20);
  });

  it('a passing pig raises the field by its transmitter and the sound by its cups', () => {
    const { geo, em } = synthesizeRaw(passed, LENGTH_S, new Random(2));
    for (const [samples, rateHz] of [
      [geo, GEO_RATE_HZ],
      [em, RAW_EM_RATE_HZ],
    ] as const) {
      expect(measurePower(samples, rateHz, 26, 34)).toBeGreaterThan(3 * measurePower(samples, rateHz, 0, 8));
    }
    const passage = em.subarray(27 * RAW_EM_RATE_HZ, 33 * RAW_EM_RATE_HZ);
    expect(measureTone(passage, 22)).toBeGreaterThan(10 * measureTone(passage, 31));
  });
});
