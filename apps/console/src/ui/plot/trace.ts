import type { PlotArea } from './plot-area.ts';
import type { Span } from './plot-model.ts';

// Signals as they run: a thousand points a line, many lines at every refresh. Nothing is allocated here.

/** Values at even steps, newest last; NaN where nothing is known. */
export interface Series {
  readonly endsAt: number;
  readonly stepMs: number;
  readonly values: Float32Array;
}

/** Where the points of a series lie in px. Kept and filled anew for every drawing. */
export interface TraceScale {
  firstX: number;
  stepX: number;
  zeroY: number;
  /** What 1 is worth, upwards. */
  unitY: number;
  /** Points that share one pixel and are drawn as their lowest and their highest. */
  bucket: number;
  /** How many points of the first bucket are no longer there. */
  cut: number;
}

/** All that is drawn into; a path or a context. */
export type PathTarget = Pick<CanvasRenderingContext2D, 'moveTo' | 'lineTo' | 'closePath'>;

export const createTraceScale = (): TraceScale => ({ firstX: 0, stepX: 1, zeroY: 0, unitY: 1, bucket: 1, cut: 0 });

/** `ratio`: pixels of the screen in one of the area. */
export function fillTraceScale(
  scale: TraceScale,
  area: PlotArea,
  across: Span,
  up: Span,
  series: Series,
  ratio: number,
): void {
  const pxPerMs = (area.right - area.left) / (across.to - across.from);
  const first = series.endsAt - (series.values.length - 1) * series.stepMs;
  scale.firstX = area.left + (first - across.from) * pxPerMs;
  scale.stepX = series.stepMs * pxPerMs;
  scale.unitY = (area.bottom - area.top) / (up.to - up.from);
  scale.zeroY = area.bottom + up.from * scale.unitY;
  scale.bucket = Math.max(1, Math.floor(1 / (scale.stepX * ratio)));
  // A point stays in its bucket while it wanders: otherwise the line would flicker.
  scale.cut = Math.round(first / series.stepMs) % scale.bucket;
}

const read = (values: Float32Array, at: number) => values[at] ?? Number.NaN;

function findLow(values: Float32Array, from: number, to: number): number {
  let low = Number.NaN;
  for (let at = Math.max(0, from); at < to; at++) {
    const value = read(values, at);
    if (value < low || Number.isNaN(low)) low = value;
  }
  return low;
}

function findHigh(values: Float32Array, from: number, to: number): number {
  let high = Number.NaN;
  for (let at = Math.max(0, from); at < to; at++) {
    const value = read(values, at);
    if (value > high || Number.isNaN(high)) high = value;
  }
  return high;
}

/** So that silence is a line. */
const BAND_HALF_PX = 0.5;

/** Where a bucket is drawn: in its middle. */
const toBucketX = ({ firstX, stepX, bucket }: TraceScale, start: number) => firstX + (start + (bucket - 1) / 2) * stepX;

function tracePoints(path: PathTarget, values: Float32Array, { firstX, stepX, zeroY, unitY }: TraceScale): void {
  let isDown = false;
  for (let at = 0; at < values.length; at++) {
    const value = read(values, at);
    const isKnown = !Number.isNaN(value);
    if (isKnown) {
      const x = firstX + at * stepX;
      const y = zeroY - value * unitY;
      if (isDown) path.lineTo(x, y);
      else {
        path.moveTo(x, y);
        // A point between two gaps is seen as well.
        path.lineTo(x + 0.5, y);
      }
    }
    isDown = isKnown;
  }
}

function traceBuckets(path: PathTarget, values: Float32Array, scale: TraceScale): void {
  const { stepX, zeroY, unitY, bucket } = scale;
  let isDown = false;
  for (let start = -scale.cut; start < values.length; start += bucket) {
    const end = Math.min(values.length, start + bucket);
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    let isRising = false;
    for (let at = Math.max(0, start); at < end; at++) {
      const value = read(values, at);
      if (value < low) {
        low = value;
        isRising = false;
      }
      if (value > high) {
        high = value;
        isRising = true;
      }
    }
    const isKnown = low <= high;
    if (isKnown) {
      const x = toBucketX(scale, start);
      const y = zeroY - (isRising ? low : high) * unitY;
      if (isDown) path.lineTo(x, y);
      else path.moveTo(x, y);
      path.lineTo(x + stepX / 2, zeroY - (isRising ? high : low) * unitY);
    }
    isDown = isKnown;
  }
}

/** A line through the points, with a gap where nothing is known. */
export function traceLine(path: PathTarget, values: Float32Array, scale: TraceScale): void {
  if (scale.bucket === 1) tracePoints(path, values, scale);
  else traceBuckets(path, values, scale);
}

/**
 * All between the low and the high values: up and down from bucket to bucket, to be stroked as wide as a bucket is. A
 * browser without a graphics card is many times faster with it than with filling.
 */
export function traceBand(path: PathTarget, low: Float32Array, high: Float32Array, scale: TraceScale): void {
  const { bucket, zeroY, unitY } = scale;
  const isDense = scale.stepX * bucket <= 1;
  let isDown = false;
  let isHigh = false;
  for (let start = -scale.cut; start < high.length; start += bucket) {
    const end = Math.min(high.length, start + bucket);
    const lowest = findLow(low, start, end);
    const isKnown = !Number.isNaN(lowest);
    if (isKnown) {
      const middle = toBucketX(scale, start);
      // Lines that lie on pixels leave nothing between them.
      const x = isDense ? Math.floor(middle) + 0.5 : middle;
      const lowY = zeroY - lowest * unitY + BAND_HALF_PX;
      const highY = zeroY - findHigh(high, start, end) * unitY - BAND_HALF_PX;
      if (isDown) path.lineTo(x, isHigh ? highY : lowY);
      else path.moveTo(x, isHigh ? highY : lowY);
      path.lineTo(x, isHigh ? lowY : highY);
      isHigh = !isHigh;
    }
    isDown = isKnown;
  }
}

/** How wide the line of a band has to be to leave no holes, in px. */
export function findBandWidth({ stepX, bucket }: TraceScale): number {
  return Math.max(1, stepX * bucket);
}

/** All between a line and the ground at `groundY`, each stretch closed; to be filled. */
export function traceGround(path: PathTarget, values: Float32Array, scale: TraceScale, groundY: number): void {
  let lastX = Number.NaN;
  for (let start = -scale.cut; start < values.length; start += scale.bucket) {
    const high = findHigh(values, start, Math.min(values.length, start + scale.bucket));
    const x = Number.isNaN(high) ? Number.NaN : toBucketX(scale, start);
    if (!Number.isNaN(x)) {
      if (Number.isNaN(lastX)) path.moveTo(x, groundY);
      path.lineTo(x, scale.zeroY - high * scale.unitY);
    } else if (!Number.isNaN(lastX)) closeGround(path, lastX, groundY);
    lastX = x;
  }
  if (!Number.isNaN(lastX)) closeGround(path, lastX, groundY);
}

function closeGround(path: PathTarget, x: number, groundY: number): void {
  path.lineTo(x, groundY);
  path.closePath();
}
