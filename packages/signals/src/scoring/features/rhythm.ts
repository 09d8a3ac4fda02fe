import { EM_INTERVAL_S } from '../../sampling.ts';
import { findMedian } from '../../median.ts';

// Detects repetition: steps every half second, welds every few seconds, single knocks without rhythm.

/** In samples: 0.42 to 0.78 s, and 1.2 to 13 s. */
const STEPS = [7, 13] as const;
const WELDS = [20, 220] as const;
const PEAK_SHARE = 0.35;
const PEAK_GAP = 4;

function findRepetition(values: Float64Array, power: number, lag: number): number {
  let sum = 0;
  for (let at = 0; at < values.length - lag; at++) sum += (values[at] ?? 0) * (values[at + lag] ?? 0);
  return sum / power;
}

function findBestLag(values: Float64Array, power: number, [shortest, longest]: readonly [number, number]) {
  let [best, bestLag] = [-1, shortest];
  for (let lag = shortest; lag <= longest; lag++) {
    const repetition = findRepetition(values, power, lag);
    if (repetition > best) [best, bestLag] = [repetition, lag];
  }
  return { best, lagS: bestLag * EM_INTERVAL_S };
}

function findPeaks(loudness: Float64Array): number[] {
  const floor = findMedian(loudness);
  const limit = floor + PEAK_SHARE * (Math.max(...loudness) - floor);
  const peaks: number[] = [];
  for (let at = 1; at < loudness.length - 1; at++) {
    const value = loudness[at] ?? 0;
    const isPeak = value > limit && value >= (loudness[at - 1] ?? 0) && value >= (loudness[at + 1] ?? 0);
    if (isPeak && at - (peaks.at(-1) ?? -Infinity) > PEAK_GAP) peaks.push(at);
  }
  return peaks;
}

/** Mean and variation of the time between peaks. */
function measureGaps(peaks: readonly number[]) {
  const gaps = peaks.slice(1).map((peak, at) => peak - (peaks[at] ?? 0));
  if (gaps.length === 0) return { gapS: 0, irregularity: 0 };
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length;
  return { gapS: mean * EM_INTERVAL_S, irregularity: Math.sqrt(variance) / mean };
}

/** `knocks`: the loudness without its slow swell. */
export function measureRhythm(knocks: Float64Array, loudness: Float64Array) {
  const power = knocks.reduce((sum, value) => sum + value * value, 1e-9);
  const [steps, welds] = [findBestLag(knocks, power, STEPS), findBestLag(knocks, power, WELDS)];
  const peaks = findPeaks(loudness);
  return {
    repetition1: findRepetition(knocks, power, 1),
    repetition2: findRepetition(knocks, power, 2),
    repetition4: findRepetition(knocks, power, 4),
    stepRepetition: steps.best,
    stepS: steps.lagS,
    weldRepetition: welds.best,
    weldS: welds.lagS,
    peaks: peaks.length,
    ...measureGaps(peaks),
  };
}
