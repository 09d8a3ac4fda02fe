import { expect, it, vi } from 'vitest';
import type { TerrainRegion } from './ground-archive.ts';
import { readHeights, type Picture } from './read-heights.ts';

const region = (id: string, maxZoom: number, bounds: TerrainRegion['bounds']): TerrainRegion => ({
  id,
  name: id,
  bounds,
  minZoom: 0,
  maxZoom,
  bytes: 1,
  attribution: '',
  terrain: 'terrarium',
});
const WORLD = region('world', 8, [-180, -85, 180, 85]);
const NEAR = region('near', 12, [-98, 35, -96, 37]);

/** Two pixels side by side: 100 m at the left, 200 m at the right. */
const HALVES: Picture = { width: 2, height: 1, data: [128, 100, 0, 255, 128, 200, 0, 255] };

it('[W-540] heights are read from the most detailed file that has the place, each tile once', async () => {
  const read = vi.fn<(file: TerrainRegion, zoom: number, x: number, y: number) => Promise<Picture>>(async () => HALVES);
  const heights = await readHeights(
    [WORLD, NEAR],
    [
      { lat: 36, lon: -97 },
      { lat: 36, lon: -97.0001 },
      { lat: 0.1, lon: 0.1 },
      { lat: 0.1, lon: 1.3 },
    ],
    read,
  );
  expect(heights).toEqual([expect.any(Number), expect.any(Number), 100, 200]);
  expect(read.mock.calls.map(([{ id }, zoom]) => [id, zoom])).toEqual([
    ['near', 12],
    ['world', 8],
  ]);
});

it('[W-540] a place outside of the files, or on a missing tile, has no height', async () => {
  expect(await readHeights([NEAR], [{ lat: 50, lon: 8 }], async () => HALVES)).toEqual([null]);
  expect(await readHeights([NEAR], [{ lat: 36, lon: -97 }], async () => null)).toEqual([null]);
});

it('[W-540] a long line is read from farther away', async () => {
  const read = vi.fn<(file: TerrainRegion, zoom: number) => Promise<Picture>>(async () => HALVES);
  const wide = region('wide', 12, [-180, -85, 180, 85]);
  await readHeights(
    [wide],
    Array.from({ length: 200 }, (_none, at) => ({ lat: 36, lon: -110 + at / 10 })),
    read,
  );
  expect(read.mock.calls.length).toBeLessThanOrEqual(40);
  expect(read.mock.calls[0]?.[1]).toBeLessThan(12);
});
