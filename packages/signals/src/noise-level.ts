import { findMedian } from './median.ts';
import type { Channel } from './sampling.ts';

// Measures noise by the median absolute deviation, which a passage hardly affects. Deviations are from 0: all channels
// are AC coupled, and GEO samples lie on both sides of 0 but never near it.

/** Factors from deviation to rms: 1.4826 for a normal distribution; GEO peaks of 60 sounds are nearly equal. */
export const RMS_PER_DEVIATION: Readonly<Record<Channel, number>> = { elf: 1.4826, geo: 1, mag: 1.4826 };

/** A converter step: the noise of a silent channel. */
export const LEAST_NOISE = 1;

export function measureNoise(channel: Channel, samples: Int16Array): number {
  return Math.max(LEAST_NOISE, RMS_PER_DEVIATION[channel] * findMedian(Float64Array.from(samples, Math.abs)));
}
