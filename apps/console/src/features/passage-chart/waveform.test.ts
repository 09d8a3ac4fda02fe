import { examplePassageData } from '@waymark/contract/devices/passage-data';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findEnvelope } from './envelope.ts';
import { findSpectrum } from './spectrum.ts';
import { readSamples, scaleSamples, timeSamples } from './waveform.ts';

const RATE_HZ = 50 / 3;
const tone = (hz: number, amplitude: (at: number) => number) =>
  Array.from({ length: 500 }, (_, at) => amplitude(at) * Math.cos((2 * Math.PI * hz * at) / RATE_HZ + 0.7));
const findPeak = (values: ArrayLike<number>) => Array.from(values).indexOf(Math.max(...Array.from(values)));

describe('the samples of a record', () => {
  const header = [1, 0, 4, 16_667];

  it("readSamples returns the last 500 values, without the device's header", () => {
    const samples = Array.from({ length: 500 }, (_, at) => at);
    expect(readSamples({ data: [...header, ...samples] })).toEqual(samples);
    expect(readSamples({ data: samples })).toEqual(samples);
  });

  it.each([0, 4, 7, 499])('readSamples is null for %d values', (count) => {
    expect(readSamples({ data: Array.from({ length: count }, () => 0) })).toBeNull();
  });

  it('samples have the scale of the stream: 1.5 either way, 1 for the geophone', () => {
    expect(Array.from(scaleSamples([-32_768, 0, 16_384], 0))).toEqual([-1.5, 0, 0.75]);
    expect(Array.from(scaleSamples([-32_768, 0, 16_384], 1))).toEqual([-1, 0, 0.5]);
    expect(Array.from(scaleSamples([-32_768, 0, 16_384], 2))).toEqual([-1.5, 0, 0.75]);
  });

  it("samples end with the snippet and are spaced by the record's rate", () => {
    const { startAt, stepMs } = timeSamples(1_000_000, 1000 / 60);
    expect(stepMs).toBeCloseTo(60, 9);
    expect(startAt).toBeCloseTo(970_000, 6);
    // A record has its passage in the middle.
    expect(startAt + 250 * stepMs).toBeCloseTo(985_000, 6);
    expect(timeSamples(1_000_000, 20)).toEqual({ startAt: 975_000, stepMs: 50 });
  });

  it("samples of the contract's example are null, because it is shortened", () => {
    expect(readSamples(examplePassageData)).toBeNull();
  });
});

describe('an envelope', () => {
  const swell = (at: number) => Math.exp(-(((at - 250) / 40) ** 2));

  it('an envelope of ELF is the strength of its carrier', () => {
    const envelope = findEnvelope(0, tone(16 / 3, swell), RATE_HZ);
    expect(Math.abs(findPeak(envelope) - 250)).toBeLessThanOrEqual(3);
    expect(Math.max(...envelope)).toBeCloseTo(1, 1);
  });

  it.each([1, 2] as const)('an envelope of type %d joins one pulse', (type) => {
    const envelope = findEnvelope(type, tone(4, swell), RATE_HZ);
    expect(envelope).toHaveLength(500);
    expect(Math.abs(findPeak(envelope) - 250)).toBeLessThanOrEqual(5);
    // The mean of a cosine's magnitude.
    expect(Math.max(...envelope)).toBeGreaterThan(0.55);
    expect(Math.max(...envelope)).toBeLessThan(0.9);
  });

  it('an envelope is never negative and never higher than the record', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 60 }), (samples) => {
        const most = Math.max(0, ...samples.map(Math.abs));
        for (const type of [1, 2] as const) {
          for (const value of findEnvelope(type, samples, RATE_HZ)) {
            expect(value).toBeGreaterThanOrEqual(-1e-12);
            expect(value).toBeLessThanOrEqual(most + 1e-12);
          }
        }
      }),
    );
  });
});

describe('a spectrum', () => {
  it('a spectrum has its peak at the tone, in dB below amplitude 1', () => {
    const { stepHz, levels } = findSpectrum(
      tone(16 / 3, () => 0.1),
      RATE_HZ,
    );
    expect(stepHz).toBeCloseTo(RATE_HZ / 512, 9);
    expect(Math.abs(findPeak(levels) * stepHz - 16 / 3)).toBeLessThan(0.05);
    // Between two frequencies a Hann window loses up to 1.4 dB.
    expect(Math.max(...levels)).toBeGreaterThan(-21.6);
    expect(Math.max(...levels)).toBeLessThan(-19.8);
  });

  it('a spectrum leaves out the mean, and has no level for silence', () => {
    const { levels } = findSpectrum(
      Array.from({ length: 500 }, () => 0.7),
      RATE_HZ,
    );
    expect(Math.max(...levels)).toBe(-120);
  });
});
