import type { Place } from '@waymark/domain/geo/great-circle';

const HALF = 180;

/** Two points further apart than half the Earth are connected the other way, across the antimeridian. */
const isCrossing = (from: Place, to: Place) => Math.abs(to.lon - from.lon) > HALF;

/** Where the connection meets the antimeridian, on the side of `from`. */
function findCrossing(from: Place, to: Place): Place {
  const side = from.lon < 0 ? -HALF : HALF;
  const turned = to.lon + 2 * side;
  const share = turned === from.lon ? 0 : (side - from.lon) / (turned - from.lon);
  return { lat: from.lat + share * (to.lat - from.lat), lon: side };
}

/** The pieces of a line, none of which crosses the antimeridian: programs draw one that does across the whole map. */
export function splitAtAntimeridian(points: readonly Place[]): Place[][] {
  const pieces: Place[][] = [];
  let piece: Place[] = [];
  let before: Place | undefined;
  for (const point of points) {
    if (before && isCrossing(before, point)) {
      const end = findCrossing(before, point);
      pieces.push([...piece, end]);
      piece = [{ lat: end.lat, lon: -end.lon }];
    }
    piece.push(point);
    before = point;
  }
  return [...pieces, piece].filter(({ length }) => length > 1);
}
