import { layCourse, type Course } from '../packages/domain/src/run/estimate/course.ts';
import { reckon, type Reckoning } from '../packages/domain/src/run/estimate/estimate.ts';
import { forecastRun, type Forecast } from '../packages/domain/src/run/estimate/forecast.ts';
import type { Fluid } from '../packages/domain/src/run/estimate/pace-filter.ts';
import { DEFAULT_AUTO_SETTINGS, type Run } from '../packages/domain/src/run/run.ts';
import type { OwnSpreads } from '../packages/domain/src/run/estimate/spread.ts';
import { followRun, roughen, simulateRun, type SimulatedRun } from '../packages/domain/src/run/testing/simulate-run.ts';
import { Random } from '../packages/signals/src/random.ts';

const ROUGHNESS = 0.1;

/** A simulated run at its launch or at a passage, with the true arrival times. */
export interface Sighting {
  readonly run: Run;
  readonly course: Course;
  readonly reckoning: Reckoning;
  readonly forecast: Forecast;
  /** Index of the last marker that detected the pig. */
  readonly at: number;
  readonly now: number;
  /** True arrival time at each marker. */
  readonly arrivedAt: readonly number[];
}

export function* listSightings(simulated: SimulatedRun, spreads: OwnSpreads | null = null): Generator<Sighting> {
  const course = layCourse(simulated.run.path);
  for (const { run: then, at } of followRun(simulated)) {
    const run = { ...then, auto: { ...DEFAULT_AUTO_SETTINGS, spreads } };
    const reckoning = reckon(run, course);
    const forecast = forecastRun(run, course, reckoning);
    if (forecast) yield { run, course, reckoning, forecast, at, now: forecast.base.at, arrivedAt: simulated.arrivedAt };
  }
}

const drawDice = (seed: string, fluid: Fluid, number: number) => new Random(`${seed}/${fluid}/${number}`);

export function* drawSightings(seed: string, fluid: Fluid, runs: number): Generator<Sighting> {
  for (let number = 0; number < runs; number++) yield* listSightings(simulateRun(drawDice(seed, fluid, number), fluid));
}

/** Runs of a company whose pigs travel less evenly than those of the calibration. */
export function drawRoughRuns(seed: string, fluid: Fluid, runs: number): SimulatedRun[] {
  return Array.from({ length: runs }, (_none, number) => {
    const dice = drawDice(seed, fluid, number);
    return roughen(simulateRun(dice, fluid), dice, ROUGHNESS);
  });
}
