import type { Place } from '@waymark/domain/geo/great-circle';
import type { Course } from '@waymark/domain/run/estimate/course';

export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

const known = new WeakMap<Course, Box>();

export function measureBox(points: readonly Place[]): Box {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const { lat, lon } of points) {
    box.west = Math.min(box.west, lon);
    box.east = Math.max(box.east, lon);
    box.south = Math.min(box.south, lat);
    box.north = Math.max(box.north, lat);
  }
  return box;
}

/** The bounding box of a line, computed once. */
export function boundsOf(course: Course): Box {
  const box = known.get(course) ?? measureBox(course.track.points);
  known.set(course, box);
  return box;
}

export function areApart(one: Box, other: Box): boolean {
  return one.east < other.west || one.west > other.east || one.north < other.south || one.south > other.north;
}
