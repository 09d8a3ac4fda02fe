import { SPREADS } from './calibration.ts';
import type { Experience } from './pace-filter.ts';
import { LEVELS } from './travel-time.ts';

// How far the filter of the pace is off: as in simulated runs, until a company has enough completed ones of its own.

/** What the errors of a company's runs lie below: a tenth of them, half and nine tenths. */
export type Marks = readonly [tenth: number, half: number, nineTenths: number];

export interface OwnSpreads {
  /** So many completed runs have taught it. */
  readonly runs: number;
  /** By experience, then by how many tracked markers lie ahead, as in SPREADS; null: too few of the runs say anything of that. */
  readonly marks: Readonly<Record<Experience, readonly (Marks | null)[]>>;
}

/** Narrower beside the simulated runs nothing becomes: no pig is that even. */
const LEAST_STRETCH = 0.1;

const valueAt = (spread: readonly number[], level: number) => spread[LEVELS.indexOf(level)] ?? 0;

/** Through the marks; between them and beyond as in the simulated runs, which know the rare cases better than a few dozen runs. */
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
