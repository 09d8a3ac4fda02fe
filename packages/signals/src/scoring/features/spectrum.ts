import { buildHannWindow, measurePowerSpectrum } from '@waymark/domain/signal/power-spectrum';
import { EM_RATE_HZ, RECORD_SAMPLES } from '../../sampling.ts';

const BINS = 512;
const BIN_HZ = EM_RATE_HZ / BINS;
const HANN = buildHannWindow(RECORD_SAMPLES);
/** Covers the record; zero-padded to a power of two. */
const WINDOW = Float64Array.from({ length: BINS }, (_, at) => HANN[at] ?? 0);

export interface Spectrum {
  /** Share of the power per band. */
  readonly shares: readonly number[];
  readonly middleHz: number;
  readonly strongestHz: number;
  /** Log of the strongest power over the mean. */
  readonly peakiness: number;
}

/** Bands are the ranges between consecutive edges. */
export function measureSpectrum(samples: Float64Array, edgesHz: readonly number[]): Spectrum {
  const powers = measurePowerSpectrum(
    Float64Array.from({ length: BINS }, (_, at) => samples[at] ?? 0),
    WINDOW,
  );
  const shares = new Float64Array(edgesHz.length - 1);
  let [total, moment, strongest] = [1e-9, 0, 0];
  powers.forEach((power, bin) => {
    const frequencyHz = bin * BIN_HZ;
    total += power;
    moment += power * frequencyHz;
    if (power > (powers[strongest] ?? 0)) strongest = bin;
    const band = edgesHz.findIndex((edgeHz, at) => frequencyHz >= edgeHz && frequencyHz < (edgesHz[at + 1] ?? edgeHz));
    if (band >= 0) shares[band] = (shares[band] ?? 0) + power;
  });
  return {
    shares: Array.from(shares, (share) => share / total),
    middleHz: moment / total,
    strongestHz: strongest * BIN_HZ,
    peakiness: Math.log(((powers[strongest] ?? 0) / total) * powers.length + 1e-9),
  };
}

/** Named features for a model: band0, band1 … */
export function nameSpectrum({ shares, middleHz, strongestHz, peakiness }: Spectrum) {
  return {
    ...Object.fromEntries(shares.map((share, band) => [`band${band}`, share])),
    middleHz,
    strongestHz,
    peakiness,
  };
}
