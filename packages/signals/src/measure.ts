import { measureEnvelope } from '@waymark/domain/signal/demodulator';
import { findMedian } from './median.ts';
import { measureNoise } from './noise-level.ts';
import { EM_INTERVAL_S, EM_RATE_HZ, IF_HZ, RECORD_CENTRE, type Channel } from './sampling.ts';

// Features that a device measures when the record itself is too long to send.

/** Maximum distance of the passage from the centre. */
const SEARCH_SAMPLES = 42;
const ENVELOPE_CUTOFF_HZ = 0.8;
/** Smooths knocks into one swell. */
const GEO_JOINING_SAMPLES = 9;

export interface Measured {
  /** Peak over the rms of the noise. */
  readonly snrDb: number;
  /** Between the half heights. */
  readonly widthS: number;
}

/** Moving average of the magnitudes. */
function smoothMagnitudes(samples: Int16Array, reach: number): Float64Array {
  const smoothed = new Float64Array(samples.length);
  let sum = 0;
  for (let at = -reach; at < samples.length; at++) {
    sum += Math.abs(samples[at + reach] ?? 0) - Math.abs(samples[at - reach - 1] ?? 0);
    if (at >= 0) smoothed[at] = sum / (2 * reach + 1);
  }
  return smoothed;
}

function findEnvelope(channel: Channel, samples: Int16Array): Float64Array {
  switch (channel) {
    case 'elf':
      return measureEnvelope(samples, { frequencyHz: IF_HZ, rateHz: EM_RATE_HZ, cutoffHz: ENVELOPE_CUTOFF_HZ });
    case 'geo':
      return smoothMagnitudes(samples, GEO_JOINING_SAMPLES);
    case 'mag':
      return Float64Array.from(samples, Math.abs);
  }
}

function findLoudestNearCentre(values: ArrayLike<number>): number {
  let best = RECORD_CENTRE;
  for (let at = RECORD_CENTRE - SEARCH_SAMPLES; at <= RECORD_CENTRE + SEARCH_SAMPLES; at++)
    if (Math.abs(values[at] ?? 0) > Math.abs(values[best] ?? 0)) best = at;
  return best;
}

function measureWidthS(envelope: Float64Array): number {
  const peak = findLoudestNearCentre(envelope);
  const floor = findMedian(envelope);
  const half = floor + ((envelope[peak] ?? 0) - floor) / 2;
  let [from, to] = [peak, peak];
  while (from > 0 && (envelope[from] ?? 0) > half) from -= 1;
  while (to < envelope.length - 1 && (envelope[to] ?? 0) > half) to += 1;
  return Math.max(1, to - from - 1) * EM_INTERVAL_S;
}

export function measureRecord(channel: Channel, samples: Int16Array): Measured {
  const peak = Math.abs(samples[findLoudestNearCentre(samples)] ?? 0);
  const ratio = Math.max(1, peak / measureNoise(channel, samples));
  return { snrDb: 20 * Math.log10(ratio), widthS: measureWidthS(findEnvelope(channel, samples)) };
}
