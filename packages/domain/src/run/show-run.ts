import { locateOnTrack } from '../geo/track.ts';
import type { LinePoint } from '../path/pig-path.ts';
import { UTC } from '../time/zone.ts';
import { drawRun, type DotKind, type StringPoint } from './draw-run.ts';
import { locateOnCourse, type Course } from './estimate/course.ts';
import { findNext, isAhead, judgeDue, type Due } from './estimate/due.ts';
import { estimate, predictArrival, type Reckoning } from './estimate/estimate.ts';
import { estimateArrival } from './estimate/interval.ts';
import { knowRun, type Knowledge, type MarkerKnowledge } from './estimate/knowledge.ts';
import { foresee, type Outlook, type Stop } from './estimate/outlook.ts';
import { judgeStatus, type RunStatus } from './estimate/status.ts';
import type { Run } from './run.ts';

// A run for readers without an account: wallboards and shared pages. It names no person, no device and no note, and has
// coordinates only in `places`. Instants are UTC milliseconds, distances metres from the launch.

/** Metres from the launch site, and UTC milliseconds. */
export type ShownPoint = readonly [distanceM: number, at: number];

export interface ShownArrival {
  readonly name: string;
  readonly distanceM: number;
  readonly due: Due;
  /** null: the pig stands. */
  readonly expectedAt: number | null;
  /** The 80 % span; null: the latest time is over, or the pig stands. */
  readonly earliestAt: number | null;
  readonly latestAt: number | null;
}

interface ShownMarker {
  readonly name: string;
  readonly distanceM: number;
  /** null: not tracked. */
  readonly state: MarkerKnowledge | null;
}

export interface ShownDot {
  readonly distanceM: number;
  readonly at: number;
  readonly kind: DotKind;
}

interface ShownPlaces {
  readonly line: readonly LinePoint[];
  readonly markers: readonly LinePoint[];
  readonly pig: LinePoint;
}

export interface ShownRun {
  readonly pig: string;
  readonly line: string;
  readonly timeZone: string;
  readonly status: RunStatus | 'received';
  readonly launchAt: number | null;
  readonly receivedAt: number | null;
  readonly lengthM: number;
  /** Where the pig is expected, at most at the end of the stretch to search. */
  readonly pigM: number;
  /** The launch, the last verified passage, or a place set by a user (name null); null: not launched. */
  readonly confirmed: { readonly name: string | null; readonly at: number } | null;
  readonly lastHeard: { readonly name: string; readonly at: number; readonly isVerified: boolean } | null;
  readonly overdue: { readonly name: string; readonly expectedAt: number } | null;
  readonly next: ShownArrival | null;
  readonly end: ShownArrival | null;
  readonly markers: readonly ShownMarker[];
  readonly chart: {
    readonly from: number;
    readonly to: number;
    readonly plan: readonly ShownPoint[];
    readonly tracked: readonly ShownPoint[];
    readonly expected: readonly ShownPoint[];
    readonly ahead: readonly ShownPoint[];
    readonly band: readonly ShownPoint[];
    readonly search: readonly ShownPoint[];
    readonly dots: readonly ShownDot[];
  };
  /** null: the coordinates are hidden. */
  readonly places: ShownPlaces | null;
}

interface Tracked {
  readonly run: Run;
  readonly course: Course;
  readonly reckoning: Reckoning;
}

/** A line of more points is drawn with this many. */
const MOST_LINE_POINTS = 400;

const round = (value: number | null): number | null => (value === null ? null : Math.round(value));
const toPoint = ({ distanceM, at }: StringPoint): ShownPoint => [Math.round(distanceM), Math.round(at)];

function showArrival(outlook: Outlook, { name, distanceM }: Omit<Stop, 'isEnd'>, now: number): ShownArrival {
  const due = judgeDue(outlook, { name, distanceM }, now);
  const span = outlook.forecast && isAhead(due) ? estimateArrival(outlook.forecast, distanceM, now) : null;
  return {
    name,
    distanceM: Math.round(distanceM),
    due,
    expectedAt: round(predictArrival(outlook.reckoning, distanceM)),
    earliestAt: round(span && now + 1000 * span.lowS),
    latestAt: round(span && now + 1000 * span.highS),
  };
}

const toLinePoint = ({ lat, lon }: { readonly lat: number; readonly lon: number }): LinePoint => [lon, lat];

function showPlaces({ run, course }: Tracked, pigM: number): ShownPlaces {
  const { track } = course;
  const last = MOST_LINE_POINTS - 1;
  const places =
    track.points.length <= MOST_LINE_POINTS
      ? track.points
      : Array.from({ length: MOST_LINE_POINTS }, (_none, at) => locateOnTrack(track, (track.lengthM * at) / last));
  return {
    line: places.map(toLinePoint),
    markers: run.path.markers.map(toLinePoint),
    pig: toLinePoint(locateOnCourse(course, pigM)),
  };
}

const showSearch = ({ search }: Pick<ReturnType<typeof drawRun>, 'search'>): ShownPoint[] =>
  search
    ? [
        [Math.round(search.fromM), Math.round(search.from)],
        [Math.round(search.toM), Math.round(search.to)],
      ]
    : [];

function showChart(tracked: Tracked, outlook: Outlook, knowledge: Knowledge, now: number): ShownRun['chart'] {
  const { run, course, reckoning } = tracked;
  const { isPaused } = estimate(reckoning, course, run.path.markers, now);
  const drawn = drawRun({ ...tracked, outlook, knowledge, estimate: { isPaused } }, outlook.forecast, now);
  return {
    from: Math.round(drawn.from),
    to: Math.round(drawn.to),
    plan: drawn.plan.map(toPoint),
    tracked: drawn.tracked.map(toPoint),
    expected: drawn.expected.map(toPoint),
    ahead: drawn.ahead.map(toPoint),
    band: drawn.band.map(toPoint),
    search: showSearch(drawn),
    dots: drawn.dots.map(({ distanceM, at, kind }) => ({ distanceM: Math.round(distanceM), at: Math.round(at), kind })),
  };
}

/** The arrivals of a run on its way; a run that waits or has arrived has none. */
function showArrivals(outlook: Outlook, status: ShownRun['status'], now: number): Pick<ShownRun, 'next' | 'end'> {
  if (status === 'received' || status === 'waiting') return { next: null, end: null };
  const next = findNext(outlook, now);
  return {
    next: next && showArrival(outlook, next, now),
    end: outlook.end && showArrival(outlook, outlook.end, now),
  };
}

/** What readers without an account may see of a run at `now`. */
export function showRun(tracked: Tracked, now: number, { withPlaces }: { readonly withPlaces: boolean }): ShownRun {
  const { run, course, reckoning } = tracked;
  const outlook = foresee(run, course, reckoning);
  const knowledge = knowRun(outlook, now);
  const { confirmed, lastHeard, overdue, pigM } = knowledge;
  const status = run.completedAt === null ? judgeStatus(outlook, knowledge, now) : 'received';
  return {
    pig: run.pig,
    line: run.path.name,
    timeZone: run.path.timeZone ?? UTC,
    status,
    launchAt: run.launchAt,
    receivedAt: run.completedAt,
    lengthM: Math.round(course.lengthM),
    pigM: Math.round(pigM),
    confirmed: confirmed && { name: confirmed.name, at: confirmed.at },
    lastHeard: lastHeard && { name: lastHeard.name, at: lastHeard.at, isVerified: lastHeard.isVerified },
    overdue: overdue && { name: overdue.name, expectedAt: Math.round(overdue.expectedAt) },
    ...showArrivals(outlook, status, now),
    markers: run.path.markers.map(({ name, fromLaunchM }) => ({
      name,
      distanceM: Math.round(fromLaunchM),
      state: knowledge.markers.get(name) ?? null,
    })),
    chart: showChart(tracked, outlook, knowledge, now),
    places: withPlaces ? showPlaces(tracked, pigM) : null,
  };
}

/**
 * The run as far as it was known at an earlier time: later passages, a later edit of the pig and a later end are taken
 * out. Verifications and changed markers stay as they are now: the run does not say when they were made.
 */
export function runAsOf(run: Run, then: number): Run {
  const { edit, completedAt, endedAt } = run;
  const isOver = completedAt !== null && Math.max(completedAt, endedAt ?? completedAt) <= then;
  return {
    ...run,
    passages: run.passages.filter(({ passageAt, receivedAt }) => Math.max(passageAt, receivedAt ?? passageAt) <= then),
    edit: edit && edit.at <= then ? edit : null,
    completedAt: isOver ? completedAt : null,
    endedAt: isOver ? (endedAt ?? null) : null,
  };
}
