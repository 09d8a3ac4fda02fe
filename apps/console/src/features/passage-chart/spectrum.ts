import { buildHannWindow, measurePowerSpectrum } from '@waymark/domain/signal/power-spectrum';

export interface Spectrum {
  readonly stepHz: number;
  /** From 0 Hz, in dB below a sine of amplitude 1. */
  readonly levels: Float64Array;
}

/** A record without signal at a frequency has no level there. */
const FLOOR_DB = -120;
/** A sine of amplitude A has the power A²/4. */
const UNIT_POWER = 0.25;

/** The spectrum of the whole record without its mean, zero-padded to the next power of two. */
export function findSpectrum(samples: ArrayLike<number>, rateHz: number): Spectrum {
  const count = 2 ** Math.ceil(Math.log2(Math.max(2, samples.length)));
  const mean = Array.from(samples).reduce((sum, sample) => sum + sample, 0) / Math.max(1, samples.length);
  const filled = Float64Array.from({ length: count }, (_, at) => (at < samples.length ? (samples[at] ?? 0) - mean : 0));
  const window = new Float64Array(count);
  window.set(buildHannWindow(samples.length));
  // Normalised by the number of samples: the Fourier transform divides by the padded length.
  const share = (samples.length / count) ** 2;
  const levels = measurePowerSpectrum(filled, window).map((power) =>
    Math.max(FLOOR_DB, 10 * Math.log10(power / share / UNIT_POWER)),
  );
  return { stepHz: rateHz / count, levels };
}
