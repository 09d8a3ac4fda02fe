import { describe, expect, it } from 'vitest';
import { Demodulator, measureEnvelope } from './demodulator.ts';

const CARRIER = { frequencyHz: 16 / 3, rateHz: 50 / 3, cutoffHz: 0.8 };

function makeTone(frequencyHz: number, amplitude: (at: number) => number): number[] {
  return Array.from(
    { length: 500 },
    (_, at) => amplitude(at) * Math.cos((2 * Math.PI * frequencyHz * at) / CARRIER.rateHz + 0.7),
  );
}

describe('Demodulator', () => {
  it('finds the amplitude of its carrier at any phase', () => {
    const demodulator = new Demodulator(CARRIER);
    const found = makeTone(CARRIER.frequencyHz, () => 3).map((sample) => demodulator.push(sample));
    expect(found[0]).toBeLessThan(1);
    expect(found.slice(100).every((value) => Math.abs(value - 3) < 0.15)).toBe(true);
  });

  it('suppresses other frequencies', () => {
    const demodulator = new Demodulator(CARRIER);
    const found = makeTone(2, () => 3).map((sample) => demodulator.push(sample));
    expect(Math.max(...found.slice(100))).toBeLessThan(0.6);
  });
});

describe('measureEnvelope', () => {
  it('peaks at the peak of the signal', () => {
    const samples = makeTone(CARRIER.frequencyHz, (at) => Math.exp(-(((at - 250) / 40) ** 2)));
    const envelope = measureEnvelope(samples, CARRIER);
    expect(Math.abs(envelope.indexOf(Math.max(...envelope)) - 250)).toBeLessThanOrEqual(3);
    expect(Math.max(...envelope)).toBeGreaterThan(0.9);
    expect(envelope).toHaveLength(500);
  });

  it('accepts an empty and a silent record', () => {
    expect(Array.from(measureEnvelope([], CARRIER))).toEqual([]);
    expect(Array.from(measureEnvelope([0, 0], CARRIER))).toEqual([0, 0]);
  });
});
