import { computeBearing, computeDistanceM, type Place } from '@waymark/domain/geo/great-circle';
import { locateOnTrack, type Track } from '@waymark/domain/geo/track';
import { drawnDistance, projectToCourse } from '@waymark/domain/run/course';
import type { Knowledge } from '@waymark/domain/run/knowledge';
import type { HeardPosition } from '#/features/runs/heard-positions.ts';
import { estimateRun, knowTracked, type TrackedRun } from '#/features/runs/tracked-run.ts';

// Where the pig is drawn. Server and console reckon alike; where the server says otherwise it knows more, and counts.

/** What the server said holds this long. */
const HEARD_MS = 10_000;
/** By more than this the two know different runs. */
const SAME_M = 25;

const projected = new WeakMap<HeardPosition, number>();

/** A line may cross itself, so that it is looked for only where it must be. */
function project(heard: HeardPosition, { course }: TrackedRun): number {
  const known = projected.get(heard);
  if (known !== undefined) return known;
  const distanceM = projectToCourse(course, heard.place);
  projected.set(heard, distanceM);
  return distanceM;
}

/** Along the line, as its markers are counted. */
export function findPigDistance(
  tracked: TrackedRun,
  heard: HeardPosition | undefined,
  { search }: Pick<Knowledge, 'search'>,
  now: number,
): number {
  const estimated = estimateRun(tracked, now);
  // The estimate claims nothing beyond the stretch to search.
  if (search) return Math.min(estimated.distanceM, search.to.distanceM);
  if (!heard || now - heard.at >= HEARD_MS) return estimated.distanceM;
  const then = estimateRun(tracked, heard.at);
  if (computeDistanceM(then.place, heard.place) <= SAME_M) return estimated.distanceM;
  const sinceS = Math.max(0, now - heard.at) / 1000;
  const aheadM = heard.isPaused ? 0 : heard.speed * sinceS;
  return Math.min(tracked.course.lengthM, project(heard, tracked) + aheadM);
}

/** So far before and behind the pig its direction is taken. */
const HALF_PIG_M = 20;

export interface DrawnPig {
  readonly place: Place;
  /** Along the drawn line. */
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
