import { selectFeatures, type FeatureSet } from './features/feature-set.ts';

export interface Logistic {
  readonly features: readonly string[];
  readonly means: readonly number[];
  readonly deviations: readonly number[];
  readonly weights: readonly number[];
  readonly start: number;
}

/** Clamps values that are further off than any training example. */
const FARTHEST = 6;

export function standardize(value: number, mean: number, deviation: number): number {
  return Math.max(-FARTHEST, Math.min(FARTHEST, (value - mean) / deviation));
}

/** Log odds of a pig, before calibration. */
export function askLogistic({ features, means, deviations, weights, start }: Logistic, set: FeatureSet): number {
  const values = selectFeatures(set, features);
  return weights.reduce(
    (sum, weight, at) => sum + weight * standardize(values[at] ?? 0, means[at] ?? 0, deviations[at] ?? 1),
    start,
  );
}
