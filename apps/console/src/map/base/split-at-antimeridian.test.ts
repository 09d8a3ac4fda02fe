import type { MultiPolygon, Position } from 'geojson';
import { expect, it } from 'vitest';
import { splitAtAntimeridian } from './split-at-antimeridian.ts';

const box = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

const split = (...rings: Position[][]) => splitAtAntimeridian({ type: 'Polygon', coordinates: rings });

/** West, south, east and north of each outer ring. */
const boundsOf = ({ coordinates }: MultiPolygon) =>
  coordinates.map(([outer = []]) => {
    const [xs, ys] = [outer.map(([x = 0]) => x), outer.map(([, y = 0]) => y)];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  });

const isClosed = (ring: readonly Position[]) => String(ring[0]) === String(ring.at(-1));

it('an area that does not cross the antimeridian stays as it is, with its holes', () => {
  const [outer, hole] = [box(10, 10, 20, 20), box(12, 12, 14, 14)];
  expect(split(outer, hole).coordinates).toEqual([[outer, hole]]);
});

it('an area on both sides of the antimeridian becomes one part per side, each closed', () => {
  const parts = split(box(170, 60, -170, 70));
  expect(boundsOf(parts).toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
    [-180, 60, -170, 70],
    [170, 60, 180, 70],
  ]);
  expect(parts.coordinates.flat().every(isClosed)).toBe(true);
});

it('an area that is drawn westwards is split like one that is drawn eastwards', () => {
  const westwards = box(170, 60, -170, 70).toReversed();
  expect(boundsOf(split(westwards)).toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
    [-180, 60, -170, 70],
    [170, 60, 180, 70],
  ]);
});

it('an area that ends at the antimeridian has no part on the other side', () => {
  expect(boundsOf(split(box(170, 60, 180, 70)))).toEqual([[170, 60, 180, 70]]);
});

it('an area around a pole is closed along the pole', () => {
  const coast: Position[] = [-180, -90, 0, 90, 180].map((x) => [x, -70]);
  const around: Position[] = [...coast.slice(1), [-90, -70]];
  const parts = split(around);
  expect(Math.min(...boundsOf(parts).map(([, south = 0]) => south))).toBe(-90);
  const width = boundsOf(parts).reduce((sum, [west = 0, , east = 0]) => sum + east - west, 0);
  expect(width).toBe(360);
});

it('a hole goes to the part that surrounds it', () => {
  const { coordinates } = split(box(170, 60, -170, 70), box(-176, 63, -174, 65), box(172, 63, 174, 65));
  const holes = coordinates.map(([outer = [], ...inner]) => [
    (outer[0]?.[0] ?? 0) > 0,
    inner.flat().map(([x = 0]) => x > 0),
  ]);
  for (const [isEast, areEast] of holes as [boolean, boolean[]][]) {
    expect(areEast).toHaveLength(5);
    expect(new Set(areEast)).toEqual(new Set([isEast]));
  }
});

it('every area of a group is split', () => {
  const parts = splitAtAntimeridian({
    type: 'MultiPolygon',
    coordinates: [[box(0, 0, 5, 5)], [box(175, 0, -175, 5)]],
  });
  expect(parts.coordinates).toHaveLength(3);
});
