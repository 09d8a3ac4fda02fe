/** Features of a record by name; each model selects its own. */
export type FeatureSet = Readonly<Record<string, number>>;

/** Values in the model's order; 0 if not measured. */
export function selectFeatures(features: FeatureSet, names: readonly string[]): Float64Array {
  return Float64Array.from(names, (name) => features[name] ?? 0);
}

export interface Example {
  readonly features: FeatureSet;
  readonly isPassage: boolean;
  /** Its kind, for the confusion table. */
  readonly kind: string;
}
