import { describe, expect, it } from 'vitest';
import { planTiles } from './tiles-along.ts';

const REGION = { id: 'ok', bounds: [-97.5, 35.5, -95.5, 36.7], minZoom: 0, maxZoom: 12 } as const;
const CUSHING = { lat: 35.985, lon: -96.767 };
const TULSA = { lat: 36.15, lon: -95.99 };
const near = { beyondM: 3000, most: 4000 };

const atZoom = (tiles: readonly string[], zoom: number) => tiles.filter((tile) => tile.split('/')[1] === String(zoom));

describe('planTiles', () => {
  it('[W-293] the tiles around a line are one at each zoom of a whole region, and follow the line without a gap', () => {
    const { tiles, zoom } = planTiles([CUSHING, TULSA], [REGION], near);
    expect(zoom).toBe(12);
    expect([0, 1, 2, 3, 4].map((at) => atZoom(tiles, at).length)).toEqual([1, 1, 1, 1, 1]);
    const columns = atZoom(tiles, 12).map((tile) => Number(tile.split('/')[2]));
    const [first, last] = [Math.min(...columns), Math.max(...columns)];
    expect(new Set(columns).size).toBe(last - first + 1);
  });

  it('[W-293] the tiles around a line reach as far from it as asked', () => {
    const count = (beyondM: number) => atZoom(planTiles([CUSHING], [REGION], { ...near, beyondM }).tiles, 12).length;
    expect([count(0), count(12_000) > count(3000)]).toEqual([1, true]);
  });

  it('the tiles around a line contain that of each of its points, at the closest zoom', () => {
    const { tiles } = planTiles([CUSHING, TULSA], [REGION], { ...near, beyondM: 0 });
    const known = new Set(tiles);
    for (let share = 0; share <= 1; share += 0.01) {
      const lon = CUSHING.lon + share * (TULSA.lon - CUSHING.lon);
      const lat = CUSHING.lat + share * (TULSA.lat - CUSHING.lat);
      const x = Math.floor(((lon + 180) / 360) * 2 ** 12);
      const sine = Math.sin((lat * Math.PI) / 180);
      const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** 12);
      expect(known).toContain(`ok/12/${x}/${y}`);
    }
  });

  it('[W-293] the tiles around a line end at the zoom before there would be too many', () => {
    const all = planTiles([CUSHING, TULSA], [REGION], near).tiles;
    const { tiles, zoom } = planTiles([CUSHING, TULSA], [REGION], { ...near, most: all.length - 1 });
    expect([zoom, atZoom(tiles, 11).length > 0, atZoom(tiles, 12).length]).toEqual([11, true, 0]);
  });

  it('there are no tiles outside the map files, and none without a line or a file', () => {
    const inTexas = { lat: 30, lon: -99 };
    expect(atZoom(planTiles([inTexas], [REGION], near).tiles, 12)).toEqual([]);
    expect(planTiles([], [REGION], near).tiles).toEqual([]);
    expect(planTiles([CUSHING], [], near)).toEqual({ tiles: [], zoom: -1 });
  });
});
