import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Feature, FeatureCollection, Position } from 'geojson';
import { buildStripedPng } from './plain-png.ts';
import { writePmtiles, type MadeTile } from '../apps/server/src/features/ground/testing/write-pmtiles.ts';

// A small map file around Cushing and Tulsa in the schema of the Protomaps basemap: land, a lake, a river, roads, towns.

const REGION = [-97.5, 35.5, -95.5, 36.7] as const;
/** Where no built-in water is. */
export const LAKE = { lat: 36.22, lon: -96.42 };
const MAX_ZOOM = 11;
const [WEST, SOUTH, EAST, NORTH] = REGION;

const box = (west: number, south: number, east: number, north: number): Position[][] => [
  [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ],
];
const collect = (features: FeatureCollection['features']): FeatureCollection => ({
  type: 'FeatureCollection',
  features,
});
const polygon = (coordinates: Position[][], kind: string): Feature => ({
  type: 'Feature',
  properties: { kind },
  geometry: { type: 'Polygon', coordinates },
});
const line = (coordinates: Position[], properties: object): Feature => ({
  type: 'Feature',
  properties: { ...properties },
  geometry: { type: 'LineString', coordinates },
});
const town = (name: string, lon: number, lat: number, rank: number): Feature => ({
  type: 'Feature',
  properties: { kind: 'locality', name, population_rank: rank },
  geometry: { type: 'Point', coordinates: [lon, lat] },
});

const LAYERS: Readonly<Record<string, FeatureCollection>> = {
  earth: collect([polygon(box(WEST, SOUTH, EAST, NORTH), 'earth')]),
  water: collect([
    polygon(box(LAKE.lon - 0.1, LAKE.lat - 0.06, LAKE.lon + 0.1, LAKE.lat + 0.06), 'lake'),
    line(
      [
        [-97.4, 36.5],
        [-96.8, 36.25],
        [-96.1, 36.12],
        [-95.6, 35.7],
      ],
      { kind: 'river', name: 'Arkansas River' },
    ),
  ]),
  roads: collect([
    line(
      [
        [-97.5, 35.6],
        [-96.77, 35.85],
        [-96.0, 36.12],
        [-95.5, 36.2],
      ],
      { kind: 'highway', ref: 'I 44' },
    ),
    line(
      [
        [-96.77, 35.5],
        [-96.77, 36.7],
      ],
      { kind: 'major_road', ref: 'OK 18' },
    ),
  ]),
  places: collect([
    town('Cushing', -96.767, 35.985, 6),
    town('Tulsa', -95.99, 36.15, 11),
    town('Drumright', -96.6, 35.99, 5),
  ]),
};

/** The types of the library do not resolve in this project. */
interface TileOfLayer {
  readonly features: readonly unknown[];
}

const Tiler = GeoJSONVT as unknown as new (
  data: FeatureCollection,
  options: { readonly maxZoom: number; readonly indexMaxZoom: number },
) => { getTile(z: number, x: number, y: number): TileOfLayer | null };

const pack = fromGeojsonVt as unknown as (
  layers: Readonly<Record<string, TileOfLayer>>,
  options: { readonly version: number },
) => Uint8Array;

const toColumn = (lon: number, zoom: number) => Math.floor(((lon + 180) / 360) * 2 ** zoom);
const toRow = (lat: number, zoom: number) => {
  const angle = (lat * Math.PI) / 180;
  return Math.floor(((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * 2 ** zoom);
};

function listTiles(): MadeTile[] {
  const indexes = Object.entries(LAYERS).map(
    ([name, data]) => [name, new Tiler(data, { maxZoom: MAX_ZOOM, indexMaxZoom: MAX_ZOOM })] as const,
  );
  const tiles: MadeTile[] = [];
  for (let z = 0; z <= MAX_ZOOM; z++) {
    for (let x = toColumn(WEST, z); x <= toColumn(EAST, z); x++) {
      for (let y = toRow(NORTH, z); y <= toRow(SOUTH, z); y++) {
        const layers = indexes.flatMap(([name, index]): [string, TileOfLayer][] => {
          const tile = index.getTile(z, x, y);
          return tile ? [[name, tile]] : [];
        });
        if (layers.length > 0) tiles.push({ z, x, y, bytes: pack(Object.fromEntries(layers), { version: 2 }) });
      }
    }
  }
  return tiles;
}

export const writeGroundFile = (): Buffer => writePmtiles({ tiles: listTiles(), bounds: REGION, maxZoom: MAX_ZOOM });

/** Metres above the sea, rising to the east: 0 at 98 degrees west, 1000 at 97. */
const heightAt = (lon: number) => (lon + 98) * 1000;

/** A file of heights for the same region, in the encoding terrarium. */
export function writeHeightsFile(): Buffer {
  const tiles: MadeTile[] = [];
  for (let z = 0; z <= 9; z++)
    for (let x = toColumn(WEST, z); x <= toColumn(EAST, z); x++)
      for (let y = toRow(NORTH, z); y <= toRow(SOUTH, z); y++) {
        const lonAt = (across: number) => ((x + across) / 2 ** z) * 360 - 180;
        const bytes = buildStripedPng((across) => {
          const value = Math.round(Math.min(8000, Math.max(0, heightAt(lonAt(across))))) + 32_768;
          return [value >> 8, value & 255, 0];
        });
        tiles.push({ z, x, y, bytes });
      }
  return writePmtiles({ tiles, bounds: REGION, maxZoom: 9, tileType: 2, encoding: 'terrarium', attribution: 'USGS' });
}
