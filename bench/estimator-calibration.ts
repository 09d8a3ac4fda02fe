// Generates packages/domain/src/run/calibration.ts from fixed seeds: node bench/estimator-calibration.ts
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findBucket, travelTo } from '../packages/domain/src/run/forecast.ts';
import { FLUIDS, type Experience } from '../packages/domain/src/run/pace-filter.ts';
import { LEVELS } from '../packages/domain/src/run/travel-time.ts';
import { Random } from '../packages/signals/src/random.ts';
import { drawSightings, type Sighting } from './estimator-runs.ts';
import { percentile } from './report.ts';

export const CALIBRATION_FILE = fileURLToPath(new URL('../packages/domain/src/run/calibration.ts', import.meta.url));

const RUNS = 2000;
const EXPERIENCES: readonly Experience[] = ['none', 'unsure', 'gas', 'liquid'];
const BUCKETS = 5;
/** A bucket with fewer sightings is replaced by all buckets together. */
const LEAST_SIGHTINGS = 200;

/** Deviations by which the pig came later than predicted: at the next marker, at a random later one, at the end. */
function* listErrors({ run, forecast, at, now, arrivedAt }: Sighting, dice: Random) {
  const last = arrivedAt.length - 1;
  for (const target of [at + 1, dice.integer(at + 1, last), last]) {
    const distanceM = run.path.markers[target]?.DistanceFromLaunch ?? 0;
    const time = travelTo(forecast, distanceM);
    const seconds = ((arrivedAt[target] ?? 0) - now) / 1000;
    if (!time || seconds <= 0) continue;
    const bucket = findBucket(forecast.aheadM.filter((aheadAtM) => aheadAtM <= distanceM).length);
    yield { bucket, error: (Math.log(seconds) - time.mean) / time.deviation };
  }
}

type Errors = Readonly<Record<Experience, readonly number[][]>>;

function collectErrors(): Errors {
  const empty = () => Array.from({ length: BUCKETS }, (): number[] => []);
  const errors: Errors = { none: empty(), unsure: empty(), gas: empty(), liquid: empty() };
  const dice = new Random('which marker ahead');
  for (const fluid of FLUIDS) {
    for (const sighting of drawSightings('calibration', fluid, RUNS)) {
      for (const { bucket, error } of listErrors(sighting, dice))
        errors[sighting.forecast.experience][bucket]?.push(error);
    }
  }
  return errors;
}

function writeSpread(errors: readonly number[]): string {
  return `[${LEVELS.map((level) => String(Math.round(percentile(errors, level) * 100) / 100)).join(', ')}]`;
}

function writeExperience(name: Experience, buckets: readonly number[][]): string {
  const spreads = buckets.map((errors) => writeSpread(errors.length < LEAST_SIGHTINGS ? buckets.flat() : errors));
  return `  ${name}: [\n${spreads.map((spread) => `    ${spread},\n`).join('')}  ],\n`;
}

export function writeCalibration(): string {
  const errors = collectErrors();
  return `import type { Experience } from './pace-filter.ts';

// Made by bench/estimator-calibration.ts from ${RUNS.toLocaleString('en')} simulated runs of each fluid; change that and run it again.

/** By experience, then by how many tracked markers lie ahead; the columns are the LEVELS of travel-time.ts. */
export const SPREADS: Readonly<Record<Experience, readonly (readonly number[])[]>> = {
${EXPERIENCES.map((name) => writeExperience(name, errors[name])).join('')}};
`;
}

if (import.meta.main) writeFileSync(CALIBRATION_FILE, writeCalibration());
