import { FRAME_MS, ROW_MS } from '../frame.ts';
import { Ring } from './ring.ts';
import { RING_POINTS, SPANS, stepMsOf, type SpanSeconds } from '../spans.ts';

/** The finest step; all others are multiples of it. */
const FINEST_MS = 5;
export const LOW = 0;
export const HIGH = 1;

const FINEST_COUNT = FRAME_MS / FINEST_MS;

/** `extremes`: one per 5 ms of a frame. */
function widen(values: Float32Array, extremes: Float32Array, startMs: number, stepMs: number, sign: 1 | -1): void {
  for (let at = 0; at < FINEST_COUNT; at++) {
    const slot = Math.floor((startMs + at * FINEST_MS) / stepMs) % RING_POINTS;
    const known = values[slot] ?? Number.NaN;
    const extreme = extremes[at] ?? 0;
    if (!(sign * known >= sign * extreme)) values[slot] = extreme;
  }
}

/** Stores the lowest and the highest sound at each of the six steps. */
export class GeoRings {
  readonly #rings: ReadonlyMap<SpanSeconds, Ring> = new Map(SPANS.map(({ seconds }) => [seconds, new Ring(2)]));
  readonly #none = new Ring(0);
  readonly #lows = new Float32Array(FINEST_COUNT);
  readonly #highs = new Float32Array(FINEST_COUNT);

  of(span: SpanSeconds): Ring {
    return this.#rings.get(span) ?? this.#none;
  }

  /** Takes 960 sounds, 1 ms apart. */
  push(geo: Float32Array, firstRow: number): void {
    const startMs = firstRow * ROW_MS;
    this.#reduce(geo);
    for (const [span, ring] of this.#rings) {
      const stepMs = stepMsOf(span);
      ring.grow(Math.floor((startMs + FRAME_MS - 1) / stepMs) + 1);
      widen(ring.open(LOW), this.#lows, startMs, stepMs, -1);
      widen(ring.open(HIGH), this.#highs, startMs, stepMs, 1);
    }
  }

  #reduce(geo: Float32Array): void {
    for (let at = 0; at < FINEST_COUNT; at++) {
      let low = Infinity;
      let high = -Infinity;
      for (let sound = at * FINEST_MS; sound < (at + 1) * FINEST_MS; sound++) {
        const value = geo[sound] ?? 0;
        if (value < low) low = value;
        if (value > high) high = value;
      }
      this.#lows[at] = low;
      this.#highs[at] = high;
    }
  }

  copyFrom(other: GeoRings): void {
    for (const [span, ring] of this.#rings) ring.copyFrom(other.of(span));
  }

  clear(): void {
    for (const ring of this.#rings.values()) ring.clear();
  }
}
