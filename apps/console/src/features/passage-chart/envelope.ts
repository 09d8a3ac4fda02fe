import { measureEnvelope } from '@waymark/domain/signal/demodulator';
import type { WaveformType } from './waveform.ts';

/** Devices mix every ELF detector down to this frequency. */
export const ELF_CARRIER_HZ = 16 / 3;
const ELF_CUTOFF_HZ = 0.8;
/** Joins knocks of one pulse; keeps a magnet's lobes separate. */
const REACH = { geo: 9, mag: 2 } as const;

/** The mean magnitude around each sample. */
function smoothMagnitudes(samples: ArrayLike<number>, reach: number): Float64Array {
  const smoothed = new Float64Array(samples.length);
  let sum = 0;
  for (let at = -reach; at < samples.length; at++) {
    sum += Math.abs(samples[at + reach] ?? 0) - Math.abs(samples[at - reach - 1] ?? 0);
    if (at >= 0) smoothed[at] = sum / (2 * reach + 1);
  }
  return smoothed;
}

/** The strength of a record at each sample. */
export function findEnvelope(type: WaveformType, samples: ArrayLike<number>, rateHz: number): Float64Array {
  if (type === 0) return measureEnvelope(samples, { frequencyHz: ELF_CARRIER_HZ, rateHz, cutoffHz: ELF_CUTOFF_HZ });
  return smoothMagnitudes(samples, type === 1 ? REACH.geo : REACH.mag);
}
