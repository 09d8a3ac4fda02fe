import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createTraceScale,
  fillTraceScale,
  findBandWidth,
  traceBand,
  traceGround,
  traceLine,
  type PathTarget,
  type Series,
} from './trace.ts';

const AREA = { left: 0, right: 100, top: 0, bottom: 200 };
const UP = { from: -1, to: 1 };

interface Step {
  readonly kind: 'move' | 'line' | 'close';
  readonly x: number;
  readonly y: number;
}

class Path implements PathTarget {
  readonly steps: Step[] = [];
  moveTo(x: number, y: number): void {
    this.steps.push({ kind: 'move', x, y });
  }
  lineTo(x: number, y: number): void {
    this.steps.push({ kind: 'line', x, y });
  }
  closePath(): void {
    this.steps.push({ kind: 'close', x: 0, y: 0 });
  }
}

const series = (values: readonly number[], endsAt = 0, stepMs = 60): Series => ({
  endsAt,
  stepMs,
  values: Float32Array.from(values),
});

/** The series fills the whole area. */
function scaleOf({ endsAt, stepMs, values }: Series, ratio = 1) {
  const scale = createTraceScale();
  fillTraceScale(
    scale,
    AREA,
    { from: endsAt - (values.length - 1) * stepMs, to: endsAt },
    UP,
    { endsAt, stepMs, values },
    ratio,
  );
  return scale;
}

function trace(values: readonly number[], endsAt?: number): readonly Step[] {
  const path = new Path();
  const drawn = series(values, endsAt);
  traceLine(path, drawn.values, scaleOf(drawn));
  return path.steps;
}

const countMoves = (steps: readonly Step[]) => steps.filter(({ kind }) => kind === 'move').length;

describe('a line', () => {
  it('a line goes through its points', () => {
    const steps = trace([0, 1, -1, 0, 0.5]);
    expect(steps[0]).toEqual({ kind: 'move', x: 0, y: 100 });
    expect(steps.slice(2).map(({ x, y }) => [x, y])).toEqual([
      [25, 0],
      [50, 200],
      [75, 100],
      [100, 50],
    ]);
  });

  it('a line has a gap for unknown values', () => {
    expect(countMoves(trace([0, 1, Number.NaN, Number.NaN, 1, 0]))).toBe(2);
    expect(trace([Number.NaN, Number.NaN])).toEqual([]);
  });

  it('a line shows a point between two gaps', () => {
    const steps = trace([Number.NaN, 1, Number.NaN]);
    expect(steps.map(({ kind }) => kind)).toEqual(['move', 'line']);
  });

  it('a line keeps the lowest and the highest of points that share a pixel', () => {
    const values = Array.from({ length: 1000 }, (_, at) => (at === 501 ? 1 : at === 777 ? -1 : 0));
    const steps = trace(values);
    expect(steps.length).toBeLessThanOrEqual(2 * 113);
    expect(Math.min(...steps.map(({ y }) => y))).toBeCloseTo(0, 9);
    expect(Math.max(...steps.map(({ y }) => y))).toBeCloseTo(200, 9);
  });

  it('a line has one bucket per screen pixel, not per CSS pixel', () => {
    const drawn = series(Array.from({ length: 1001 }, () => 0));
    expect([scaleOf(drawn, 1).bucket, scaleOf(drawn, 2).bucket]).toEqual([10, 5]);
  });

  it('a line keeps gaps of whole buckets', () => {
    const values = Array.from({ length: 1000 }, (_, at) => (at > 300 && at < 400 ? Number.NaN : 0));
    expect(countMoves(trace(values))).toBe(2);
  });

  it('a line groups the same points while it moves', () => {
    const whole = Array.from({ length: 1100 }, (_, at) => Math.sin(at * 1.7));
    const heights = (first: number) => trace(whole.slice(first, first + 1000), (first + 999) * 60).map(({ y }) => y);
    const [before, after] = [heights(0), heights(3)];
    expect(after.slice(4, -4).every((y) => before.includes(y))).toBe(true);
  });

  it('a line never leaves the range of its values, however many they are', () => {
    const value = fc.oneof(
      { weight: 9, arbitrary: fc.float({ min: -1, max: 1, noNaN: true }) },
      { weight: 1, arbitrary: fc.constant(Number.NaN) },
    );
    fc.assert(
      fc.property(fc.array(value, { minLength: 2, maxLength: 1200 }), (values) => {
        const heights = trace([...values, 0]).map(({ y }) => y);
        const known = [...values, 0].filter((each) => !Number.isNaN(each)).map((each) => 100 - each * 100);
        expect(Math.min(...heights)).toBeCloseTo(Math.min(...known), 6);
        expect(Math.max(...heights)).toBeCloseTo(Math.max(...known), 6);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a band', () => {
  const draw = (low: readonly number[], high: readonly number[]) => {
    const path = new Path();
    const drawn = series(high);
    const scale = scaleOf(drawn);
    traceBand(path, Float32Array.from(low), drawn.values, scale);
    return { steps: path.steps, width: findBandWidth(scale) };
  };

  it('a band reaches from the low to the high value at every point', () => {
    const { steps, width } = draw([-1, -0.5, 0], [1, 0.5, 0]);
    expect(steps.map(({ x, y }) => [x, y])).toEqual([
      [0, 200.5],
      [0, -0.5],
      [50, 49.5],
      [50, 150.5],
      [100, 100.5],
      [100, 99.5],
    ]);
    expect(width).toBe(50);
  });

  it('a band has a gap for unknown values', () => {
    const { steps } = draw([0, Number.NaN, 0], [0, Number.NaN, 0]);
    expect(countMoves(steps)).toBe(2);
  });
});

it('the fill under a line is closed at every gap', () => {
  const path = new Path();
  const drawn = series([0, 0.5, Number.NaN, 1]);
  traceGround(path, drawn.values, scaleOf(drawn), 200);
  expect(path.steps.map(({ kind }) => kind).join(' ')).toBe('move line line line close move line line close');
  expect(path.steps.filter(({ kind }) => kind === 'move').every(({ y }) => y === 200)).toBe(true);
});
