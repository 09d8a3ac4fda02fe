import { estimate, predictArrival } from './estimate.ts';
import { travelTo, type Forecast } from './forecast.ts';
import { judgeSilence } from './missed.ts';
import { MISSED_ABOVE } from './auto-verify.ts';
import type { Arrival, Confirmed, Heard, Outlook, Stop } from './outlook.ts';
import { findQuantile, oddsBeyond } from './travel-time.ts';

// What is known of a run at a moment, in four states: *confirmed* up to the last verified passage or the place that a user
// has set; *heard* where a passage waits for verification; *expected* from there to the estimate; *overdue* once the first
// silent watched marker is past its latest time. Cards, maps, charts, messages and alerts all read it here.

/** A marker is drawn filled only when it is `passed`. */
export type MarkerKnowledge = 'passed' | 'heard' | 'missed' | 'unwatched' | 'expected' | 'overdue';

/** Along the line, metres from the launch. */
export interface Reach {
  readonly fromM: number;
  readonly toM: number;
}

/** Between which points of the line the pig is to be searched for. */
export interface Stretch {
  readonly from: Confirmed;
  readonly to: Stop;
}

/** How sure it is that the pig does not come: late three times in a hundred, stopped five in a thousand. */
export type Halt = 'late' | 'stopped';

export interface Knowledge {
  /** null: not launched. */
  readonly confirmed: Confirmed | null;
  readonly heard: Heard | null;
  readonly lastHeard: Heard | null;
  /** Where the sign of the pig stands: at the estimate, or at the edge of the search stretch at most. */
  readonly pigM: number;
  /** From the last confirmation to the estimate; null: paused. */
  readonly expected: Reach | null;
  /** At the first silent marker, or the receive site; null: the pig is on time as far as is known. */
  readonly overdue: Arrival | null;
  readonly search: Stretch | null;
  /** The overdue marker, once it is likelier that the pig has passed it unheard. */
  readonly probablyMissed: Arrival | null;
  /** The first place that is silent and not taken for missed. */
  readonly awaited: Arrival | null;
  readonly halt: Halt | null;
  /** Of each tracked marker, by name. */
  readonly markers: ReadonlyMap<string, MarkerKnowledge>;
  /** Names of markers that were heard before the pig can have reached them and still expect it. */
  readonly heardTooEarly: ReadonlySet<string>;
  /** Markers ahead, and the receive site, whose latest time is over. */
  readonly pastLatest: ReadonlySet<string>;
}

const MINUTE_MS = 60_000;

/** What was heard needs a while to arrive. */
const MISSED_AFTER_MS = 5 * MINUTE_MS;

/** A pig on its way comes later than this so seldom; and not before so long after its latest time. */
const HALTS = [
  ['stopped', { odds: 0.005, afterMs: 15 * MINUTE_MS }],
  ['late', { odds: 0.03, afterMs: 5 * MINUTE_MS }],
] as const;

const SLOW = 0.9;
const FAST = 0.1;
/** Halvings of the way: to less than a metre in a thousand kilometres. */
const TURNS = 20;

/** The farthest place that this share of pigs would have reached by now. */
function findReach(forecast: Forecast, share: number, waitedS: number): number {
  let [near, far] = [forecast.base.distanceM, forecast.lengthM];
  for (let turn = 0; turn < TURNS; turn++) {
    const middle = (near + far) / 2;
    const time = travelTo(forecast, middle);
    if (time === null || findQuantile(time, share) <= waitedS) near = middle;
    else far = middle;
  }
  return near;
}

const waitedAt = ({ forecast }: Outlook, now: number) => (forecast ? (now - forecast.base.at) / 1000 : 0);

/** Once that is likelier than not. Of the receive site a user says that the pig came. */
function findProbablyMissed(outlook: Outlook, now: number): Arrival | null {
  const [silent] = outlook.silent;
  if (!silent || silent.isEnd || outlook.heard || now <= silent.latestAt + MISSED_AFTER_MS) return null;
  return judgeSilence(silent.time, waitedAt(outlook, now)) > MISSED_ABOVE ? silent : null;
}

/** One silent marker may have missed the pig; where the next is silent too, or there is none, the pig is late. */
function findHalt(outlook: Outlook, awaited: Arrival | null, now: number): Halt | null {
  if (!awaited || outlook.heard) return null;
  const odds = oddsBeyond(awaited.time, waitedAt(outlook, now));
  const halt = HALTS.find(([, limit]) => now > awaited.latestAt + limit.afterMs && odds < limit.odds)?.[0] ?? null;
  // No AGM listens at the receive site: a user has to say that the pig came.
  return halt === 'stopped' && awaited.isEnd ? 'late' : halt;
}

const listPastLatest = ({ arrivals }: Outlook, now: number): string[] =>
  [...arrivals.values()].flatMap(({ name, latestAt }) => (now > latestAt ? [name] : []));

function judgeMarkers(
  { facts, silent }: Outlook,
  pastLatest: ReadonlySet<string>,
): ReadonlyMap<string, MarkerKnowledge> {
  const names = new Set(silent.map(({ name }) => name));
  return new Map(
    [...facts].map(([name, fact]) => {
      if (fact !== 'awaited') return [name, fact];
      return [name, names.has(name) && pastLatest.has(name) ? 'overdue' : 'expected'];
    }),
  );
}

/** What is known of a run at a moment. */
export function knowRun(outlook: Outlook, now: number): Knowledge {
  const { run, course, reckoning, forecast, confirmed, heard, lastHeard, heardTooEarly } = outlook;
  const said = estimate(reckoning, course, run.path.markers, now);
  const pastLatest = new Set(listPastLatest(outlook, now));
  const markers = judgeMarkers(outlook, pastLatest);
  const known = { confirmed, heard, lastHeard, markers, heardTooEarly, pastLatest };
  const isOver = run.recieveAt !== null;
  if (!forecast || !confirmed || said.isPaused || isOver) {
    const pigM = isOver ? course.lengthM : said.distanceM;
    const nothing = { expected: null, overdue: null, search: null };
    return { ...known, ...nothing, pigM, probablyMissed: null, awaited: null, halt: null };
  }
  const [first] = outlook.silent;
  const overdue = first && now > first.latestAt ? first : null;
  const probablyMissed = findProbablyMissed(outlook, now);
  const awaited = outlook.silent.find((stop) => stop !== probablyMissed) ?? null;
  const search = overdue && { from: confirmed, to: awaited ?? overdue };
  const pigM = Math.min(said.distanceM, search?.to.distanceM ?? Infinity);
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

/** Where the pig may be, with four chances in five; the search stretch once it is overdue. null: paused. */
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

/** When the sign of the pig came to where it stands; it stays there until the run changes. */
export const whenAt = ({ reckoning }: Outlook, distanceM: number, now: number): number =>
  Math.min(now, predictArrival(reckoning, distanceM) ?? now);
