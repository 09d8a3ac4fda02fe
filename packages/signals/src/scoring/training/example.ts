import type { FeatureSet } from '../features/feature-set.ts';

export interface Example {
  readonly features: FeatureSet;
  readonly isPassage: boolean;
  /** What it is, for the table of confusions. */
  readonly kind: string;
}
