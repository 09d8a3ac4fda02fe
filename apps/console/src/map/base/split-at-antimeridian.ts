import type { MultiPolygon, Polygon, Position } from 'geojson';

// Splits rings that step from 180° east to 180° west. A map of a single world draws such a step as a line across the
// whole world, and the band between two of them as land or sea.

const HALF = 180;
const WORLD = 360;
const POLE = 90;

const x = ([longitude = 0]: Position) => longitude;
const y = ([, latitude = 0]: Position) => latitude;

/** The ring with longitudes beyond 180°, so that adjacent points are never half a world apart. */
function unwrap(ring: readonly Position[]): Position[] {
  let turns = 0;
  return ring.map((point, index) => {
    const before = ring[index - 1];
    const step = before ? x(point) - x(before) : 0;
    if (step > HALF) turns -= WORLD;
    else if (step < -HALF) turns += WORLD;
    return [x(point) + turns, y(point)];
  });
}

const isClosed = (ring: readonly Position[]) => x(ring[0] ?? []) === x(ring.at(-1) ?? []);

/** A ring around a pole ends a full turn from its start: close it along the pole. */
function closeOverPole(ring: readonly Position[]): Position[] {
  const [first, last] = [ring[0] ?? [], ring.at(-1) ?? []];
  const pole = y(first) < 0 ? -POLE : POLE;
  return [...ring, [x(last), pole], [x(first), pole], first];
}

/** The part of a closed ring on one side of a meridian; empty if there is none. */
function clip(ring: readonly Position[], meridian: number, side: 1 | -1): Position[] {
  const isInside = (point: Position) => side * (x(point) - meridian) >= 0;
  const kept: Position[] = [];
  ring.forEach((point, index) => {
    const before = ring[index - 1];
    if (before && isInside(before) !== isInside(point)) {
      const share = (meridian - x(before)) / (x(point) - x(before));
      kept.push([meridian, y(before) + share * (y(point) - y(before))]);
    }
    if (isInside(point)) kept.push(point);
  });
  const [first] = kept;
  const hasArea = first !== undefined && kept.some((point) => x(point) !== meridian);
  return hasArea ? [...kept, first] : [];
}

/** The ring in parts within one world, from 180° west to 180° east. */
function cut(ring: readonly Position[]): Position[][] {
  const unwrapped = unwrap(ring);
  const closed = isClosed(unwrapped) ? unwrapped : closeOverPole(unwrapped);
  return [-WORLD, 0, WORLD].flatMap((world) => {
    const part = clip(clip(closed, world - HALF, 1), world + HALF, -1);
    return part.length === 0 ? [] : [part.map((point): Position => [x(point) - world, y(point)])];
  });
}

const crosses = (ring: readonly Position[]) =>
  ring.some((point, index) => Math.abs(x(point) - x(ring[index - 1] ?? point)) > HALF);

function isAround(outer: readonly Position[], hole: readonly Position[]): boolean {
  const [west, east] = [Math.min(...outer.map(x)), Math.max(...outer.map(x))];
  return hole.every((point) => x(point) >= west && x(point) <= east);
}

function splitPolygon([outer = [], ...holes]: readonly Position[][]): Position[][][] {
  if (!crosses(outer)) return [[outer, ...holes]];
  // A hole that crosses too touches the pole itself: the closed ring has replaced it.
  const whole = holes.filter((hole) => !crosses(hole));
  return cut(outer).map((piece) => [piece, ...whole.filter((hole) => isAround(piece, hole))]);
}

/** The same area without any step across the world. */
export function splitAtAntimeridian(area: Polygon | MultiPolygon): MultiPolygon {
  const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
  return { type: 'MultiPolygon', coordinates: polygons.flatMap(splitPolygon) };
}
