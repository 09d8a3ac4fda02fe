import type { Span } from '@waymark/domain/chart/axis';

// The values that a plot shows. The range grows at once and shrinks only after a while, so that the axis rarely moves.

const ROOM = 1.1;
const SMALLER_AFTER_MS = 3000;
/** The gain that justifies another axis. */
const WORTHWHILE = 0.85;

const NICE = [1, 1.5, 2, 3, 5, 7.5, 10] as const;

/** The next round number of a scale. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * (NICE.find((nice) => nice * power >= value) ?? 10);
}

export interface Limits {
  /** Signals have a symmetric limit; levels have their own range. */
  readonly kind: 'signal' | 'level';
  readonly whole: Span;
  /** A quiet signal is not magnified beyond this range. */
  readonly least: number;
}

export const LIMITS = {
  em: { kind: 'signal', whole: { from: -1.5, to: 1.5 }, least: 0.02 },
  geo: { kind: 'signal', whole: { from: -1, to: 1 }, least: 0.02 },
  level: { kind: 'level', whole: { from: -95, to: -6 }, least: 45 },
} as const satisfies Readonly<Record<string, Limits>>;

const LEVEL_STEP = 5;
/** The position of the threshold in a range that is built for it. */
const THRESHOLD_SHARE = 0.8;

const around = (most: number, { whole }: Limits): Span => {
  const to = Math.min(whole.to, most);
  return { from: -to, to };
};

/** A range for all values with a margin; `low` above `high`: there are no values. */
export function fitValues(low: number, high: number, limits: Limits): Span {
  const { kind, whole, least } = limits;
  if (!(low <= high)) return whole;
  if (kind === 'signal') return around(roundUp(Math.max(least, ROOM * Math.max(-low, high))), limits);
  const from = Math.floor((low - 2) / LEVEL_STEP) * LEVEL_STEP;
  return { from, to: Math.max(from + least, Math.ceil((high + 2) / LEVEL_STEP) * LEVEL_STEP) };
}

/** Places the threshold at four fifths of the range. */
export function fitThreshold(value: number, limits: Limits): Span {
  const { kind, whole } = limits;
  if (kind === 'signal') return around(Math.max(limits.least, value / THRESHOLD_SHARE), limits);
  return { from: whole.from, to: whole.from + Math.max(limits.least / 2, (value - whole.from) / THRESHOLD_SHARE) };
}

const width = ({ from, to }: Span) => to - from;

/** Follows the wanted range with hysteresis. */
export class SteadyRange {
  #shown: Span;
  #wideSince: number | null = null;

  constructor(shown: Span) {
    this.#shown = shown;
  }

  /** Returns the same object as long as the range is the same. */
  get shown(): Span {
    return this.#shown;
  }

  set(wanted: Span): void {
    this.#wideSince = null;
    if (wanted.from !== this.#shown.from || wanted.to !== this.#shown.to) this.#shown = wanted;
  }

  /** `at`: the stream's time, ms. */
  follow(wanted: Span, at: number): void {
    const isInside = wanted.from >= this.#shown.from && wanted.to <= this.#shown.to;
    if (!isInside) {
      this.set({ from: Math.min(wanted.from, this.#shown.from), to: Math.max(wanted.to, this.#shown.to) });
    } else if (width(wanted) > width(this.#shown) * WORTHWHILE) {
      this.#wideSince = null;
    } else if (this.#wideSince === null || at < this.#wideSince) {
      this.#wideSince = at;
    } else if (at - this.#wideSince >= SMALLER_AFTER_MS) {
      this.set(wanted);
    }
  }
}
