import { formatUtcMillisecond } from '@waymark/domain/time/utc';
import type { Span } from './plot-model.ts';

export interface Tick {
  readonly at: number;
  readonly text: string;
}

const TIME_STEPS_MS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000,
] as const;
const LAST_STEP_MS = 600_000;
const CLOCK = { from: 11, seconds: 19, point: 20 } as const;

function list(span: Span, step: number, write: (at: number) => string): readonly Tick[] {
  const first = Math.ceil(span.from / step);
  const last = Math.floor(span.to / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
    const at = (first + index) * step;
    return { at, text: write(at) };
  });
}

function countDecimals(step: number): number {
  return Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
}

/** "23:25:11", with as many decimals as the step needs. */
export function writeClock(at: number, stepMs: number): string {
  const decimals = countDecimals(stepMs / 1000);
  return formatUtcMillisecond(at).slice(CLOCK.from, decimals === 0 ? CLOCK.seconds : CLOCK.point + decimals);
}

function findTimeStep(widthMs: number, most: number): number {
  for (const step of TIME_STEPS_MS) if (widthMs / step <= most) return step;
  return LAST_STEP_MS;
}

/** Round times, at most `most`. */
export function listTimeTicks(span: Span, most: number): readonly Tick[] {
  const step = findTimeStep(span.to - span.from, most);
  return list(span, step, (at) => writeClock(at, step));
}

/** The round times of a running plot: listed again only if one enters or leaves it. */
export class RunningTicks {
  #ticks: readonly Tick[] = [];
  #step = 0;
  #first = 0;
  #last = 0;

  list(span: Span, most: number): readonly Tick[] {
    const step = findTimeStep(span.to - span.from, most);
    const first = Math.ceil(span.from / step);
    const last = Math.floor(span.to / step);
    if (step === this.#step && first === this.#first && last === this.#last) return this.#ticks;
    [this.#step, this.#first, this.#last] = [step, first, last];
    this.#ticks = listTimeTicks(span, most);
    return this.#ticks;
  }
}

/** 1, 2 or 5 times a power of ten. */
function findStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((each) => each * power >= least) ?? 10);
}

export function listNumberTicks(span: Span, most: number): readonly Tick[] {
  const step = findStep((span.to - span.from) / Math.max(1, most));
  const decimals = countDecimals(step);
  return list(span, step, (at) => (at === 0 ? '0' : at.toFixed(decimals)));
}
