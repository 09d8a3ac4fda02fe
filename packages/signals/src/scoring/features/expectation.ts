import type { Channel } from '../../sampling.ts';

// How far the pig would be away if it ran as the run expects. A pig is within metres; a car or a storm need not be.

interface Usual {
  /** Logarithm of metres, and its deviation. */
  readonly middle: number;
  readonly spread: number;
}

/** Of simulated passages whose width and speed are known: ELF and MAG are as wide as the pipe is deep, a sound carries farther. */
const USUAL: Readonly<Record<Channel, Usual>> = {
  elf: { middle: 1, spread: 0.8 },
  geo: { middle: 1.9, spread: 0.7 },
  mag: { middle: 1.2, spread: 0.5 },
};

const SLOWEST_MPS = 0.045;
const FASTEST_MPS = 8.94;
const UNKNOWN = { isSpeedKnown: 0, distance: 0, widthPrior: -0.5 };

/** `widthPrior` is the logarithm of how usual the distance is; of a pig on average −0.5, which also stands for "not known". */
export function measureExpectation(channel: Channel, widthS: number, expectedSpeedMps: number | null) {
  if (expectedSpeedMps === null || !(expectedSpeedMps > 0) || !Number.isFinite(expectedSpeedMps)) return UNKNOWN;
  const speedMps = Math.max(SLOWEST_MPS, Math.min(FASTEST_MPS, expectedSpeedMps));
  const { middle, spread } = USUAL[channel];
  const distance = (Math.log(widthS * speedMps) - middle) / spread;
  return { isSpeedKnown: 1, distance, widthPrior: -0.5 * distance * distance };
}
