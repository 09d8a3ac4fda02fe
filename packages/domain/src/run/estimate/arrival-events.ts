import type { Place } from '../../geo/great-circle.ts';
import { locateOnCourse } from './course.ts';
import { estimateArrivals } from './interval.ts';
import { MARKERS_AHEAD, type Outlook, type Stop } from './outlook.ts';

// The arrivals of a run that stand in a calendar: at the next markers and at the receive site. Their times are those of
// the last confirmation, so they change only when the run changes, and its revision counts their changes.

export interface ArrivalEvent extends Stop {
  readonly place: Place;
  readonly sequence: number;
  readonly expectedAt: number;
  /** The 80 % span, as of the last confirmation. */
  readonly earliestAt: number;
  readonly latestAt: number;
  /** The run has ended: the pig is no longer expected. */
  readonly isCancelled: boolean;
}

/** Empty: nothing is expected, because the pig stands or is not launched. */
export function listArrivalEvents({ run, course, forecast, ahead, arrivals }: Outlook): ArrivalEvent[] {
  if (!forecast) return [];
  const names = new Set(ahead.slice(0, MARKERS_AHEAD).map(({ name }) => name));
  const stops = [...arrivals.values()].filter(({ name, isEnd }) => isEnd || names.has(name));
  const spans = estimateArrivals(
    forecast,
    stops.map(({ distanceM }) => distanceM),
    forecast.base.at,
  );
  return stops.map(({ name, distanceM, isEnd, expectedAt, latestAt }, at) => ({
    name,
    distanceM,
    isEnd,
    place: locateOnCourse(course, distanceM),
    sequence: run.rev,
    expectedAt,
    earliestAt: forecast.base.at + (spans[at]?.lowS ?? 0) * 1000,
    latestAt,
    isCancelled: run.completedAt !== null,
  }));
}
