import type { Place } from '../geo/great-circle.ts';

// Finds the devices within an outline drawn on the map.

interface Box {
  readonly north: number;
  readonly south: number;
  readonly east: number;
  readonly west: number;
}

function findBox(outline: readonly Place[]): Box {
  let box: Box = { north: -Infinity, south: Infinity, east: -Infinity, west: Infinity };
  for (const { lat, lon } of outline) {
    box = {
      north: Math.max(box.north, lat),
      south: Math.min(box.south, lat),
      east: Math.max(box.east, lon),
      west: Math.min(box.west, lon),
    };
  }
  return box;
}

/** Ray casting: a ray to the east crosses the outline an odd number of times. */
function isWithin(outline: readonly Place[], { lat, lon }: Place): boolean {
  let isInside = false;
  let from = outline.at(-1);
  for (const to of outline) {
    if (
      from &&
      from.lat > lat !== to.lat > lat &&
      lon < ((from.lon - to.lon) * (lat - to.lat)) / (from.lat - to.lat) + to.lon
    ) {
      isInside = !isInside;
    }
    from = to;
  }
  return isInside;
}

/** An outline across the date line continues beyond 180 degrees, so places are checked on both sides of it. */
export function findWithin<Item extends Place>(items: readonly Item[], outline: readonly Place[]): Item[] {
  if (outline.length < 3) return [];
  const { north, south, east, west } = findBox(outline);
  return items.filter(
    ({ lat, lon }) =>
      lat <= north &&
      lat >= south &&
      [lon, lon - 360, lon + 360].some(
        (turned) => turned <= east && turned >= west && isWithin(outline, { lat, lon: turned }),
      ),
  );
}
