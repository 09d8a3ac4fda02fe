import { CHANNEL, CHANNELS, FRAME_ROWS, ROW_MS } from '../frame.ts';
import { Ring } from './ring.ts';
import { RING_POINTS, SPANS, stepMsOf, type SpanSeconds } from '../spans.ts';

/** The value farther from zero. NaN counts as unknown. */
export function pickExtreme(a: number, b: number): number {
  if (Number.isNaN(a)) return b;
  return Math.abs(b) > Math.abs(a) ? b : a;
}

function pickHighest(a: number, b: number): number {
  return a >= b ? a : b;
}

/** Interpolates linearly between two rows. */
function fillBetween(ring: Ring, channel: number, em: Float32Array, firstRow: number, factor: number): void {
  const values = ring.open(channel);
  let before = ring.read(channel, (firstRow - 1) * factor);
  for (let row = 0; row < FRAME_ROWS; row++) {
    const value = em[row * CHANNELS + channel] ?? 0;
    const point = (firstRow + row) * factor;
    const slope = (before - value) / factor;
    for (let back = 1; back < factor; back++) values[(point - back) % RING_POINTS] = value + slope * back;
    values[point % RING_POINTS] = value;
    before = value;
  }
}

/** Keeps the most extreme of all rows that fall on a point. */
function gather(ring: Ring, channel: number, em: Float32Array, firstRow: number, ratio: number): void {
  const values = ring.open(channel);
  const pick = channel < CHANNEL.rssi ? pickExtreme : pickHighest;
  for (let row = 0; row < FRAME_ROWS; row++) {
    const slot = Math.floor((firstRow + row) / ratio) % RING_POINTS;
    values[slot] = pick(values[slot] ?? Number.NaN, em[row * CHANNELS + channel] ?? 0);
  }
}

/** Stores every channel at each of the six steps, so that all spans are available at any time. */
export class EmRings {
  readonly #rings: ReadonlyMap<SpanSeconds, Ring> = new Map(SPANS.map(({ seconds }) => [seconds, new Ring(CHANNELS)]));
  readonly #none = new Ring(0);

  of(span: SpanSeconds): Ring {
    return this.#rings.get(span) ?? this.#none;
  }

  /** Takes 16 rows of 53 values. Rows are numbered from 30 on, because the row before `firstRow` must be valid. */
  push(em: Float32Array, firstRow: number): void {
    const lastRow = firstRow + FRAME_ROWS - 1;
    for (const [span, ring] of this.#rings) {
      const stepMs = stepMsOf(span);
      ring.grow(Math.floor((lastRow * ROW_MS) / stepMs) + 1);
      for (let channel = 0; channel < CHANNELS; channel++)
        if (stepMs <= ROW_MS) fillBetween(ring, channel, em, firstRow, ROW_MS / stepMs);
        else gather(ring, channel, em, firstRow, stepMs / ROW_MS);
    }
  }

  copyFrom(other: EmRings): void {
    for (const [span, ring] of this.#rings) ring.copyFrom(other.of(span));
  }

  clear(): void {
    for (const ring of this.#rings.values()) ring.clear();
  }
}
