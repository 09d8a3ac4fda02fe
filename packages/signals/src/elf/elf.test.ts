import { measureEnvelope } from '@waymark/domain/signal/demodulator';
import { buildHannWindow, measurePowerSpectrum } from '@waymark/domain/signal/power-spectrum';
import { describe, expect, it } from 'vitest';
import { Random } from '../random.ts';
import { EM_INTERVAL_S, EM_RATE_HZ, IF_HZ, RECORD_CENTRE } from '../sampling.ts';
import { synthesizeElf } from '../synthesize.ts';
import { QUIET_SCENE, QUIET_SITE, PLAIN_TOOL } from '../testing/quiet-scene.ts';
import { createElfAmplitude } from './elf-passage.ts';

function findLargest(values: ArrayLike<number>): number {
  return Array.from(values).reduce(
    (best, value, at, all) => (Math.abs(value) > Math.abs(all[best] ?? 0) ? at : best),
    0,
  );
}

function measureStrength(record: Int16Array): Float64Array {
  return measureEnvelope(record, { frequencyHz: IF_HZ, rateHz: EM_RATE_HZ, cutoffHz: 3 });
}

describe('ELF record', () => {
  it('its energy is at the intermediate frequency', () => {
    const record = synthesizeElf(QUIET_SCENE, new Random(1));
    const middle = Float64Array.from(record.subarray(RECORD_CENTRE - 128, RECORD_CENTRE + 128));
    const powers = measurePowerSpectrum(middle, buildHannWindow(256));
    const total = powers.reduce((sum, power) => sum + power);
    const near = powers.filter((_, bin) => Math.abs((bin * EM_RATE_HZ) / 256 - IF_HZ) < 0.8);
    expect(near.reduce((sum, power) => sum + power) / total).toBeGreaterThan(0.98);
    const middleHz = powers.reduce((sum, power, bin) => sum + (power * bin * EM_RATE_HZ) / 256) / total;
    expect(Math.abs(middleHz - IF_HZ)).toBeLessThan(0.15);
  });

  it('the peak is at the centre for an antenna along the pipe', () => {
    const strength = measureStrength(synthesizeElf(QUIET_SCENE, new Random(2)));
    expect(Math.abs(findLargest(strength) - RECORD_CENTRE)).toBeLessThanOrEqual(3);
  });

  it('the peak is left of the centre if the device was late', () => {
    const strength = measureStrength(synthesizeElf({ ...QUIET_SCENE, lateS: 3 }, new Random(2)));
    expect(Math.abs(findLargest(strength) - (RECORD_CENTRE - 50))).toBeLessThanOrEqual(3);
  });

  it('the time between its nulls is 1.414 rho / v', () => {
    for (const speedMps of [0.5, 1, 4]) {
      const amplitude = createElfAmplitude({ ...QUIET_SCENE, speedMps }, new Random(3));
      const halfS = (2 * Math.SQRT1_2) / speedMps;
      expect(amplitude(halfS * 0.99) * amplitude(halfS * 1.01)).toBeLessThan(0);
      expect(amplitude(-halfS * 0.99) * amplitude(-halfS * 1.01)).toBeLessThan(0);
      expect(amplitude(0) * amplitude(halfS * 0.99)).toBeGreaterThan(0);
    }
  });

  it('an upright antenna has a null in the centre', () => {
    const site = { ...QUIET_SITE, angleRad: { elf: Math.PI / 2, mag: 0 } };
    const strength = measureStrength(synthesizeElf({ ...QUIET_SCENE, site }, new Random(4)));
    const lobe = Math.round(1 / EM_INTERVAL_S);
    const [before, centre, after] = [RECORD_CENTRE - lobe, RECORD_CENTRE, RECORD_CENTRE + lobe].map(
      (at) => strength[at] ?? 0,
    );
    expect(centre).toBeLessThan(0.35 * Math.min(before ?? 0, after ?? 0));
  });

  it('a pulsed transmitter is off between the pulses', () => {
    const tool = {
      ...PLAIN_TOOL,
      transmitter: { frequencyHz: 22, momentAm2: 0.2, pulse: { periodS: 1.5, duty: 0.4 } },
    };
    const amplitude = createElfAmplitude({ ...QUIET_SCENE, tool }, new Random(5));
    const instants = Array.from({ length: 1500 }, (_, at) => amplitude(at / 1000 - 0.75));
    expect(instants.filter((value) => value !== 0).length / 1500).toBeCloseTo(0.4, 2);
  });

  it('a transmitter within 1 Hz of the detector is heard, others hardly', () => {
    const heard = [22, 22.5, 25].map((frequencyHz) => {
      const tool = { ...PLAIN_TOOL, transmitter: { frequencyHz, momentAm2: 0.2, pulse: null } };
      return Math.max(...Array.from(synthesizeElf({ ...QUIET_SCENE, tool }, new Random(6)), Math.abs));
    });
    expect(heard[1]).toBeGreaterThan(0.85 * (heard[0] ?? 0));
    expect(heard[2]).toBeLessThan(0.01 * (heard[0] ?? 0));
  });
});
