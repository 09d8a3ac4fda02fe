import { describe, expect, it } from 'vitest';
import { measurePowerSpectrum, transformFourier } from './power-spectrum.ts';

function transformSlowly(real: Float64Array): { re: number; im: number }[] {
  return Array.from(real, (_, bin) =>
    Array.from(real).reduce(
      ({ re, im }, value, at) => {
        const angle = (2 * Math.PI * bin * at) / real.length;
        return { re: re + value * Math.cos(angle), im: im - value * Math.sin(angle) };
      },
      { re: 0, im: 0 },
    ),
  );
}

describe('transformFourier', () => {
  it.each([1, 2, 8, 64])('agrees for %d values with the definition of the transform', (count) => {
    const values = Float64Array.from({ length: count }, (_, at) => Math.sin(at * at) + at / 10);
    const [real, imaginary] = [Float64Array.from(values), new Float64Array(count)];
    transformFourier(real, imaginary);
    transformSlowly(values).forEach(({ re, im }, bin) => {
      expect(real[bin]).toBeCloseTo(re, 9);
      expect(imaginary[bin]).toBeCloseTo(im, 9);
    });
  });
});

describe('measurePowerSpectrum', () => {
  it('returns a quarter of the squared amplitude at a tone, a sixteenth beside it and nothing elsewhere', () => {
    const powers = measurePowerSpectrum(
      Array.from({ length: 64 }, (_, at) => 2 * Math.cos((2 * Math.PI * 10 * at) / 64 + 1)),
    );
    expect(powers).toHaveLength(33);
    expect(powers[10]).toBeCloseTo(1, 9);
    expect(powers[9]).toBeCloseTo(0.25, 9);
    expect(powers[11]).toBeCloseTo(0.25, 9);
    expect(powers[14]).toBeCloseTo(0, 9);
  });
});
