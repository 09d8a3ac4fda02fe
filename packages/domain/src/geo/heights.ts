import type { Place } from './great-circle.ts';

// Heights of the ground in pictures: tiles of the web map whose colours are metres.

/** The formulas by which the colours of a picture are heights. */
export const TERRAIN_ENCODINGS = ['terrarium', 'mapbox'] as const;
export type TerrainEncoding = (typeof TERRAIN_ENCODINGS)[number];

/** Metres above the sea, of a colour with parts from 0 to 255. */
export function readHeight(encoding: TerrainEncoding, red: number, green: number, blue: number): number {
  switch (encoding) {
    case 'terrarium':
      return red * 256 + green + blue / 256 - 32_768;
    case 'mapbox':
      return (red * 65_536 + green * 256 + blue) / 10 - 10_000;
  }
}

export interface TilePoint {
  readonly x: number;
  readonly y: number;
  /** From the left and the upper edge of the tile, 0 to 1. */
  readonly across: number;
  readonly down: number;
}

const HIGHEST_LAT = 85.0511;

/** The tile of a place in the web map's projection, and where it is in it. */
export function findTilePoint({ lat, lon }: Place, zoom: number): TilePoint {
  const tiles = 2 ** zoom;
  const angle = (Math.min(HIGHEST_LAT, Math.max(-HIGHEST_LAT, lat)) * Math.PI) / 180;
  const column = Math.min(tiles - 1e-9, Math.max(0, ((lon + 180) / 360) * tiles));
  const row = Math.min(tiles - 1e-9, Math.max(0, ((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * tiles));
  const [x, y] = [Math.floor(column), Math.floor(row)];
  return { x, y, across: column - x, down: row - y };
}
