import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseView } from './last-view.ts';

it('[W-291] parseView reads back a stored view', () => {
  expect(parseView(JSON.parse(JSON.stringify({ lat: 36.1, lon: -97, zoom: 9.25, other: 1 })))).toEqual({
    lat: 36.1,
    lon: -97,
    zoom: 9.25,
  });
});

it('[W-291] parseView is null without a view that the map can show', () => {
  for (const stored of [
    null,
    'x',
    {},
    { lat: 91, lon: 0, zoom: 4 },
    { lat: 0, lon: 0, zoom: 25 },
    { lat: '1', lon: 0, zoom: 4 },
  ])
    expect(parseView(stored)).toBeNull();
  fc.assert(
    fc.property(fc.jsonValue(), (stored) => {
      const { lat, lon, zoom } = parseView(stored) ?? { lat: 0, lon: 0, zoom: 3 };
      expect([Math.abs(lat) <= 85, Math.abs(lon) <= 180, zoom >= 3]).toEqual([true, true, true]);
    }),
  );
});
