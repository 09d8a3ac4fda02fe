import { selectFeatures, type FeatureSet } from './features/feature-set.ts';

/** A complete binary tree: node n has the children 2n+1 and 2n+2. */
export interface Tree {
  /** Index of the feature tested by each node; −1: none, go left. */
  readonly asks: readonly number[];
  /** Values above the limit go right. */
  readonly limits: readonly number[];
  /** Added value per leaf, from left to right. */
  readonly leaves: readonly number[];
}

export interface Trees {
  readonly features: readonly string[];
  readonly start: number;
  readonly trees: readonly Tree[];
}

export function askTree({ asks, limits, leaves }: Tree, values: Float64Array): number {
  let node = 0;
  while (node < asks.length) {
    const ask = asks[node] ?? -1;
    node = 2 * node + (ask >= 0 && (values[ask] ?? 0) > (limits[node] ?? 0) ? 2 : 1);
  }
  return leaves[node - asks.length] ?? 0;
}

/** Log odds of a pig, before calibration. */
export function askTrees({ start, trees, features }: Trees, set: FeatureSet): number {
  const values = selectFeatures(set, features);
  return trees.reduce((sum, tree) => sum + askTree(tree, values), start);
}
