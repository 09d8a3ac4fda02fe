import { selectFeatures, type Example } from '../features/feature-set.ts';
import { standardize, type Logistic } from '../logistic.ts';
import { fitWeights } from './newton.ts';
import { shorten } from '../features/vector.ts';

const PENALTY = 3;
const LEAST_DEVIATION = 1e-6;

function findDeviation(values: readonly number[], mean: number): number {
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return Math.max(LEAST_DEVIATION, Math.sqrt(variance));
}

export function fitLogistic(examples: readonly Example[], features: readonly string[]): Logistic {
  const table = examples.map((example) => selectFeatures(example.features, features));
  const columns = features.map((_, at) => table.map((row) => row[at] ?? 0));
  const means = columns.map((column) => shorten(column.reduce((sum, value) => sum + value, 0) / column.length));
  const deviations = columns.map((column, at) => shorten(findDeviation(column, means[at] ?? 0)));
  const rows = table.map((row) =>
    Float64Array.from([...row.map((value, at) => standardize(value, means[at] ?? 0, deviations[at] ?? 1)), 1]),
  );
  const penalty = [...features.map(() => PENALTY), 0.01];
  const weights = Array.from(
    fitWeights(
      rows,
      examples.map(({ isPassage }) => isPassage),
      penalty,
    ),
    shorten,
  );
  return { features, means, deviations, weights: weights.slice(0, -1), start: weights.at(-1) ?? 0 };
}
