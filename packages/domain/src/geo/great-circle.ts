export interface Place {
  readonly lat: number;
  readonly lon: number;
}

const EARTH_RADIUS_M = 6_371_008.8;
const RADIANS = Math.PI / 180;

/** Metres along the surface of a spherical Earth. */
export function computeDistanceM(from: Place, to: Place): number {
  const half = (angle: number) => Math.sin((angle * RADIANS) / 2) ** 2;
  const share =
    half(to.lat - from.lat) + Math.cos(from.lat * RADIANS) * Math.cos(to.lat * RADIANS) * half(to.lon - from.lon);
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(share)));
}

/** Initial bearing of the shortest path, in degrees clockwise from north. */
export function computeBearing(from: Place, to: Place): number {
  const turn = (to.lon - from.lon) * RADIANS;
  const east = Math.sin(turn) * Math.cos(to.lat * RADIANS);
  const north =
    Math.cos(from.lat * RADIANS) * Math.sin(to.lat * RADIANS) -
    Math.sin(from.lat * RADIANS) * Math.cos(to.lat * RADIANS) * Math.cos(turn);
  return Math.atan2(east, north) / RADIANS;
}

/** The place at a bearing and distance from here. */
export function moveFrom(from: Place, bearing: number, distanceM: number): Place {
  const way = distanceM / EARTH_RADIUS_M;
  const lat = Math.asin(
    Math.sin(from.lat * RADIANS) * Math.cos(way) +
      Math.cos(from.lat * RADIANS) * Math.sin(way) * Math.cos(bearing * RADIANS),
  );
  const turn = Math.atan2(
    Math.sin(bearing * RADIANS) * Math.sin(way) * Math.cos(from.lat * RADIANS),
    Math.cos(way) - Math.sin(from.lat * RADIANS) * Math.sin(lat),
  );
  return { lat: lat / RADIANS, lon: from.lon + turn / RADIANS };
}

export function findMiddle(from: Place, to: Place): Place {
  return moveFrom(from, computeBearing(from, to), computeDistanceM(from, to) / 2);
}
