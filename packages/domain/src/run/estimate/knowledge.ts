import { isOverdue } from './due.ts';
import { estimate, predictArrival } from './estimate.ts';
import { listEdges, travelTo, type Forecast } from './forecast.ts';
import { judgeSilence } from './missed.ts';
import { MISSED_ABOVE } from './auto-verify.ts';
import type { Arrival, Confirmed, Heard, Outlook, Stop } from './outlook.ts';
import { findQuantile, oddsBeyond } from './travel-time.ts';

// The state of a run at a given time: *confirmed* up to the last verified passage or manual edit, *heard* where a
// passage waits for verification, *expected* from there to the estimate, *overdue* once the first silent watched marker
// is past its latest time. All screens, messages and alerts read it here.

/** Only `passed` markers are drawn filled. */
export type MarkerKnowledge = 'passed' | 'heard' | 'missed' | 'unwatched' | 'expected' | 'overdue';

/** Distances along the line from the launch, in metres. */
export interface Reach {
  readonly fromM: number;
  readonly toM: number;
}

/** The stretch of the line to search for the pig. */
export interface Stretch {
  readonly from: Confirmed;
  readonly to: Stop;
}

/** Confidence that the pig does not come: a moving pig is *late* with probability 3 %, *stopped* with 0.5 %. */
export type Halt = 'late' | 'stopped';

export interface Knowledge {
  /** null: not launched. */
  readonly confirmed: Confirmed | null;
  readonly heard: Heard | null;
  readonly lastHeard: Heard | null;
  /** Place of the pig symbol: at the estimate, at most at the end of the search stretch. */
  readonly pigM: number;
  /** From the last confirmation to the estimate; null: paused. */
  readonly expected: Reach | null;
  /** The first silent marker or the receive site; null: the pig is on time as far as is known. */
  readonly overdue: Arrival | null;
  readonly search: Stretch | null;
  /** The overdue marker, once the pig has more likely than not passed it unheard. */
  readonly probablyMissed: Arrival | null;
  /** The first silent place that does not count as missed. */
  readonly awaited: Arrival | null;
  readonly halt: Halt | null;
  /** Every tracked marker, by name. */
  readonly markers: ReadonlyMap<string, MarkerKnowledge>;
}

const MINUTE_MS = 60_000;

/** Delay that a passage may need to reach the server. */
const MISSED_AFTER_MS = 5 * MINUTE_MS;

/**
 * A halt is reported when the odds of a moving pig fall below `odds`, but not before `afterMs` past its latest time.
 */
const HALTS = [
  ['stopped', { odds: 0.005, afterMs: 15 * MINUTE_MS }],
  ['late', { odds: 0.03, afterMs: 5 * MINUTE_MS }],
] as const;

const SLOW = 0.9;
const FAST = 0.1;
/** Bisection steps: resolves less than a metre in a thousand kilometres. */
const TURNS = 20;

/** The furthest place up to which this share of pigs has reached every place by now. */
function findReach(forecast: Forecast, share: number, waitedS: number): number {
  const isReached = (distanceM: number) => {
    const time = travelTo(forecast, distanceM);
    return time === null || findQuantile(time, share) <= waitedS;
  };
  const limit = listEdges(forecast).find((distanceM) => !isReached(distanceM)) ?? forecast.lengthM;
  let [near, far] = [forecast.base.distanceM, limit];
  for (let turn = 0; turn < TURNS; turn++) {
    const middle = (near + far) / 2;
    if (isReached(middle)) near = middle;
    else far = middle;
  }
  return near;
}

const waitedAt = ({ forecast }: Outlook, now: number) => (forecast ? (now - forecast.base.at) / 1000 : 0);

/**
 * The first silent marker, once a miss is likelier than not. The receive site never counts: a user reports the arrival
 * there.
 */
function findProbablyMissed(outlook: Outlook, now: number): Arrival | null {
  const [silent] = outlook.silent;
  if (!silent || silent.isEnd || outlook.heard || now <= silent.latestAt + MISSED_AFTER_MS) return null;
  return judgeSilence(silent.time, waitedAt(outlook, now)) > MISSED_ABOVE ? silent : null;
}

/** A single silent marker may have missed the pig; if the next one is silent too, or is the last, the pig is late. */
function findHalt(outlook: Outlook, awaited: Arrival | null, now: number): Halt | null {
  if (!awaited || outlook.heard) return null;
  const odds = oddsBeyond(awaited.time, waitedAt(outlook, now));
  const halt = HALTS.find(([, limit]) => now > awaited.latestAt + limit.afterMs && odds < limit.odds)?.[0] ?? null;
  // There is no AGM at the receive site: a user has to report the arrival, so the pig is never *stopped* there.
  return halt === 'stopped' && awaited.isEnd ? 'late' : halt;
}

function judgeMarkers(outlook: Outlook, now: number): ReadonlyMap<string, MarkerKnowledge> {
  const overdue = new Set(outlook.silent.flatMap((stop) => (isOverdue(outlook, stop, now) ? [stop.name] : [])));
  return new Map(
    [...outlook.facts].map(([name, fact]) => [
      name,
      fact !== 'awaited' ? fact : overdue.has(name) ? 'overdue' : 'expected',
    ]),
  );
}

export function knowRun(outlook: Outlook, now: number): Knowledge {
  const { run, course, reckoning, forecast, confirmed, heard, lastHeard } = outlook;
  const estimated = estimate(reckoning, course, run.path.markers, now);
  const known = { confirmed, heard, lastHeard, markers: judgeMarkers(outlook, now) };
  const isOver = run.completedAt !== null;
  if (!forecast || !confirmed || estimated.isPaused || isOver) {
    const pigM = isOver ? course.lengthM : estimated.distanceM;
    const nothing = { expected: null, overdue: null, search: null };
    return { ...known, ...nothing, pigM, probablyMissed: null, awaited: null, halt: null };
  }
  const [first] = outlook.silent;
  const overdue = first && now > first.latestAt ? first : null;
  const probablyMissed = findProbablyMissed(outlook, now);
  const awaited = outlook.silent.find((stop) => stop !== probablyMissed) ?? null;
  const search = overdue && { from: confirmed, to: awaited ?? overdue };
  const pigM = Math.min(estimated.distanceM, search?.to.distanceM ?? Infinity);
  return {
    ...known,
    pigM,
    expected: { fromM: confirmed.distanceM, toM: pigM },
    overdue,
    search,
    probablyMissed,
    awaited,
    halt: findHalt(outlook, awaited, now),
  };
}

/** The 80 % range of the position; the search stretch once the pig is overdue. null: paused. */
export function findBand(outlook: Outlook, { search, expected, pigM }: Knowledge, now: number): Reach | null {
  const { forecast } = outlook;
  const waitedS = waitedAt(outlook, now);
  if (search) return { fromM: search.from.distanceM, toM: search.to.distanceM };
  if (!forecast || !expected || waitedS <= 0) return null;
  return {
    fromM: Math.min(pigM, findReach(forecast, SLOW, waitedS)),
    toM: Math.max(pigM, findReach(forecast, FAST, waitedS)),
  };
}

/** Time at which the pig symbol reached its place; it stays there until the run changes. */
export const whenAt = ({ reckoning }: Outlook, distanceM: number, now: number): number =>
  Math.min(now, predictArrival(reckoning, distanceM) ?? now);
