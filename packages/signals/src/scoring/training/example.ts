import type { FeatureSet } from '../features/feature-set.ts';

export interface Example {
  readonly features: FeatureSet;
  readonly isPassage: boolean;
  /** Its kind, for the confusion table. */
  readonly kind: string;
}
