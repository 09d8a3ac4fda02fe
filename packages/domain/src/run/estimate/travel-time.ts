// Distribution of the travel time to a place: the log of the seconds is `mean` + z · `deviation`. The distribution of z
// comes from completed runs (split conformal prediction), as its quantiles at the LEVELS.

export const LEVELS: readonly number[] = [0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99];

export interface TravelTime {
  readonly mean: number;
  readonly deviation: number;
  /** Values at the LEVELS, ascending. */
  readonly spread: readonly number[];
  /** Travel time at the speed in force. */
  readonly officialS: number;
}

/**
 * Negated logarithms of the survival odds. Logarithms stay precise for a pig that stands for days; negated they ascend.
 */
const DOUBTS = LEVELS.map((level) => -Math.log1p(-level));

/** Piecewise linear interpolation; the last segment extends beyond the last point. `from` ascends. */
function follow(from: readonly number[], to: readonly number[], value: number): number {
  const found = from.findIndex((point) => point >= value);
  const at = found < 0 ? from.length - 1 : Math.max(1, found);
  const [x0 = 0, x1 = 1, y0 = 0, y1 = 0] = [from[at - 1], from[at], to[at - 1], to[at]];
  return y0 + ((value - x0) / (x1 - x0)) * (y1 - y0);
}

/** Negated log probability that the pig takes longer than this. */
export function doubt({ mean, deviation, spread }: TravelTime, seconds: number): number {
  return seconds <= 0 ? 0 : Math.max(0, follow(spread, DOUBTS, (Math.log(seconds) - mean) / deviation));
}

/** Probability that the pig takes longer than `seconds`, given that it has taken `waitedS`. */
export function oddsBeyond(time: TravelTime, seconds: number, waitedS = 0): number {
  return Math.exp(doubt(time, waitedS) - doubt(time, Math.max(seconds, waitedS)));
}

function secondsAt({ mean, deviation, spread }: TravelTime, doubted: number): number {
  return Math.exp(mean + follow(DOUBTS, spread, doubted) * deviation);
}

/** Quantile of the travel time, given that the pig has taken `waitedS`. */
export function findQuantile(time: TravelTime, share: number, waitedS = 0): number {
  return Math.max(waitedS, secondsAt(time, doubt(time, waitedS) - Math.log1p(-share)));
}

/** Share of passages that a marker does not hear. */
export const SILENT_SHARE = 0.05;

/**
 * Quantile given that the markers on the way are silent too. A slow pig is slow to all of them, so one rank applies to
 * the chain: the pig has not reached the first one, or passed it unheard, with a probability of SILENT_SHARE each.
 * `silent` are the doubts of those markers after `waitedS`, the nearest first.
 */
export function findChainQuantile(time: TravelTime, share: number, waitedS: number, silent: readonly number[]): number {
  if (silent.length === 0) return findQuantile(time, share, waitedS);
  const own = doubt(time, waitedS);
  // Shares of the pigs that have not arrived yet, the slowest first.
  const bounds = silent.map((each) => Math.exp(Math.min(0, own - each))).toSorted((one, other) => one - other);
  const parts = [...bounds, 1].map((to, at) => ({ to, weight: SILENT_SHARE ** at, from: bounds[at - 1] ?? 0 }));
  const whole = parts.reduce((sum, { from, to, weight }) => sum + weight * (to - from), 0);
  let left = share * whole;
  for (const { from, to, weight } of parts.toReversed()) {
    const mass = weight * (to - from);
    if (left <= mass || from === 0)
      return Math.max(waitedS, secondsAt(time, own - Math.log(Math.max(Number.MIN_VALUE, to - left / weight))));
    left -= mass;
  }
  return findQuantile(time, share, waitedS);
}
