import { hasAgm } from '../../path/marker.ts';
import type { Course } from './course.ts';
import type { Reckoning } from './estimate.ts';
import { FLUIDS, learnSegment, predictPace, startFilter, type Experience, type PaceFilter } from './pace-filter.ts';
import type { Run } from '../run.ts';
import { findSpread, type OwnSpreads } from './spread.ts';
import type { TravelTime } from './travel-time.ts';

// Predicts the pace from the passages of a run. The fluid is not configured: the model that fits the segments better is
// used.

/** Log evidence from which the fluid counts as known: twenty times as likely as the other. */
const CLEAR_EVIDENCE = 3;

/** More silent markers than these add no information. */
const MOST_SILENT = 50;

/** Places with fewer tracked markers ahead than these share one calibration; a place counts as its next marker. */
const FEWER_THAN = [2, 4, 9, 17];
export const BUCKETS = [0, ...FEWER_THAN].map((_count, bucket) => bucket);

interface Pace {
  readonly filter: PaceFilter;
  readonly experience: Experience;
}

interface Known extends Pace {
  readonly base: { readonly distanceM: number; readonly at: number };
  /** The speed in force. */
  readonly speed: number;
  /** The speed that the pace is relative to. */
  readonly expectedSpeed: number;
  /** Distances of the tracked markers not yet passed, in order. */
  readonly aheadM: readonly number[];
  readonly ownSpreads: OwnSpreads | null;
}

/** A marker with an AGM that has not heard the pig. */
export interface SilentMarker {
  readonly distanceM: number;
  readonly time: TravelTime;
}

/** Constant until the run changes. */
export interface Forecast extends Known {
  /** In the order of the line. */
  readonly silent: readonly SilentMarker[];
  readonly lengthM: number;
  /** null: there is no next marker. */
  readonly next: TravelTime | null;
  /** null: the pig was seen at the end. */
  readonly end: TravelTime | null;
}

function listSegments(seen: Reckoning['seen']): Array<readonly [distanceM: number, seconds: number]> {
  const segments = seen.slice(1).map(({ distanceM, seenAt }, at) => {
    const from = seen[at];
    return [distanceM - (from?.distanceM ?? 0), (seenAt - (from?.seenAt ?? 0)) / 1000] as const;
  });
  // Segments with times that run backwards carry no information.
  return segments.filter(([distanceM, seconds]) => distanceM > 0 && seconds > 0);
}

function learnPace(seen: Reckoning['seen'], expectedSpeed: number): Pace {
  const segments = listSegments(seen);
  const [first, second] = FLUIDS.map((fluid) =>
    segments.reduce(
      (filter, [distanceM, seconds]) => learnSegment(filter, expectedSpeed, distanceM, seconds),
      startFilter(fluid),
    ),
  );
  if (!first || !second || segments.length === 0)
    return { filter: first ?? startFilter(FLUIDS[0]), experience: 'none' };
  const filter = second.evidence > first.evidence ? second : first;
  const isClear = Math.abs(second.evidence - first.evidence) >= CLEAR_EVIDENCE;
  return { filter, experience: isClear ? filter.fluid : 'unsure' };
}

/** The calibration bucket of a place with this many tracked markers ahead. */
export const findBucket = (markersAhead: number): number => FEWER_THAN.filter((count) => markersAhead >= count).length;

/** Past these places the calibration is another one, and the same share of pigs may need less time than to the place. */
export const listEdges = ({ aheadM }: Pick<Known, 'aheadM'>): number[] =>
  FEWER_THAN.flatMap((count) => aheadM[count - 2] ?? []);

function countMarkersTo(aheadM: readonly number[], distanceM: number): number {
  const passed = aheadM.filter((aheadAtM) => aheadAtM < distanceM).length;
  const reached = aheadM.filter((aheadAtM) => aheadAtM <= distanceM).length;
  return Math.max(reached, Math.min(passed + 1, aheadM.length));
}

/** null: the pig was seen there or further on. */
export function travelTo(
  { base, speed, expectedSpeed, filter, experience, aheadM, ownSpreads }: Known,
  distanceM: number,
): TravelTime | null {
  const stretchM = distanceM - base.distanceM;
  if (stretchM <= 0) return null;
  const { mean, deviation } = predictPace(filter, stretchM);
  const spread = findSpread(ownSpreads, experience, findBucket(countMarkersTo(aheadM, distanceM)));
  return { mean: Math.log(stretchM / expectedSpeed) + mean, deviation, spread, officialS: stretchM / speed };
}

/** null: paused, or not launched. After a manual edit the speed of the edit is the only information. */
export function forecastRun(
  { path, auto, passages }: Pick<Run, 'path' | 'auto' | 'passages'>,
  course: Course,
  { base, speed, seen, next }: Reckoning,
): Forecast | null {
  if (!base || speed <= 0) return null;
  const isEdited = base.at !== seen.at(-1)?.seenAt;
  const expectedSpeed = isEdited || path.expectedSpeed <= 0 ? speed : path.expectedSpeed;
  const verified = new Set(seen.map(({ at }) => at));
  const aheadM = path.markers.flatMap(({ state, fromLaunchM }, at) =>
    state === 'TRACK' && fromLaunchM > base.distanceM && !verified.has(at) ? [fromLaunchM] : [],
  );
  const known: Known = {
    base,
    speed,
    expectedSpeed,
    aheadM,
    ownSpreads: auto.spreads,
    ...learnPace(isEdited ? [] : seen, expectedSpeed),
  };
  const marker = path.markers[next];
  const heard = new Set(passages.map(({ markerName }) => markerName));
  const silent = path.markers
    .filter((each) => each.state === 'TRACK' && hasAgm(each) && !heard.has(each.name))
    .filter(({ fromLaunchM }) => fromLaunchM > base.distanceM)
    .slice(0, MOST_SILENT)
    .flatMap(({ fromLaunchM: distanceM }): SilentMarker[] => {
      const time = travelTo(known, distanceM);
      return time ? [{ distanceM, time }] : [];
    });
  return {
    ...known,
    silent,
    lengthM: course.lengthM,
    next: marker ? travelTo(known, marker.fromLaunchM) : null,
    end: travelTo(known, course.lengthM),
  };
}
