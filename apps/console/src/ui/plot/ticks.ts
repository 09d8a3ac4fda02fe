import {
  countDecimals,
  countTickDecimals,
  findTimeStep,
  listMultiples,
  listTicks,
  type Span,
} from '@waymark/domain/chart/axis';
import { toLocalMs, UTC, type Zone } from '@waymark/domain/time/zone';
import { writeLocal } from '@waymark/domain/time/zoned-text';

export interface Tick {
  readonly at: number;
  readonly text: string;
}

const CLOCK = { from: 11, seconds: 19, point: 20 } as const;

/** "23:25:11", with as many decimals as the step needs. */
export function writeClock(at: number, stepMs: number, zone: Zone = UTC): string {
  const decimals = countDecimals(stepMs / 1000);
  return writeLocal(at, zone, 'millisecond').slice(CLOCK.from, decimals === 0 ? CLOCK.seconds : CLOCK.point + decimals);
}

/** Round times, at most `most`. */
export function listTimeTicks(span: Span, most: number, zone: Zone = UTC): readonly Tick[] {
  const step = findTimeStep(span.to - span.from, most);
  const shift = toLocalMs(span.from, zone) - span.from;
  return listMultiples({ from: span.from + shift, to: span.to + shift }, step).map((localAt) => ({
    at: localAt - shift,
    text: writeClock(localAt - shift, step, zone),
  }));
}

/** The round times of a running plot: listed again only if one enters or leaves it. */
export class RunningTicks {
  #ticks: readonly Tick[] = [];
  #step = 0;
  #first = 0;
  #last = 0;
  #zone: Zone = UTC;

  list(span: Span, most: number, zone: Zone = UTC): readonly Tick[] {
    const step = findTimeStep(span.to - span.from, most);
    const first = Math.ceil(span.from / step);
    const last = Math.floor(span.to / step);
    if (step === this.#step && first === this.#first && last === this.#last && zone === this.#zone) return this.#ticks;
    [this.#step, this.#first, this.#last, this.#zone] = [step, first, last, zone];
    this.#ticks = listTimeTicks(span, most, zone);
    return this.#ticks;
  }
}

export function listNumberTicks(span: Span, most: number): readonly Tick[] {
  const ticks = listTicks(span, most);
  const decimals = countTickDecimals(ticks);
  return ticks.map((at) => ({ at, text: at === 0 ? '0' : at.toFixed(decimals) }));
}
