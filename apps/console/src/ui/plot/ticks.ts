import {
  countDecimals,
  countTickDecimals,
  findTimeStep,
  listMultiples,
  listTicks,
  type Span,
} from '@waymark/domain/chart/axis';
import { formatUtcMillisecond } from '@waymark/domain/time/utc';

export interface Tick {
  readonly at: number;
  readonly text: string;
}

const CLOCK = { from: 11, seconds: 19, point: 20 } as const;

/** "23:25:11", with as many decimals as the step needs. */
export function writeClock(at: number, stepMs: number): string {
  const decimals = countDecimals(stepMs / 1000);
  return formatUtcMillisecond(at).slice(CLOCK.from, decimals === 0 ? CLOCK.seconds : CLOCK.point + decimals);
}

/** Round times, at most `most`. */
export function listTimeTicks(span: Span, most: number): readonly Tick[] {
  const step = findTimeStep(span.to - span.from, most);
  return listMultiples(span, step).map((at) => ({ at, text: writeClock(at, step) }));
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

export function listNumberTicks(span: Span, most: number): readonly Tick[] {
  const ticks = listTicks(span, most);
  const decimals = countTickDecimals(ticks);
  return ticks.map((at) => ({ at, text: at === 0 ? '0' : at.toFixed(decimals) }));
}
