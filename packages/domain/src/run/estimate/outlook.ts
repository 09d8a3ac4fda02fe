import { hasAgm, wasWatched, type Marker } from '../../path/marker.ts';
import type { Course } from './course.ts';
import { predictArrival, type Reckoning } from './estimate.ts';
import { forecastRun, travelTo, type Forecast } from './forecast.ts';
import { estimateArrivals } from './interval.ts';
import { listMissing } from './missing.ts';
import type { Run, RunPassage } from '../run.ts';
import type { TravelTime } from './travel-time.ts';

// Everything known of a run and its predicted arrivals that is constant until the run changes. knowledge.ts evaluates
// it at a given time.

/** Calendars hold the arrivals at this many markers ahead; their devices are monitored. */
export const MARKERS_AHEAD = 3;

/** Limits the silent markers for which arrivals are predicted. */
const MOST_STOPS = 50;

/** A place at which the pig is expected. */
export interface Stop {
  readonly name: string;
  readonly distanceM: number;
  readonly isEnd: boolean;
}

export interface Arrival extends Stop {
  readonly expectedAt: number;
  /** Upper end of the 80 % span, as of the last confirmation. */
  readonly latestAt: number;
  readonly time: TravelTime;
}

/** A place where the pig certainly was: the launch, a verified passage, or the place of a manual edit. */
export interface Confirmed {
  /** null: the place of a manual edit. */
  readonly name: string | null;
  readonly distanceM: number;
  readonly at: number;
}

/** A place where a passage was heard, verified or not. */
export interface Heard {
  readonly name: string;
  readonly distanceM: number;
  readonly at: number;
  readonly isVerified: boolean;
}

/** The part of a marker's state that does not depend on the time. */
export type MarkerFact = 'passed' | 'heard' | 'missed' | 'unwatched' | 'awaited';

export interface Outlook {
  readonly run: Run;
  readonly course: Course;
  readonly reckoning: Reckoning;
  /** null: paused, or not launched. */
  readonly forecast: Forecast | null;
  /** null: not launched. */
  readonly confirmed: Confirmed | null;
  /** The furthest plausible unverified passage past the last confirmation; null: none. */
  readonly heard: Heard | null;
  /** The latest passage that is verified or plausible; if there is none, the latest of any. */
  readonly lastHeard: Heard | null;
  /** The tracked markers ahead without a verified passage. */
  readonly ahead: readonly Marker[];
  /** The receive site. */
  readonly end: Stop | null;
  /** Past everything heard: watched markers without a passage, then the receive site. Empty: paused. */
  readonly silent: readonly Arrival[];
  /** Arrivals at the next three markers, `silent` and the receive site, by name. Empty while the pig stands. */
  readonly arrivals: ReadonlyMap<string, Arrival>;
  /** Every tracked marker, by name. */
  readonly facts: ReadonlyMap<string, MarkerFact>;
  /** Names of markers at which a passage that may be the pig waits for verification. */
  readonly waiting: ReadonlySet<string>;
  /** Watched markers that the pig has passed without a passage. */
  readonly passed: readonly string[];
}

export const stopAt = ({ name, fromLaunchM: distanceM }: Marker): Stop => ({ name, distanceM, isEnd: false });

function listMarkersAhead({ path: { markers } }: Run, { next, seen }: Reckoning): Marker[] {
  const verified = new Set(seen.map(({ at }) => at));
  return next < 0 ? [] : markers.filter(({ state }, at) => state === 'TRACK' && at >= next && !verified.has(at));
}

/** Takes places in the order of the line. */
export function foreseeArrivals(forecast: Forecast, reckoning: Reckoning, stops: readonly Stop[]): Arrival[] {
  const spans = estimateArrivals(
    forecast,
    stops.map(({ distanceM }) => distanceM),
    forecast.base.at,
  );
  return stops.flatMap((stop, at): Arrival[] => {
    const expectedAt = predictArrival(reckoning, stop.distanceM);
    const time = travelTo(forecast, stop.distanceM);
    const span = spans[at];
    return expectedAt === null || !time || !span
      ? []
      : [{ ...stop, expectedAt, latestAt: forecast.base.at + span.highS * 1000, time }];
  });
}

const toHeard = (passage: RunPassage, { name, fromLaunchM: distanceM }: Marker): Heard => ({
  name,
  distanceM,
  at: passage.passageAt,
  isVerified: passage.isVerified,
});

function listHeard({ path: { markers }, passages, launchAt }: Run): Heard[] {
  const byName = new Map(markers.map((marker) => [marker.name, marker]));
  return passages.flatMap((passage): Heard[] => {
    const marker = passage.markerName === null ? undefined : byName.get(passage.markerName);
    return marker && launchAt !== null && passage.passageAt >= launchAt ? [toHeard(passage, marker)] : [];
  });
}

/** A passage that needs more than twice the speed of the earliest 80 % arrival cannot be the pig. */
function mayBePig(forecast: Forecast, { distanceM, at }: Heard): boolean {
  const [span] = estimateArrivals(forecast, [distanceM], forecast.base.at);
  return span !== undefined && span !== null && at >= forecast.base.at + (span.lowS * 1000) / 2;
}

/** Unverified passages past the last confirmation, except those too early for the pig. */
function listWaiting(forecast: Forecast | null, heard: readonly Heard[]): Heard[] {
  if (!forecast) return [];
  return heard.filter(
    (each) => !each.isVerified && each.distanceM > forecast.base.distanceM && mayBePig(forecast, each),
  );
}

const findFurthest = (heard: readonly Heard[]): Heard | null =>
  heard.reduce<Heard | null>((one, other) => (one && one.distanceM >= other.distanceM ? one : other), null);

const findLatest = (heard: readonly Heard[]): Heard | null =>
  heard.reduce<Heard | null>((one, other) => (one && one.at >= other.at ? one : other), null);

function findConfirmed({ run, reckoning: { base, seen } }: Pick<Outlook, 'run' | 'reckoning'>): Confirmed | null {
  const last = seen.at(-1);
  if (!base) return null;
  const isSet = last?.seenAt !== base.at || last.distanceM !== base.distanceM;
  return { ...base, name: isSet ? null : (run.path.markers[last.at]?.name ?? null) };
}

function findFact(marker: Marker, heard: readonly Heard[], isBehind: boolean): MarkerFact {
  if (heard.some(({ isVerified }) => isVerified)) return 'passed';
  if (heard.length > 0) return 'heard';
  if (!isBehind) return hasAgm(marker) ? 'awaited' : 'unwatched';
  return wasWatched(marker) ? 'missed' : 'unwatched';
}

function listFacts(run: Run, { base, seen }: Reckoning, heard: readonly Heard[]): ReadonlyMap<string, MarkerFact> {
  const furthest = seen.at(-1)?.at ?? -1;
  const byName = Map.groupBy(heard, ({ name }) => name);
  return new Map(
    run.path.markers.flatMap((marker, at): (readonly [string, MarkerFact])[] => {
      const { name, state, fromLaunchM } = marker;
      const isBehind = base !== null && (at < furthest || fromLaunchM <= base.distanceM);
      return state === 'TRACK' ? [[name, findFact(marker, byName.get(name) ?? [], isBehind)]] : [];
    }),
  );
}

export function foresee(run: Run, course: Course, reckoning: Reckoning): Outlook {
  const forecast = forecastRun(run, course, reckoning);
  const heard = listHeard(run);
  const waiting = listWaiting(forecast, heard);
  const furthest = findFurthest(waiting);
  const isBeyondHeard = (distanceM: number) => distanceM > (furthest?.distanceM ?? -1);
  const facts = listFacts(run, reckoning, heard);
  const ahead = listMarkersAhead(run, reckoning);
  const near = new Set(ahead.slice(0, MARKERS_AHEAD));
  const last = run.path.markers.at(-1);
  const end = last ? { name: last.name, distanceM: course.lengthM, isEnd: true } : null;
  const isSilent = (marker: Marker) => hasAgm(marker) && isBeyondHeard(marker.fromLaunchM);
  const silent = new Set(ahead.filter(isSilent).slice(0, MOST_STOPS));
  const stops = ahead.filter((marker) => silent.has(marker) || near.has(marker)).map(stopAt);
  const arrivals = new Map(
    (forecast ? foreseeArrivals(forecast, reckoning, end ? [...stops, end] : stops) : []).map((arrival) => [
      arrival.name,
      arrival,
    ]),
  );
  const silentNames = new Set([...silent].map(({ name }) => name));
  const missing = new Set(listMissing(run).map(({ name }) => name));
  return {
    run,
    course,
    reckoning,
    forecast,
    confirmed: findConfirmed({ run, reckoning }),
    heard: furthest,
    lastHeard: findLatest([...heard.filter(({ isVerified }) => isVerified), ...waiting]) ?? findLatest(heard),
    ahead,
    end,
    silent: [...arrivals.values()].filter(({ name, isEnd }) => isEnd || silentNames.has(name)),
    arrivals,
    facts,
    waiting: new Set(waiting.map(({ name }) => name)),
    passed: [...facts].flatMap(([name, fact]) => (fact === 'missed' && missing.has(name) ? [name] : [])),
  };
}
