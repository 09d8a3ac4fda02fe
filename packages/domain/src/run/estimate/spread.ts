import { SPREADS } from './calibration.ts';
import type { Experience } from './pace-filter.ts';
import { LEVELS } from './travel-time.ts';

// The error distribution of the pace filter: from simulated runs until a company has enough completed runs of its own.

/** Quantiles of the errors of a company's runs. */
export type Marks = readonly [tenth: number, half: number, nineTenths: number];

export interface OwnSpreads {
  /** Number of completed runs learned from. */
  readonly runs: number;
  /** Indexed by experience, then by bucket, as in SPREADS; null: too few runs. */
  readonly marks: Readonly<Record<Experience, readonly (Marks | null)[]>>;
}

/** Minimum width relative to the simulated runs: a few similar runs must not narrow it to nothing. */
const LEAST_STRETCH = 0.1;

const valueAt = (spread: readonly number[], level: number) => spread[LEVELS.indexOf(level)] ?? 0;

/**
 * Stretches the simulated distribution through the marks. Its shape stays, because simulated runs cover rare cases
 * better than a few dozen real ones.
 */
function stretch(simulated: readonly number[], [tenth, half, nineTenths]: Marks): number[] {
  const [low, middle, high] = [valueAt(simulated, 0.1), valueAt(simulated, 0.5), valueAt(simulated, 0.9)];
  const below = Math.max(LEAST_STRETCH, (half - tenth) / (middle - low));
  const above = Math.max(LEAST_STRETCH, (nineTenths - half) / (high - middle));
  return simulated.map((error) => half + (error - middle) * (error < middle ? below : above));
}

export function findSpread(own: OwnSpreads | null, experience: Experience, bucket: number): readonly number[] {
  const simulated = SPREADS[experience][bucket] ?? [];
  const marks = own?.marks[experience][bucket];
  return marks ? stretch(simulated, marks) : simulated;
}
