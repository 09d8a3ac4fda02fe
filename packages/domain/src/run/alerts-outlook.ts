import type { Marker } from '../path/marker.ts';
import type { Course } from './course.ts';
import { predictArrival, type Reckoning } from './estimate.ts';
import { forecastRun, travelTo, type Forecast } from './forecast.ts';
import { estimateArrival } from './interval.ts';
import { judgeSilence } from './missed.ts';
import { listMissing } from './missing.ts';
import type { Run } from './run.ts';
import { oddsBeyond, type TravelTime } from './travel-time.ts';

// What lies ahead of a pig, as far as somebody may have to be told of it.

/** So many markers ahead are looked after. */
const MARKERS_AHEAD = 3;

/** Where the pig is waited for. */
export interface Stop {
  readonly name: string;
  readonly distanceM: number;
  readonly isEnd: boolean;
}

export interface Arrival extends Stop {
  readonly expectedAt: number;
  /** Of the 80 % span, as it was when the pig was seen last. */
  readonly latestAt: number;
  readonly time: TravelTime;
}

/** Known until the run changes, so that to look at it costs little. */
export interface Outlook {
  readonly run: Run;
  readonly reckoning: Reckoning;
  /** null: paused, or not launched. */
  readonly forecast: Forecast | null;
  /** The next markers that are tracked and not verified. */
  readonly ahead: readonly Marker[];
  /** The next marker, and the receive site after the last one. */
  readonly next: Stop | null;
  /** The next two places, from which nothing came; none while something ahead may have been the pig. */
  readonly silent: readonly Stop[];
  /** Markers that the pig has passed and from which nothing came. */
  readonly passed: readonly string[];
  /** At the places above, by name; without those that a pig that stands does not reach. */
  readonly arrivals: ReadonlyMap<string, Arrival>;
}

const stopAt = ({ name, DistanceFromLaunch: distanceM }: Marker): Stop => ({ name, distanceM, isEnd: false });

function listMarkersAhead({ path: { markers } }: Run, { next, seen }: Reckoning): Marker[] {
  const verified = new Set(seen.map(({ at }) => at));
  return next < 0 ? [] : markers.filter(({ state }, at) => state === 'TRACK' && at >= next && !verified.has(at));
}

function foreseeArrival(forecast: Forecast, reckoning: Reckoning, stop: Stop): Arrival | null {
  const expectedAt = predictArrival(reckoning, stop.distanceM);
  const time = travelTo(forecast, stop.distanceM);
  const span = estimateArrival(forecast, stop.distanceM, forecast.base.at);
  return expectedAt === null || !time || !span
    ? null
    : { ...stop, expectedAt, latestAt: forecast.base.at + span.highS * 1000, time };
}

/** Something was heard there that may be the pig, and waits for a person's word. */
function mayBeHeard(
  { passages }: Run,
  forecast: Forecast | null,
  { name, DistanceFromLaunch: distanceM }: Marker,
): boolean {
  const heard = passages.filter(({ markerName }) => markerName === name);
  const span = forecast && heard.length > 0 ? estimateArrival(forecast, distanceM, forecast.base.at) : null;
  if (!forecast || !span) return false;
  const earliestAt = forecast.base.at + (span.lowS * 1000) / 2;
  return heard.some(({ passageAt }) => passageAt >= earliestAt);
}

function listPassedUnheard(run: Run): string[] {
  const heard = new Set(run.passages.map(({ markerName }) => markerName));
  return listMissing(run).flatMap(({ name }) => (heard.has(name) ? [] : [name]));
}

export function foresee(run: Run, course: Course, reckoning: Reckoning): Outlook {
  const forecast = forecastRun(run, course, reckoning);
  const all = listMarkersAhead(run, reckoning);
  const ahead = all.slice(0, MARKERS_AHEAD);
  const last = run.path.markers.at(-1);
  const end: Stop[] = last ? [{ name: last.name, distanceM: course.lengthM, isEnd: true }] : [];
  const stops = [...ahead.map(stopAt), ...end];
  const arrivals = stops.flatMap((stop) => (forecast && foreseeArrival(forecast, reckoning, stop)) ?? []);
  return {
    run,
    reckoning,
    forecast,
    ahead,
    next: stops[0] ?? null,
    silent: all.some((marker) => mayBeHeard(run, forecast, marker)) ? [] : stops.slice(0, 2),
    passed: listPassedUnheard(run),
    arrivals: new Map(arrivals.map((arrival) => [arrival.name, arrival])),
  };
}

const waitedS = ({ forecast }: Outlook, now: number) => (forecast ? (now - forecast.base.at) / 1000 : 0);

/** The odds that a pig on its way is not there by now. */
export const oddsOfWaiting = (outlook: Outlook, { time }: Arrival, now: number): number =>
  oddsBeyond(time, waitedS(outlook, now));

/** How likely it is that the pig has passed there unheard. */
export const oddsOfMissing = (outlook: Outlook, { time }: Arrival, now: number): number =>
  judgeSilence(time, waitedS(outlook, now));
