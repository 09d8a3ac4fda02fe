import { predictArrival, type Estimate, type Reckoning } from './estimate/estimate.ts';
import type { Course } from './estimate/course.ts';
import type { Forecast } from './estimate/forecast.ts';
import { estimateArrivals } from './estimate/interval.ts';
import { whenAt, type Knowledge, type MarkerKnowledge } from './estimate/knowledge.ts';
import type { Outlook } from './estimate/outlook.ts';
import { findMarker, isManual, passageIdOf, passageKey, type Run, type RunPassage } from './run.ts';
import type { Marker } from '../path/marker.ts';
import { MISSED, nameSilence } from '../report/default-report.ts';

// A run as a stringline chart: distance on the horizontal axis, time on the vertical axis.

/** Metres from the launch site, and UTC milliseconds. */
export interface StringPoint {
  readonly distanceM: number;
  readonly at: number;
}

export type DotKind = 'verified' | 'manual' | 'unverified' | 'missed' | 'overdue' | 'unwatched';

export interface Dot extends StringPoint {
  readonly key: string;
  readonly kind: DotKind;
  readonly markerName: string;
  /** The passage whose chart a click opens; null: none. */
  readonly opens: { readonly uid: number; readonly passageId: number } | null;
}

/** The leg between two verified passages. */
interface Leg {
  readonly from: number;
  readonly to: number;
  /** Metres per second. */
  readonly speed: number;
}

/** The stretch to search, from the time when the pig became overdue until now. */
export interface Search {
  readonly fromM: number;
  readonly toM: number;
  readonly from: number;
  readonly to: number;
}

export interface DrawnRun {
  readonly lengthM: number;
  readonly from: number;
  readonly to: number;
  /** The place of the pig, or of its receive. */
  readonly now: StringPoint;
  readonly isOver: boolean;
  readonly plan: readonly StringPoint[];
  /** Solid line: confirmed. */
  readonly tracked: readonly StringPoint[];
  /** Dotted line: from the last confirmation to the pig's mark at the speed in force, and then until now. */
  readonly expected: readonly StringPoint[];
  /** From now to the end; empty if the run is paused or overdue. */
  readonly ahead: readonly StringPoint[];
  /** null: the pig is on time. */
  readonly search: Search | null;
  /** Tracked markers without an AGM. */
  readonly unwatched: ReadonlySet<string>;
  /** The band as a polygon: earliest times forwards, latest times backwards. */
  readonly band: readonly StringPoint[];
  readonly dots: readonly Dot[];
  readonly legs: readonly Leg[];
}

/** A run at one time. */
interface DrawnParts {
  readonly run: Run;
  readonly course: Course;
  readonly reckoning: Reckoning;
  readonly outlook: Outlook;
  readonly estimate: Pick<Estimate, 'isPaused'>;
  readonly knowledge: Knowledge;
}

/** Number of places of the band, besides silent markers. */
const BAND_STEPS = 24;
/** Margin below the last time. */
const AIR = 0.04;
const HOUR_MS = 3_600_000;

function findTime(points: readonly StringPoint[], distanceM: number): number | null {
  const after = points.findIndex((point) => point.distanceM >= distanceM);
  const [from, to] = [points[after - 1], points[after]];
  if (!to) return null;
  if (!from) return to.at;
  return from.at + ((distanceM - from.distanceM) / (to.distanceM - from.distanceM || 1)) * (to.at - from.at);
}

function kindOf(passage: RunPassage): DotKind {
  if (!passage.isVerified) return 'unverified';
  return isManual(passage) ? 'manual' : 'verified';
}

function toDot(passage: RunPassage, { name, fromLaunchM: distanceM }: Marker): Dot {
  const passageId = passageIdOf(passage);
  const opens = passage.uid === null || passageId === null ? null : { uid: passage.uid, passageId };
  return { key: passageKey(passage), kind: kindOf(passage), markerName: name, distanceM, at: passage.passageAt, opens };
}

/** A completed run names its markers without a verified passage as its report does, also the last ones. */
function judgeMarker(
  { run, knowledge }: Pick<DrawnParts, 'run' | 'knowledge'>,
  marker: Marker,
): MarkerKnowledge | null {
  const state = knowledge.markers.get(marker.name);
  if (!state || state === 'passed' || run.completedAt === null) return state ?? null;
  return nameSilence(run, marker) === MISSED ? 'missed' : 'unwatched';
}

/** Marks without a verified passage are placed on the estimate. */
function listUnseen(live: DrawnParts, tracked: readonly StringPoint[]): Dot[] {
  return live.run.path.markers.flatMap((marker): Dot[] => {
    const { name: markerName, fromLaunchM: distanceM } = marker;
    const kind = judgeMarker(live, marker);
    if (kind !== 'missed' && kind !== 'overdue' && kind !== 'unwatched') return [];
    const at = findTime(tracked, distanceM) ?? (kind === 'overdue' ? predictArrival(live.reckoning, distanceM) : null);
    return at === null ? [] : [{ key: `${kind} ${markerName}`, kind, markerName, distanceM, at, opens: null }];
  });
}

function listDots(live: DrawnParts, tracked: readonly StringPoint[]): Dot[] {
  const { run } = live;
  const seen = run.passages.flatMap((passage) => {
    const marker = findMarker(run, passage.markerName);
    return marker ? [toDot(passage, marker)] : [];
  });
  return [...seen, ...listUnseen(live, tracked)];
}

/** Places evenly along the line, and each silent marker with the place a metre before: the band may have a step there. */
function listSteps({ base, silent, lengthM }: Forecast): number[] {
  const even = Array.from(
    { length: BAND_STEPS },
    (_none, step) => base.distanceM + ((lengthM - base.distanceM) * (step + 1)) / BAND_STEPS,
  );
  const atMarkers = silent.flatMap(({ distanceM }) => [distanceM - 1, distanceM]);
  return [...new Set([...even, ...atMarkers])]
    .filter((distanceM) => distanceM > base.distanceM && distanceM <= lengthM)
    .toSorted((one, other) => one - other);
}

/** From the last confirmation: between there and the pig's mark, too, it is not known when the pig passed. */
function listBand(forecast: Forecast, now: number): StringPoint[] {
  const { base } = forecast;
  const steps = listSteps(forecast);
  const arrivals = estimateArrivals(forecast, steps, now);
  const spans = steps.flatMap((distanceM, at) => {
    const span = arrivals[at];
    return span ? [{ distanceM, early: now + 1000 * span.lowS, late: now + 1000 * span.highS }] : [];
  });
  if (spans.length === 0) return [];
  return [
    base,
    ...spans.map(({ distanceM, early: at }) => ({ distanceM, at })),
    ...spans.toReversed().map(({ distanceM, late: at }) => ({ distanceM, at })),
  ];
}

function listLegs(points: readonly StringPoint[]): Leg[] {
  return points.flatMap((to, at): Leg[] => {
    const from = points[at - 1];
    return from && to.at > from.at
      ? [{ from: from.at, to: to.at, speed: ((to.distanceM - from.distanceM) / (to.at - from.at)) * 1000 }]
      : [];
  });
}

function listPlan({ run, course: { lengthM } }: DrawnParts, launchAt: number): StringPoint[] {
  const { expectedSpeed } = run.path;
  return expectedSpeed > 0
    ? [
        { distanceM: 0, at: launchAt },
        { distanceM: lengthM, at: launchAt + (lengthM / expectedSpeed) * 1000 },
      ]
    : [];
}

/** Up to the last confirmation; of a completed run, up to its receive. */
function listTracked({ run, course, reckoning, knowledge: { confirmed } }: DrawnParts): StringPoint[] {
  const seen = reckoning.seen.map(({ distanceM, seenAt: at }) => ({ distanceM, at }));
  if (run.completedAt !== null) return [...seen, { distanceM: course.lengthM, at: run.completedAt }];
  return confirmed?.name === null ? [...seen, { distanceM: confirmed.distanceM, at: confirmed.at }] : seen;
}

/** A paused pig stays at its last confirmed place. */
function listExpected(live: DrawnParts, now: number): StringPoint[] {
  const { confirmed, pigM } = live.knowledge;
  if (!confirmed || confirmed.at > now || live.run.completedAt !== null) return [];
  const at = whenAt(live.outlook, pigM, now);
  return [
    { distanceM: confirmed.distanceM, at: confirmed.at },
    ...(live.estimate.isPaused || at >= now ? [] : [{ distanceM: pigM, at }]),
    { distanceM: pigM, at: now },
  ];
}

const findSearch = ({ search, overdue }: Knowledge, now: number): Search | null =>
  search && overdue && { fromM: search.from.distanceM, toM: search.to.distanceM, from: overdue.latestAt, to: now };

/** A completed run does not depend on `now`. */
export function drawRun(live: DrawnParts, forecast: Forecast | null, now: number): DrawnRun {
  const { run, course, reckoning, estimate, knowledge } = live;
  const { lengthM } = course;
  const launchAt = run.launchAt ?? now;
  const isOver = run.completedAt !== null;
  const here =
    run.completedAt === null ? { distanceM: knowledge.pigM, at: now } : { distanceM: lengthM, at: run.completedAt };
  const endAt = isOver || estimate.isPaused || knowledge.overdue ? null : predictArrival(reckoning, lengthM);
  const isOnItsWay = endAt !== null && endAt > here.at;
  const plan = listPlan(live, launchAt);
  const tracked = listTracked(live);
  const band = forecast && isOnItsWay ? listBand(forecast, now) : [];
  const last = Math.max(
    here.at,
    endAt ?? here.at,
    launchAt + HOUR_MS,
    ...plan.map(({ at }) => at),
    ...band.map(({ at }) => at),
  );
  const unwatched = [...knowledge.markers].flatMap(([name, state]) => (state === 'unwatched' ? [name] : []));
  return {
    lengthM,
    from: launchAt,
    to: last + AIR * (last - launchAt),
    now: here,
    isOver,
    plan,
    tracked,
    expected: listExpected(live, now),
    ahead: isOnItsWay ? [here, { distanceM: lengthM, at: endAt }] : [],
    search: findSearch(knowledge, now),
    unwatched: new Set(unwatched),
    band,
    dots: listDots(live, tracked),
    legs: listLegs(isOver ? tracked : reckoning.seen.map(({ distanceM, seenAt: at }) => ({ distanceM, at }))),
  };
}
