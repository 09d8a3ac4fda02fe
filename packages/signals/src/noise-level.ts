import { findMedian } from './median.ts';
import type { Channel } from './sampling.ts';

// Noise from the median absolute deviation, which a passage in the middle of it hardly changes. Deviation from 0:
// every channel is coupled so that 0 is its middle, and the samples of GEO lie on both sides of it, never near it.

/** To the rms: 1.4826 for a bell curve; the loudest of every 60 sounds are nearly all equally loud. */
export const RMS_PER_DEVIATION: Readonly<Record<Channel, number>> = { elf: 1.4826, geo: 1, mag: 1.4826 };

/** One step of the converter: the noise of a channel that hears nothing at all. */
export const LEAST_NOISE = 1;

export function measureNoise(channel: Channel, samples: Int16Array): number {
  return Math.max(LEAST_NOISE, RMS_PER_DEVIATION[channel] * findMedian(Float64Array.from(samples, Math.abs)));
}
