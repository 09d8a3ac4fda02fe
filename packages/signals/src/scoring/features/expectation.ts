import type { Channel } from '../../sampling.ts';

// Estimates the distance of the source, assuming the expected speed. A pig is within metres; a car or a storm need not
// be.

interface Usual {
  /** Log of the distance in metres, and its standard deviation. */
  readonly middle: number;
  readonly spread: number;
}

/**
 * Fitted to simulated passages with known width and speed: the width of ELF and MAG is about the depth, sound carries
 * further.
 */
const USUAL: Readonly<Record<Channel, Usual>> = {
  elf: { middle: 1, spread: 0.8 },
  geo: { middle: 1.9, spread: 0.7 },
  mag: { middle: 1.2, spread: 0.5 },
};

const SLOWEST_MPS = 0.045;
const FASTEST_MPS = 8.94;
const UNKNOWN = { isSpeedKnown: 0, distance: 0, widthPrior: -0.5 };

/**
 * `widthPrior` is the log likelihood of the distance; its average for pigs is −0.5, which also stands for "unknown".
 */
export function measureExpectation(channel: Channel, widthS: number, expectedSpeedMps: number | null) {
  if (expectedSpeedMps === null || !(expectedSpeedMps > 0) || !Number.isFinite(expectedSpeedMps)) return UNKNOWN;
  const speedMps = Math.max(SLOWEST_MPS, Math.min(FASTEST_MPS, expectedSpeedMps));
  const { middle, spread } = USUAL[channel];
  const distance = (Math.log(widthS * speedMps) - middle) / spread;
  return { isSpeedKnown: 1, distance, widthPrior: -0.5 * distance * distance };
}
