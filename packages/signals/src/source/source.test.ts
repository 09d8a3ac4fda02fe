import { describe, expect, it } from 'vitest';
import { Random } from '../random.ts';
import { createAcCoupling } from './ac-coupling.ts';
import { shapeSound, type AudioSource } from './audio.ts';
import { createClicks } from './clicks.ts';
import { createDrift } from './drift.ts';
import { createOscillator } from './oscillator.ts';

function render(source: AudioSource, lengths: readonly number[]): number[] {
  let startS = 0;
  return lengths.flatMap((length) => {
    const audio = new Float32Array(length);
    source(audio, startS);
    startS += length / 1000;
    return Array.from(audio);
  });
}

describe('sounds', () => {
  it('a click sounds the same in one buffer and in many', () => {
    const make = () => createClicks([{ startS: 0.013, amplitude: 1, frequencyHz: 80, decayS: 0.03 }]);
    const [whole, parts] = [render(make(), [200]), render(make(), [40, 20, 80, 60])];
    parts.forEach((value, at) => expect(value).toBeCloseTo(whole[at] ?? 0, 5));
    expect(whole.slice(0, 14).every((value) => value === 0)).toBe(true);
    expect(whole[13 + 20]).toBeCloseTo(Math.exp(-20 / 30) * Math.sin(2 * Math.PI * 80 * 0.02), 5);
  });

  it('a shaped sound is the same in one buffer and in many', () => {
    const make = () => {
      const random = new Random(1);
      return shapeSound(
        () => random.normal(),
        (tS) => Math.exp(-((tS - 0.1) ** 2) / 0.001),
      );
    };
    const [whole, parts] = [render(make(), [200]), render(make(), [40, 20, 80, 60])];
    parts.forEach((value, at) => expect(value).toBeCloseTo(whole[at] ?? 0, 9));
  });
});

describe('signals', () => {
  it('an oscillator is a sine, even after an hour', () => {
    const wave = { frequencyHz: 5.3, rateHz: 50 / 3, amplitude: 2, phaseRad: 0.4 };
    const oscillator = createOscillator(wave);
    const values = Array.from({ length: 60_000 }, () => oscillator());
    for (const at of [0, 1, 777, 59_999])
      expect(values[at]).toBeCloseTo(2 * Math.sin(0.4 + (2 * Math.PI * 5.3 * at * 3) / 50), 4);
  });

  it('a drift has the requested rms and is smooth', () => {
    const drift = createDrift(new Random(2), 3, 0.06);
    const values = Array.from({ length: 60_000 }, drift);
    const power = values.reduce((sum, value) => sum + value * value, 0) / values.length;
    const together = values.slice(1).reduce((sum, value, at) => sum + value * (values[at] ?? 0), 0) / values.length;
    expect(Math.sqrt(power)).toBeGreaterThan(2.4);
    expect(Math.sqrt(power)).toBeLessThan(3.6);
    expect(together / power).toBeGreaterThan(0.85);
  });

  it('AC coupling removes the constant part and keeps a jump', () => {
    const couple = createAcCoupling(0.03, 0.06);
    expect(couple(500)).toBe(0);
    expect(couple(501)).toBeCloseTo(1, 1);
    let last = 0;
    for (let at = 0; at < 1000; at++) last = couple(501);
    expect(Math.abs(last)).toBeLessThan(1e-3);
  });
});
