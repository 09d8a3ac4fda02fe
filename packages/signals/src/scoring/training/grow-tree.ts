import type { Tree } from '../trees.ts';
import type { BinnedColumn } from './bins.ts';
import { shorten } from '../features/vector.ts';

/** First and second derivatives of the loss per example. */
export interface Pull {
  readonly gradients: Float64Array;
  readonly curvatures: Float64Array;
}

const RATE = 0.08;
/** Regularisation: keeps leaves with few examples small. */
const RESTRAINT = 1;
const LEAST_CURVATURE = 2;
const LEAST_ROWS = 20;
const LEAST_GAIN = 1e-3;

interface Split {
  readonly column: number;
  readonly bin: number;
  readonly gain: number;
}

function sumOver(values: Float64Array, rows: Uint32Array): number {
  let sum = 0;
  for (const row of rows) sum += values[row] ?? 0;
  return sum;
}

function rate(gradient: number, curvature: number): number {
  return (gradient * gradient) / (curvature + RESTRAINT);
}

function findSplitOf(
  column: BinnedColumn,
  index: number,
  { gradients, curvatures }: Pull,
  rows: Uint32Array,
): Split | null {
  const [gradientOf, curvatureOf] = [
    new Float64Array(column.limits.length + 1),
    new Float64Array(column.limits.length + 1),
  ];
  for (const row of rows) {
    const bin = column.bins[row] ?? 0;
    gradientOf[bin] = (gradientOf[bin] ?? 0) + (gradients[row] ?? 0);
    curvatureOf[bin] = (curvatureOf[bin] ?? 0) + (curvatures[row] ?? 0);
  }
  const gradient = gradientOf.reduce((sum, value) => sum + value, 0);
  const curvature = curvatureOf.reduce((sum, value) => sum + value, 0);
  let best: Split | null = null;
  let [left, leftCurvature] = [0, 0];
  for (let bin = 0; bin < column.limits.length; bin++) {
    left += gradientOf[bin] ?? 0;
    leftCurvature += curvatureOf[bin] ?? 0;
    if (leftCurvature < LEAST_CURVATURE || curvature - leftCurvature < LEAST_CURVATURE) continue;
    const gain =
      rate(left, leftCurvature) + rate(gradient - left, curvature - leftCurvature) - rate(gradient, curvature);
    if (gain > (best?.gain ?? LEAST_GAIN)) best = { column: index, bin, gain };
  }
  return best;
}

function findSplit(columns: readonly BinnedColumn[], pull: Pull, rows: Uint32Array): Split | null {
  if (rows.length < LEAST_ROWS) return null;
  let best: Split | null = null;
  for (const [index, column] of columns.entries()) {
    const split = findSplitOf(column, index, pull, rows);
    if (split && split.gain > (best?.gain ?? 0)) best = split;
  }
  return best;
}

/** Grows level by level; a node without a useful split sends all its rows to the left. */
export function growTree(columns: readonly BinnedColumn[], pull: Pull, all: Uint32Array, depth: number): Tree {
  const [asks, limits]: [number[], number[]] = [[], []];
  let level = [all];
  for (let below = 0; below < depth; below++) {
    level = level.flatMap((rows) => {
      const split = findSplit(columns, pull, rows);
      asks.push(split?.column ?? -1);
      limits.push(split ? (columns[split.column]?.limits[split.bin] ?? 0) : 0);
      if (!split) return [rows, new Uint32Array()];
      const isRight = (row: number) => (columns[split.column]?.bins[row] ?? 0) > split.bin;
      return [rows.filter((row) => !isRight(row)), rows.filter(isRight)];
    });
  }
  const leaves = level.map((rows) =>
    shorten((-RATE * sumOver(pull.gradients, rows)) / (sumOver(pull.curvatures, rows) + RESTRAINT)),
  );
  return { asks, limits, leaves };
}
