/** What was measured of a record, by name: a model says by which names it judges. */
export type FeatureSet = Readonly<Record<string, number>>;

/** In the model's order; 0 for what is not measured. */
export function selectFeatures(features: FeatureSet, names: readonly string[]): Float64Array {
  return Float64Array.from(names, (name) => features[name] ?? 0);
}
