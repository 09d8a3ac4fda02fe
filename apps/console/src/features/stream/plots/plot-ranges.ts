import type { Span } from '#/ui/plot/plot-model.ts';

// Which values a plot shows. It grows at once and becomes smaller only after a while, so that the axis stands still.

const ROOM = 1.1;
const SMALLER_AFTER_MS = 3000;
/** A gain that is worth another axis. */
const WORTHWHILE = 0.85;

const NICE = [1, 1.5, 2, 3, 5, 7.5, 10] as const;

/** The next round number of a scale. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * (NICE.find((nice) => nice * power >= value) ?? 10);
}

export interface Limits {
  /** Signals go as far either way; levels have a range of their own. */
  readonly kind: 'signal' | 'level';
  readonly whole: Span;
  /** Silence is not blown up further than to this. */
  readonly least: number;
}

export const LIMITS = {
  em: { kind: 'signal', whole: { from: -1.5, to: 1.5 }, least: 0.02 },
  geo: { kind: 'signal', whole: { from: -1, to: 1 }, least: 0.02 },
  level: { kind: 'level', whole: { from: -95, to: -6 }, least: 45 },
} as const satisfies Readonly<Record<string, Limits>>;

const LEVEL_STEP = 5;
/** Where the threshold stands in a range that is made for it. */
const THRESHOLD_SHARE = 0.8;

const around = (most: number, { whole }: Limits): Span => {
  const to = Math.min(whole.to, most);
  return { from: -to, to };
};

/** All values with some room; `low` above `high`: there are none. */
export function fitValues(low: number, high: number, limits: Limits): Span {
  const { kind, whole, least } = limits;
  if (!(low <= high)) return whole;
  if (kind === 'signal') return around(roundUp(Math.max(least, ROOM * Math.max(-low, high))), limits);
  const from = Math.floor((low - 2) / LEVEL_STEP) * LEVEL_STEP;
  return { from, to: Math.max(from + least, Math.ceil((high + 2) / LEVEL_STEP) * LEVEL_STEP) };
}

/** The threshold stands at four fifths. */
export function fitThreshold(value: number, limits: Limits): Span {
  const { kind, whole } = limits;
  if (kind === 'signal') return around(Math.max(limits.least, value / THRESHOLD_SHARE), limits);
  return { from: whole.from, to: whole.from + Math.max(limits.least / 2, (value - whole.from) / THRESHOLD_SHARE) };
}

const width = ({ from, to }: Span) => to - from;

/** Follows what is wanted without trembling. */
export class SteadyRange {
  #shown: Span;
  #wideSince: number | null = null;

  constructor(shown: Span) {
    this.#shown = shown;
  }

  /** The same object as long as it is the same range. */
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
