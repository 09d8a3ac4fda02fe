import type { Position } from 'geojson';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { expect, it } from 'vitest';
import worldText from 'world-atlas/countries-50m.json?raw';
import { readLand } from './base-map-data.ts';
import { GREAT_LAKES } from './great-lakes.ts';

const world = JSON.parse(worldText) as Topology<{ land: GeometryCollection }>;
const land = readLand(world);

const stepsOf = (ring: readonly Position[]) =>
  ring.slice(1).map(([longitude = 0], index) => Math.abs(longitude - (ring[index]?.[0] ?? 0)));

/** Even-odd rule: a line to the east crosses the rings an odd number of times from inside. */
function isWithin(rings: readonly Position[][], [longitude = 0, latitude = 0]: Position): boolean {
  let isInside = false;
  for (const ring of rings)
    ring.slice(1).forEach(([x2 = 0, y2 = 0], index) => {
      const [x1 = 0, y1 = 0] = ring[index] ?? [];
      if (y1 > latitude === y2 > latitude) return;
      if (longitude < x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside;
    });
  return isInside;
}

it('[W-141] land that crosses the antimeridian has no line across the world', () => {
  const polygons = land.coordinates;
  const widest = polygons.flat().flatMap((ring) => (ring.every(([, lat = 0]) => lat <= -60) ? [] : stepsOf(ring)));
  expect(widest.reduce((one, other) => Math.max(one, other))).toBeLessThan(30);
  expect(polygons.flat(2).every(([longitude = 0]) => longitude >= -180 && longitude <= 180)).toBe(true);
});

it('[W-141] land stays land and sea stays sea between 65 and 71 degrees north and at the poles', () => {
  const rings = land.coordinates.flat();
  const landAt: Position[] = [
    [178, 68],
    [-175, 67],
    [100, 68],
    [-100, 66],
    [179.5, 71.2],
    [-179, 71.2],
    [0, -85],
    [179, -85],
    [-98, 39],
  ];
  const seaAt: Position[] = [
    [-170, 69],
    [-20, 70.5],
    [0, 70],
    [-60, 71],
    [0, -50],
    [-150, 0],
    [50.5, 42],
  ];
  expect(landAt.filter((at) => !isWithin(rings, at))).toEqual([]);
  expect(seaAt.filter((at) => isWithin(rings, at))).toEqual([]);
});

it('[W-141] the Great Lakes are water, and the cities on their shores are land', () => {
  const isLake = (at: Position) => isWithin(GREAT_LAKES.coordinates.flat(), at);
  const middles = [
    [-87.5, 47.6],
    [-87, 43.5],
    [-82.3, 44.8],
    [-81.2, 42.2],
    [-77.8, 43.6],
  ];
  expect(middles.filter((at) => !isLake(at))).toEqual([]);
  expect(
    [
      [-84, 44],
      [-89.4, 43.1],
      [-81.2, 43],
      [-98, 39],
    ].filter(isLake),
  ).toEqual([]);
});
