import { predictArrival } from './estimate.ts';
import { estimateArrival } from './interval.ts';
import type { Marker } from '../../path/marker.ts';
import { foreseeArrivals, MARKERS_AHEAD, stopAt, type Arrival, type Outlook, type Stop } from './outlook.ts';

// The state of the arrival at a place ahead. Cards, tables and messages read it here.

/**
 * `ahead`: the predicted time is to come, or has just passed. `doubtful`: it is to come, but the pig is overdue at a
 * place before. `due`: it is over, the latest one is not. `heard`: a passage that may be the pig waits for verification.
 * `silent`: only a marker further on has heard such a passage. `unwatched`: no AGM stands there.
 */
export const DUES = ['ahead', 'doubtful', 'due', 'heard', 'silent', 'unwatched', 'overdue'] as const;
export type Due = (typeof DUES)[number];

/** The pig is said to arrive *now* for this long. */
const NOW_MS = 15 * 60_000;

type Place = Omit<Stop, 'isEnd'>;

/** Upper end of the 80 % span, as of the last confirmation; null: paused. */
function findLatestAt({ arrivals, forecast }: Outlook, { name, distanceM }: Place): number | null {
  const known = arrivals.get(name);
  if (known || !forecast) return known?.latestAt ?? null;
  const span = estimateArrival(forecast, distanceM, forecast.base.at);
  return span && forecast.base.at + span.highS * 1000;
}

/** The earliest and latest times still apply. */
export const isAhead = (due: Due): boolean => due === 'ahead' || due === 'doubtful' || due === 'due';

type Times = Pick<Arrival, 'distanceM' | 'expectedAt' | 'latestAt'>;

/** Whether the pig is overdue at a place before. */
function isDoubted({ silent: [first] }: Outlook, distanceM: number, now: number): boolean {
  return first !== undefined && first.distanceM < distanceM && now > first.latestAt;
}

/** Past its latest time, or past the predicted one while the pig is overdue at a place before. */
export function isOverdue(outlook: Outlook, { distanceM, expectedAt, latestAt }: Times, now: number): boolean {
  return now > (isDoubted(outlook, distanceM, now) ? expectedAt : latestAt);
}

export function judgeDue(outlook: Outlook, place: Place, now: number): Due {
  const { waiting, heard, facts, course, reckoning } = outlook;
  const { name, distanceM } = place;
  if (waiting.has(name)) return 'heard';
  const latestAt = findLatestAt(outlook, place);
  const expectedAt = predictArrival(reckoning, distanceM);
  if (latestAt === null || expectedAt === null) return 'ahead';
  if (now <= expectedAt) return isDoubted(outlook, distanceM, now) ? 'doubtful' : 'ahead';
  if (!isOverdue(outlook, { distanceM, expectedAt, latestAt }, now)) return now - expectedAt < NOW_MS ? 'ahead' : 'due';
  if (facts.get(name) === 'unwatched' && distanceM < course.lengthM) return 'unwatched';
  return heard && distanceM < heard.distanceM ? 'silent' : 'overdue';
}

/**
 * The next markers on the pig's way. Those where no AGM stands do not count once their latest time is over: nothing will
 * ever be heard there.
 */
export function listNextMarkers(outlook: Outlook, now: number, most = MARKERS_AHEAD): readonly Marker[] {
  const first = outlook.ahead.findIndex((marker) => judgeDue(outlook, stopAt(marker), now) !== 'unwatched');
  return first < 0 ? [] : outlook.ahead.slice(first, first + most);
}

/** The next marker; after the last one, the receive site. */
export function findNext(outlook: Outlook, now: number): Stop | null {
  const [marker] = listNextMarkers(outlook, now);
  return marker ? stopAt(marker) : outlook.end;
}

/** null: the pig stands. */
export function findNextArrival(outlook: Outlook, now: number): Arrival | null {
  const next = findNext(outlook, now);
  if (!next || !outlook.forecast) return null;
  return outlook.arrivals.get(next.name) ?? foreseeArrivals(outlook.forecast, outlook.reckoning, [next])[0] ?? null;
}
