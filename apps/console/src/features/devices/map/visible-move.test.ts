import { expect, it } from 'vitest';
import { isSeenMove } from './visible-move.ts';

const from = { lat: 36, lon: -96 };

it('a movement of forty metres is visible at a high zoom, not with the whole country in view', () => {
  const north = { lat: 36.0004, lon: -96 };
  const east = { lat: 36, lon: -95.9996 };
  expect([4, 8, 10, 12, 16].map((zoom) => isSeenMove(from, north, zoom))).toEqual([false, false, true, true, true]);
  expect([4, 8, 10, 12, 16].map((zoom) => isSeenMove(from, east, zoom))).toEqual([false, false, true, true, true]);
});

it('a movement of half a degree is always visible', () => {
  expect(isSeenMove(from, { lat: 36.5, lon: -96 }, 3)).toBe(true);
});
