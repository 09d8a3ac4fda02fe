import type { Place } from '@waymark/domain/geo/great-circle';
import type { GroundRegion } from '@waymark/contract/routes/ground';

/** A tile of a map file, as "3f0c9a417be2d851/8/59/100". */
export type TileKey = string;

export interface TilePlan {
  readonly tiles: readonly TileKey[];
  /** The closest zoom of these tiles. */
  readonly zoom: number;
}

interface Region extends Pick<GroundRegion, 'id' | 'minZoom' | 'maxZoom'> {
  readonly bounds: Readonly<GroundRegion['bounds']>;
}

const EQUATOR_M = 40_075_017;

const toColumn = (lon: number, zoom: number) => ((lon + 180) / 360) * 2 ** zoom;

function toRow(lat: number, zoom: number): number {
  const angle = (lat * Math.PI) / 180;
  return ((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * 2 ** zoom;
}

function tileWidthM(lat: number, zoom: number): number {
  return (EQUATOR_M * Math.cos((lat * Math.PI) / 180)) / 2 ** zoom;
}

/** The line with more points, so that neighbours are no further apart than half a tile. */
function fillIn(line: readonly Place[], zoom: number): Place[] {
  const [first] = line;
  if (!first) return [];
  const points = [first];
  for (const [at, to] of line.slice(1).entries()) {
    const from = line[at] ?? to;
    const across = Math.abs(toColumn(to.lon, zoom) - toColumn(from.lon, zoom));
    const down = Math.abs(toRow(to.lat, zoom) - toRow(from.lat, zoom));
    const steps = Math.max(1, Math.ceil(2 * Math.max(across, down)));
    for (let step = 1; step <= steps; step++) {
      const share = step / steps;
      points.push({ lat: from.lat + share * (to.lat - from.lat), lon: from.lon + share * (to.lon - from.lon) });
    }
  }
  return points;
}

function listAtZoom(line: readonly Place[], { id, bounds }: Region, zoom: number, beyondM: number): Set<TileKey> {
  const [west, south, east, north] = bounds;
  const [left, right] = [Math.floor(toColumn(west, zoom)), Math.floor(toColumn(east, zoom))];
  const [top, bottom] = [Math.floor(toRow(north, zoom)), Math.floor(toRow(south, zoom))];
  const keys = new Set<TileKey>();
  const points = fillIn(line, zoom);
  for (const [at, to] of points.entries()) {
    // The box around a step has no gap to the next one.
    const from = points[at - 1] ?? to;
    const margin = beyondM / tileWidthM(to.lat, zoom);
    const columns = [toColumn(from.lon, zoom), toColumn(to.lon, zoom)];
    const rows = [toRow(from.lat, zoom), toRow(to.lat, zoom)];
    const lastColumn = Math.min(right, Math.floor(Math.max(...columns) + margin));
    const lastRow = Math.min(bottom, Math.floor(Math.max(...rows) + margin));
    for (let x = Math.max(left, Math.floor(Math.min(...columns) - margin)); x <= lastColumn; x++)
      for (let y = Math.max(top, Math.floor(Math.min(...rows) - margin)); y <= lastRow; y++)
        keys.add(`${id}/${zoom}/${x}/${y}`);
  }
  return keys;
}

/** The tiles of map files within a distance of the line, zoom by zoom, as long as they are no more than `most`. */
export function planTiles(
  line: readonly Place[],
  regions: readonly Region[],
  { beyondM, most }: { readonly beyondM: number; readonly most: number },
): TilePlan {
  const tiles: TileKey[] = [];
  const closest = Math.max(-1, ...regions.map(({ maxZoom }) => maxZoom));
  for (let zoom = 0; zoom <= closest; zoom++) {
    const shown = regions.filter(({ minZoom, maxZoom }) => zoom >= minZoom && zoom <= maxZoom);
    const more = shown.flatMap((region) => [...listAtZoom(line, region, zoom, beyondM)]);
    if (tiles.length + more.length > most) return { tiles, zoom: zoom - 1 };
    tiles.push(...more);
  }
  return { tiles, zoom: closest };
}
