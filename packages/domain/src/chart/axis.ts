// The chart kit of the console and of the PDF reports: scales, round values of an axis, labels that fit.

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The place of a value between `start` and `end`. The inverse is the same call with places and values exchanged. */
export function project({ from, to }: Span, value: number, start: number, end: number): number {
  return start + ((value - from) / (to - from || 1)) * (end - start);
}

/** Converts values to places, in px or points, and back. */
export interface Scale extends Span {
  readonly at: (value: number) => number;
  readonly valueAt: (place: number) => number;
}

export function makeScale({ from, to }: Span, start: number, end: number): Scale {
  return {
    from,
    to,
    at: (value) => project({ from, to }, value, start, end),
    valueAt: (place) => project({ from: start, to: end }, place, from, to),
  };
}

const ROUND = [1, 2, 5, 10];
/** Differences that come from calculating with fractions. */
const TINY = 1e-9;

/** The least of 1, 2 and 5 times a power of ten that is not below. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * (ROUND.find((factor) => factor * power >= value * (1 - TINY)) ?? 10);
}

export function listMultiples({ from, to }: Span, step: number): number[] {
  const first = Math.ceil(from / step - TINY);
  const count = Math.floor(to / step + TINY) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_none, at) => (first + at) * step);
}

/** Round values that divide the range into at most `most` steps. */
export function listTicks(span: Span, most: number): number[] {
  return listMultiples(span, roundUp((span.to - span.from || 1) / Math.max(1, most)));
}

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];
const TIME_STEPS = [
  [1, [1, 2, 5, 10, 20, 50, 100, 200, 500]],
  [SECOND, [1, 2, 5, 10, 15, 30]],
  [MINUTE, [1, 2, 5, 10, 15, 30]],
  [HOUR, [1, 2, 3, 6, 12]],
  [DAY, [1, 2, 7, 14]],
] as const;
const TIME_STEPS_MS = TIME_STEPS.flatMap(([unit, counts]) => counts.map((count) => count * unit));

/** A step of full milliseconds, seconds, minutes, hours or days that divides the time into at most `most` steps. */
export function findTimeStep(widthMs: number, most: number, leastMs = 1): number {
  for (const step of TIME_STEPS_MS) if (step >= leastMs && widthMs / step <= most) return step;
  return DAY * roundUp(widthMs / DAY / Math.max(1, most));
}

/** Enough decimals to write multiples of the step. */
export function countDecimals(step: number): number {
  return Math.max(0, Math.min(6, -Math.floor(Math.log10(step) + TINY)));
}

/** Enough decimals to distinguish the ticks. */
export function countTickDecimals([first = 0, second = first + 1]: readonly number[]): number {
  return countDecimals(second - first);
}

/** Chooses labels that stand at least `room` apart, by rank; returns their indexes. */
export function chooseLabels(places: readonly number[], ranks: readonly number[], room: number): ReadonlySet<number> {
  const chosen = new Set<number>();
  const order = places.map((_place, at) => at);
  order.sort((one, other) => (ranks[other] ?? 0) - (ranks[one] ?? 0) || one - other);
  for (const at of order) {
    const place = places[at] ?? 0;
    if ([...chosen].every((other) => Math.abs((places[other] ?? 0) - place) >= room)) chosen.add(at);
  }
  return chosen;
}
