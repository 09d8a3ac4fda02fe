import type { WeldSpeed } from '../engine-types.ts';
import type { StreamFrame } from '../frame.ts';
import { weldsOf, type GeoSpeedSettings } from '../settings.ts';
import { WeldPicker } from './weld-picker.ts';
import { findWeldInterval } from './weld-interval.ts';
import { findWeldSpeed } from './weld-speed.ts';

/** Half an hour of welds at the highest rate. */
const MOST_WELDS = 6000;
/** The speed becomes unknown after this many intervals without a weld. */
const STALE_INTERVALS = 4;

/** Collects the welds of a stream and measures the speed. */
export class WeldWatch {
  #picker = new WeldPicker();
  #times: number[] = [];
  #count = 0;

  /** Welds since the beginning. */
  get count(): number {
    return this.#count;
  }

  push({ geo, t }: StreamFrame, threshold: number, { SourceRaw }: GeoSpeedSettings): void {
    const welds = this.#picker.push(geo, t, { threshold, isRaw: SourceRaw });
    this.#times.push(...welds);
    this.#count += welds.length;
    if (this.#times.length > 2 * MOST_WELDS) this.#times = this.#times.slice(-MOST_WELDS);
  }

  /** Welds between two times, UTC milliseconds. */
  list(from: number, to: number): readonly number[] {
    return this.#times.filter((at) => at >= from && at <= to);
  }

  /** The speed as known at a time; null: unknown. */
  measure(at: number, settings: GeoSpeedSettings): WeldSpeed | null {
    const known = this.#times.filter((weld) => weld <= at);
    const intervalMs = findWeldInterval(known, weldsOf(settings.NumAvg));
    const last = known.at(-1);
    if (intervalMs === null || last === undefined || at - last > STALE_INTERVALS * intervalMs) return null;
    const intervalS = intervalMs / 1000;
    return { intervalS, metresPerSecond: findWeldSpeed(intervalS, settings) };
  }

  clear(): void {
    this.#picker = new WeldPicker();
    this.#times = [];
  }
}
