// Converts values to points on paper, and chooses the round values of an axis.

export interface Scale {
  readonly from: number;
  readonly to: number;
  /** On paper. */
  readonly at: (value: number) => number;
}

export function makeScale(from: number, to: number, start: number, end: number): Scale {
  const span = to - from || 1;
  return { from, to, at: (value) => start + ((value - from) / span) * (end - start) };
}

const ROUND = [1, 2, 5, 10];

/** The least of 1, 2 and 5 times a power of ten that is not below. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * (ROUND.find((factor) => factor * power >= value * (1 - 1e-9)) ?? 10);
}

/** Multiples of a round step, at most `most` of them. */
export function listTicks(from: number, to: number, most: number, step = roundUp((to - from || 1) / most)): number[] {
  const first = Math.ceil(from / step - 1e-9);
  const count = Math.floor(to / step + 1e-9) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_none, at) => (first + at) * step);
}

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];
const TIME_STEPS = [
  SECOND,
  2 * SECOND,
  5 * SECOND,
  10 * SECOND,
  30 * SECOND,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  7 * DAY,
  14 * DAY,
];

/** Full seconds, minutes, hours or days of UTC. */
export function listTimeTicks(from: number, to: number, most: number): number[] {
  const step =
    TIME_STEPS.find((candidate) => (to - from) / candidate <= most) ?? DAY * roundUp((to - from) / DAY / most);
  return listTicks(from, to, most, step);
}

/** Enough decimals to distinguish the ticks. */
export function countDecimals(ticks: readonly number[]): number {
  const step = Math.abs((ticks[1] ?? 1) - (ticks[0] ?? 0)) || 1;
  return Math.max(0, Math.min(6, -Math.floor(Math.log10(step) + 1e-9)));
}
