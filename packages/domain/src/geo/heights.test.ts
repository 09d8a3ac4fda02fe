import { expect, it } from 'vitest';
import { findTilePoint, readHeight } from './heights.ts';

it.each([
  ['terrarium', [128, 0, 0], 0],
  ['terrarium', [128, 243, 128], 243.5],
  ['terrarium', [127, 255, 0], -1],
  ['mapbox', [1, 134, 160], 0],
  ['mapbox', [1, 144, 35], 243.5],
] as const)('[W-540] in the encoding %s the colour %j is %d m', (encoding, [red, green, blue], height) => {
  expect(readHeight(encoding, red, green, blue)).toBeCloseTo(height, 3);
});

it('[W-540] a place is in a tile of the web map, from its left and upper edge', () => {
  expect(findTilePoint({ lat: 0, lon: 0 }, 1)).toMatchObject({ x: 1, y: 1, across: 0 });
  expect(findTilePoint({ lat: 36, lon: -96.75 }, 8)).toMatchObject({ x: 59, y: 100 });
  expect(findTilePoint({ lat: 90, lon: -180 }, 3)).toMatchObject({ x: 0, y: 0, across: 0 });
  expect(findTilePoint({ lat: -90, lon: 180 }, 3)).toMatchObject({ x: 7, y: 7 });
});
