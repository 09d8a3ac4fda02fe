import { layCourse, type Course } from '../packages/domain/src/run/course.ts';
import { reckon, type Reckoning } from '../packages/domain/src/run/estimate.ts';
import { forecastRun, type Forecast } from '../packages/domain/src/run/forecast.ts';
import type { Fluid } from '../packages/domain/src/run/pace-filter.ts';
import type { Run } from '../packages/domain/src/run/run.ts';
import { followRun, simulateRun } from '../packages/domain/src/run/testing/simulate-run.ts';
import { Random } from '../packages/signals/src/random.ts';

/** A simulated run at the moment of its launch, or of a passage, with the truth of what is still to come. */
export interface Sighting {
  readonly run: Run;
  readonly course: Course;
  readonly reckoning: Reckoning;
  readonly forecast: Forecast;
  /** Of the marker that has seen the pig last. */
  readonly at: number;
  readonly now: number;
  /** Really, at each marker. */
  readonly arrivedAt: readonly number[];
}

export function* drawSightings(seed: string, fluid: Fluid, runs: number): Generator<Sighting> {
  for (let number = 0; number < runs; number++) {
    const simulated = simulateRun(new Random(`${seed}/${fluid}/${number}`), fluid);
    const course = layCourse(simulated.run.path);
    for (const { run, at } of followRun(simulated)) {
      const reckoning = reckon(run, course);
      const forecast = forecastRun(run, course, reckoning);
      if (forecast) yield { run, course, reckoning, forecast, at, now: forecast.base.at, arrivedAt: simulated.arrivedAt };
    }
  }
}
