import { computeDistanceM, type Place } from './great-circle.ts';

// A polyline over the ground, measured from its first point.

export interface Track {
  readonly points: readonly Place[];
  /** Distance of each point along the track, metres. */
  readonly distancesM: readonly number[];
  readonly lengthM: number;
}

export function measureTrack(points: readonly Place[]): Track {
  let sumM = 0;
  const distancesM = points.map((point, at) => {
    const previous = points[at - 1];
    sumM += previous ? computeDistanceM(previous, point) : 0;
    return sumM;
  });
  return { points, distancesM, lengthM: sumM };
}

/** Binary search for the first point at or past the distance; the number of points if there is none. */
function findLeg(distancesM: readonly number[], distanceM: number): number {
  let [low, high] = [0, distancesM.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((distancesM[middle] ?? 0) < distanceM) low = middle + 1;
    else high = middle;
  }
  return low;
}

const mix = (from: number, to: number, share: number) => from + share * (to - from);

/** The place at a distance along the track, clamped to its ends. */
export function locateOnTrack({ points, distancesM }: Track, distanceM: number): Place {
  const next = findLeg(distancesM, distanceM);
  const [from, to] = [points[next - 1], points[next]];
  if (!to) return points.at(-1) ?? { lat: 0, lon: 0 };
  if (!from) return to;
  const startM = distancesM[next - 1] ?? 0;
  const share = (distanceM - startM) / ((distancesM[next] ?? startM) - startM || 1);
  return { lat: mix(from.lat, to.lat, share), lon: mix(from.lon, to.lon, share) };
}

export interface Projection {
  /** Along the track. */
  readonly distanceM: number;
  /** From the track. */
  readonly offsetM: number;
}

const METRES_PER_DEGREE = 111_195;

/** Skips most legs of a long track without measuring: their latitude or longitude alone is too far away. */
function isBeyond(from: Place, to: Place, place: Place, reachLat: number, reachLon: number): boolean {
  return (
    Math.min(from.lat, to.lat) - place.lat > reachLat ||
    place.lat - Math.max(from.lat, to.lat) > reachLat ||
    Math.min(from.lon, to.lon) - place.lon > reachLon ||
    place.lon - Math.max(from.lon, to.lon) > reachLon
  );
}

/** Legs per bounding box, which skips all of them at once. */
const BLOCK_LEGS = 64;

interface Block {
  readonly southWest: Place;
  readonly northEast: Place;
}

function boxIn(points: readonly Place[]): Block {
  let [south, west, north, east] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { lat, lon } of points) {
    [south, west] = [Math.min(south, lat), Math.min(west, lon)];
    [north, east] = [Math.max(north, lat), Math.max(east, lon)];
  }
  return { southWest: { lat: south, lon: west }, northEast: { lat: north, lon: east } };
}

const knownBlocks = new WeakMap<readonly Place[], readonly Block[]>();

/** Cached per track, because each is queried for many places. */
function blocksOf(points: readonly Place[]): readonly Block[] {
  const known = knownBlocks.get(points);
  if (known) return known;
  const blocks: Block[] = [];
  for (let start = 0; start < points.length - 1; start += BLOCK_LEGS)
    blocks.push(boxIn(points.slice(start, start + BLOCK_LEGS + 1)));
  knownBlocks.set(points, blocks);
  return blocks;
}

/** Precision of the search. Markers lie on their own line, so most searches end early. */
const ON_TRACK_M = 0.001;

/** The point of the track nearest to a place, at or past `fromM`. */
export function projectToTrack({ points, distancesM }: Track, place: Place, fromM = 0): Projection {
  const blocks = blocksOf(points);
  let best: Projection = { distanceM: fromM, offsetM: Infinity };
  const perLon = METRES_PER_DEGREE * Math.cos((place.lat * Math.PI) / 180);
  for (let at = Math.max(1, findLeg(distancesM, fromM)); at < points.length; at++) {
    const [reachLat, reachLon] = [best.offsetM / METRES_PER_DEGREE, best.offsetM / perLon];
    const block = (at - 1) % BLOCK_LEGS === 0 ? blocks[(at - 1) / BLOCK_LEGS] : undefined;
    if (block && isBeyond(block.southWest, block.northEast, place, reachLat, reachLon)) {
      at += BLOCK_LEGS - 1;
      continue;
    }
    const from = points[at - 1];
    const to = points[at];
    if (!from || !to || isBeyond(from, to, place, reachLat, reachLon)) continue;
    const [startM, endM] = [distancesM[at - 1] ?? 0, distancesM[at] ?? 0];
    const [legEast, legNorth] = [(to.lon - from.lon) * perLon, (to.lat - from.lat) * METRES_PER_DEGREE];
    const [east, north] = [(place.lon - from.lon) * perLon, (place.lat - from.lat) * METRES_PER_DEGREE];
    const square = legEast ** 2 + legNorth ** 2;
    const least = endM > startM ? Math.max(0, (fromM - startM) / (endM - startM)) : 0;
    const share = square === 0 ? least : Math.min(1, Math.max(least, (east * legEast + north * legNorth) / square));
    const offsetM = Math.hypot(east - share * legEast, north - share * legNorth);
    if (offsetM < best.offsetM) best = { distanceM: startM + share * (endM - startM), offsetM };
    if (offsetM < ON_TRACK_M) break;
  }
  return points.length > 1
    ? best
    : { distanceM: 0, offsetM: points[0] ? computeDistanceM(points[0], place) : Infinity };
}
