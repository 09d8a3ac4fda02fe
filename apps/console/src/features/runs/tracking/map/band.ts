import { drawnDistance } from '@waymark/domain/run/course';
import { forecastRun, travelTo, type Forecast } from '@waymark/domain/run/forecast';
import { findQuantile } from '@waymark/domain/run/travel-time';
import { estimateRun, type TrackedRun } from '../tracked-run.ts';
import type { Band } from './run-features.ts';

// Where the pig may be, with four chances in five: as far as the slow one of ten has come, and the fast one.

const SLOW = 0.9;
const FAST = 0.1;
/** Halvings of the way: to less than a metre in a thousand kilometres. */
const TURNS = 20;

const known = new WeakMap<TrackedRun, Forecast | null>();

function forecastOf(tracked: TrackedRun): Forecast | null {
  const forecast = known.has(tracked)
    ? (known.get(tracked) ?? null)
    : forecastRun(tracked.run, tracked.course, tracked.reckoning);
  known.set(tracked, forecast);
  return forecast;
}

/** The farthest place that this share of pigs would have reached by now. */
function findReach(forecast: Forecast, lengthM: number, share: number, waitedS: number): number {
  let [near, far] = [forecast.base.distanceM, lengthM];
  for (let turn = 0; turn < TURNS; turn++) {
    const middle = (near + far) / 2;
    const time = travelTo(forecast, middle);
    if (time === null || findQuantile(time, share) <= waitedS) near = middle;
    else far = middle;
  }
  return near;
}

/** Along the drawn line, the official place within it; null: nobody knows better than that. */
export function findBand(tracked: TrackedRun, now: number): Band | null {
  const forecast = forecastOf(tracked);
  const waitedS = forecast ? (now - forecast.base.at) / 1000 : 0;
  if (!forecast || waitedS <= 0) return null;
  const { course } = tracked;
  const { distanceM } = estimateRun(tracked, now);
  const fromM = Math.min(distanceM, findReach(forecast, course.lengthM, SLOW, waitedS));
  const toM = Math.max(distanceM, findReach(forecast, course.lengthM, FAST, waitedS));
  return { fromM: drawnDistance(course, fromM), toM: drawnDistance(course, toM) };
}
