import { computeBearing, computeDistanceM, type Place } from '@waymark/domain/geo/great-circle';
import { locateOnTrack, type Track } from '@waymark/domain/geo/track';
import { drawnDistance, projectToCourse } from '@waymark/domain/run/estimate/course';
import { findBand, type Knowledge } from '@waymark/domain/run/estimate/knowledge';
import type { HeardPosition } from '#/features/runs/heard-positions.ts';
import { estimateRun, knowTracked, outlookOf, type TrackedRun } from '#/features/runs/tracked-run.ts';

// The place where the pig is drawn. Server and console estimate alike; if they differ, the server has newer data and
// its value is used.

/** The server's value is valid for this long. */
const HEARD_MS = 10_000;
/** A larger difference means that server and console have different data of the run. */
const SAME_M = 25;

const projected = new WeakMap<HeardPosition, number>();

/** A line may cross itself, so the search is limited to the possible part. */
function project(heard: HeardPosition, { course }: TrackedRun): number {
  const known = projected.get(heard);
  if (known !== undefined) return known;
  const distanceM = projectToCourse(course, heard.place);
  projected.set(heard, distanceM);
  return distanceM;
}

/** Along the line in marker distances. */
export function findPigDistance(
  tracked: TrackedRun,
  heard: HeardPosition | undefined,
  { search }: Pick<Knowledge, 'search'>,
  now: number,
): number {
  const estimated = estimateRun(tracked, now);
  // Limits the estimate to the stretch to search.
  if (search) return Math.min(estimated.distanceM, search.to.distanceM);
  if (!heard || now - heard.at >= HEARD_MS) return estimated.distanceM;
  const then = estimateRun(tracked, heard.at);
  if (computeDistanceM(then.place, heard.place) <= SAME_M) return estimated.distanceM;
  const sinceS = Math.max(0, now - heard.at) / 1000;
  const aheadM = heard.isPaused ? 0 : heard.speed * sinceS;
  return Math.min(tracked.course.lengthM, project(heard, tracked) + aheadM);
}

/** The start and end of the pig's possible range along the drawn line. */
export interface Band {
  readonly fromM: number;
  readonly toM: number;
}

/** Null: the run is paused. */
export function findDrawnBand(tracked: TrackedRun, knowledge: Knowledge, now: number): Band | null {
  const band = findBand(outlookOf(tracked), knowledge, now);
  return band && { fromM: drawnDistance(tracked.course, band.fromM), toM: drawnDistance(tracked.course, band.toM) };
}

/** The pig's direction is computed between these distances before and behind it. */
const HALF_PIG_M = 20;

export interface DrawnPig {
  readonly place: Place;
  /** Distance along the drawn line. */
  readonly drawnM: number;
  /** Degrees from north, clockwise. */
  readonly bearing: number;
}

function findBearing(track: Track, drawnM: number): number {
  const [from, to] = [
    locateOnTrack(track, Math.max(0, drawnM - HALF_PIG_M)),
    locateOnTrack(track, Math.min(track.lengthM, drawnM + HALF_PIG_M)),
  ];
  return computeBearing(from, to);
}

export function drawPig(
  tracked: TrackedRun,
  heard: HeardPosition | undefined,
  now: number,
  knowledge: Pick<Knowledge, 'search'> = knowTracked(tracked, now),
): DrawnPig {
  const { course } = tracked;
  const drawnM = drawnDistance(course, findPigDistance(tracked, heard, knowledge, now));
  return { place: locateOnTrack(course.track, drawnM), drawnM, bearing: findBearing(course.track, drawnM) };
}
