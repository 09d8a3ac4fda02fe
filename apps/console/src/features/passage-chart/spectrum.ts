import { buildHannWindow, measurePowerSpectrum } from '@waymark/domain/signal/power-spectrum';

export interface Spectrum {
  readonly stepHz: number;
  /** From 0 Hz on, in dB below a sine of amplitude 1. */
  readonly levels: Float64Array;
}

/** A record that is silent at a frequency has no level there. */
const FLOOR_DB = -120;
/** A sine of amplitude A reads A²/4. */
const UNIT_POWER = 0.25;

/** Of the whole record, without its mean; filled up with nothing to the next power of two. */
export function findSpectrum(samples: ArrayLike<number>, rateHz: number): Spectrum {
  const count = 2 ** Math.ceil(Math.log2(Math.max(2, samples.length)));
  const mean = Array.from(samples).reduce((sum, sample) => sum + sample, 0) / Math.max(1, samples.length);
  const filled = Float64Array.from({ length: count }, (_, at) => (at < samples.length ? (samples[at] ?? 0) - mean : 0));
  const window = new Float64Array(count);
  window.set(buildHannWindow(samples.length));
  // The Fourier transform is divided by all values, of which only the samples say something.
  const share = (samples.length / count) ** 2;
  const levels = measurePowerSpectrum(filled, window).map((power) =>
    Math.max(FLOOR_DB, 10 * Math.log10(power / share / UNIT_POWER)),
  );
  return { stepHz: rateHz / count, levels };
}
