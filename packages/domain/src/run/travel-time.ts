// How long the pig needs to a place, as a distribution: the logarithm of the seconds is `mean` + z · `deviation`, and how z
// is spread is known from runs that are over (split conformal): the values below which the shares LEVELS of them lie.

export const LEVELS: readonly number[] = [0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99];

export interface TravelTime {
  readonly mean: number;
  readonly deviation: number;
  /** One for each of the LEVELS, growing. */
  readonly spread: readonly number[];
  /** By the speed in force. */
  readonly officialS: number;
}

/** As logarithms, which bear the odds of a pig that stands for days; here the other way round, so that they grow. */
const DOUBTS = LEVELS.map((level) => -Math.log1p(-level));

/** Along straight lines through the points, the last of which goes on for ever; `from` grows. */
function follow(from: readonly number[], to: readonly number[], value: number): number {
  const found = from.findIndex((point) => point >= value);
  const at = found < 0 ? from.length - 1 : Math.max(1, found);
  const [x0 = 0, x1 = 1, y0 = 0, y1 = 0] = [from[at - 1], from[at], to[at - 1], to[at]];
  return y0 + ((value - x0) / (x1 - x0)) * (y1 - y0);
}

/** Minus the logarithm of the odds that it takes longer than so many seconds. */
export function doubt({ mean, deviation, spread }: TravelTime, seconds: number): number {
  return seconds <= 0 ? 0 : Math.max(0, follow(spread, DOUBTS, (Math.log(seconds) - mean) / deviation));
}

/** The odds that it takes longer than so many seconds, now that it has taken `waitedS`. */
export function oddsBeyond(time: TravelTime, seconds: number, waitedS = 0): number {
  return Math.exp(doubt(time, waitedS) - doubt(time, Math.max(seconds, waitedS)));
}

function secondsAt({ mean, deviation, spread }: TravelTime, doubted: number): number {
  return Math.exp(mean + follow(DOUBTS, spread, doubted) * deviation);
}

/** The seconds which it takes at most with such a share of chances, now that it has taken `waitedS`. */
export function findQuantile(time: TravelTime, share: number, waitedS = 0): number {
  return Math.max(waitedS, secondsAt(time, doubt(time, waitedS) - Math.log1p(-share)));
}

/** Of the markers that a pig passes, these are not heard. */
export const SILENT_SHARE = 0.05;

/**
 * The same, given that the markers on the way are silent too. A slow pig is slow to all of them, so one rank holds for the
 * whole chain: it has either not reached the first one, or passed that unheard, one time in twenty for each. `silent` are
 * the doubts of those markers after `waitedS`, the nearest first.
 */
export function findChainQuantile(time: TravelTime, share: number, waitedS: number, silent: readonly number[]): number {
  if (silent.length === 0) return findQuantile(time, share, waitedS);
  const own = doubt(time, waitedS);
  // As shares of the pigs that are still to come to this place, the slowest first.
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
