import type { PlotArea } from './plot-area.ts';
import type { Span } from '@waymark/domain/chart/axis';

// Running signals: a thousand points per line, many lines per refresh. Allocates nothing.

/** Equidistant values, newest last; NaN if unknown. */
export interface Series {
  readonly endsAt: number;
  readonly stepMs: number;
  readonly values: Float32Array;
}

/** The pixel scale of a series, refilled for every drawing. */
export interface TraceScale {
  firstX: number;
  stepX: number;
  zeroY: number;
  /** Pixels per unit, upwards. */
  unitY: number;
  /** Number of points that share one pixel and are drawn as their minimum and maximum. */
  bucket: number;
  /** Number of points of the first bucket that have left the series. */
  cut: number;
}

/** The used methods of a path or a context. */
export type PathTarget = Pick<CanvasRenderingContext2D, 'moveTo' | 'lineTo' | 'closePath'>;

export const createTraceScale = (): TraceScale => ({ firstX: 0, stepX: 1, zeroY: 0, unitY: 1, bucket: 1, cut: 0 });

/** `ratio`: screen pixels per px of the area. */
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
  // A point stays in its bucket while it moves: otherwise the line would flicker.
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

/** Draws silence as a line. */
const BAND_HALF_PX = 0.5;

/** The x position of a bucket: its middle. */
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
        // Makes a point between two gaps visible.
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

/** A line through the points, with a gap for unknown values. */
export function traceLine(path: PathTarget, values: Float32Array, scale: TraceScale): void {
  if (scale.bucket === 1) tracePoints(path, values, scale);
  else traceBuckets(path, values, scale);
}

/**
 * The range from low to high values as strokes up and down, as wide as a bucket. Without a graphics card a browser
 * strokes much faster than it fills.
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
      // Lines aligned to pixels leave no holes.
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

/** The line width in px at which a band has no holes. */
export function findBandWidth({ stepX, bucket }: TraceScale): number {
  return Math.max(1, stepX * bucket);
}

/** The area between a line and `groundY`, each part closed, to be filled. */
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
