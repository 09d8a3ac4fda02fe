import { toProbability } from '../scoring-model.ts';

// Logistic regression by Newton's method: exact and deterministic.

const ROUNDS = 30;
const ENOUGH = 1e-9;

/** Solves a regular symmetric system by Gaussian elimination; overwrites both arguments. */
function solve(matrix: Float64Array[], right: Float64Array): Float64Array {
  const size = right.length;
  const get = (row: number, column: number) => matrix[row]?.[column] ?? 0;
  for (let pivot = 0; pivot < size; pivot++) {
    for (let row = pivot + 1; row < size; row++) {
      const factor = get(row, pivot) / get(pivot, pivot);
      const target = matrix[row] ?? right;
      for (let column = pivot; column < size; column++) target[column] = get(row, column) - factor * get(pivot, column);
      right[row] = (right[row] ?? 0) - factor * (right[pivot] ?? 0);
    }
  }
  const solution = new Float64Array(size);
  for (let row = size - 1; row >= 0; row--) {
    let rest = right[row] ?? 0;
    for (let column = row + 1; column < size; column++) rest -= get(row, column) * (solution[column] ?? 0);
    solution[row] = rest / get(row, row);
  }
  return solution;
}

function addExample(
  row: Float64Array,
  error: number,
  curvature: number,
  gradient: Float64Array,
  hessian: readonly Float64Array[],
): void {
  for (let a = 0; a < row.length; a++) {
    const value = row[a] ?? 0;
    gradient[a] = (gradient[a] ?? 0) + error * value;
    const line = hessian[a];
    if (line) for (let b = 0; b < row.length; b++) line[b] = (line[b] ?? 0) + curvature * value * (row[b] ?? 0);
  }
}

/** Fits a weight per column of `rows`; each has its own `penalty`. */
export function fitWeights(
  rows: readonly Float64Array[],
  labels: readonly boolean[],
  penalty: readonly number[],
): Float64Array {
  const size = penalty.length;
  const weights = new Float64Array(size);
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = Float64Array.from(penalty, (value, at) => value * (weights[at] ?? 0));
    const hessian = Array.from({ length: size }, (_, at) =>
      Float64Array.from({ length: size }, (__, column) => (column === at ? (penalty[at] ?? 0) : 0)),
    );
    rows.forEach((row, index) => {
      const probability = toProbability(row.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0));
      addExample(
        row,
        probability - (labels[index] ? 1 : 0),
        Math.max(1e-6, probability * (1 - probability)),
        gradient,
        hessian,
      );
    });
    const step = solve(hessian, gradient);
    for (let at = 0; at < size; at++) weights[at] = (weights[at] ?? 0) - (step[at] ?? 0);
    if (step.every((value) => Math.abs(value) < ENOUGH)) break;
  }
  return weights;
}
