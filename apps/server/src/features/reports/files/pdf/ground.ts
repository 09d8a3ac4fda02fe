import { createRequire } from 'node:module';
import type { MultiLineString, Position } from 'geojson';
import { mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { INK } from './ink.ts';
import type { Pen, Spot } from './pen.ts';

// The ground of the map on paper: coasts, borders of countries, states and counties.

const require = createRequire(import.meta.url);

interface Ground {
  readonly lines: MultiLineString;
  readonly ink: string;
  readonly width: number;
}

export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

type Atlas = Topology<Record<string, GeometryCollection>>;

function listLines(atlas: Atlas, name: string, isBorder: boolean): MultiLineString {
  const objects = atlas.objects[name];
  if (!objects) throw new Error(`the atlas has no ${name}`);
  return isBorder ? mesh(atlas, objects, (one, other) => one !== other) : mesh(atlas, objects);
}

let loaded: readonly Ground[] | undefined;

function loadGround(): readonly Ground[] {
  const counties = require('us-atlas/counties-10m.json') as Atlas;
  const countries = require('world-atlas/countries-50m.json') as Atlas;
  loaded ??= [
    { lines: listLines(counties, 'counties', true), ink: INK.hair, width: 0.5 },
    { lines: listLines(counties, 'states', true), ink: INK.rule, width: 0.8 },
    { lines: listLines(countries, 'countries', false), ink: INK.frame, width: 0.8 },
  ];
  return loaded;
}

const isNear = (line: readonly Position[], { west, south, east, north }: Bounds): boolean => {
  let [least, most, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [lon = 0, lat = 0] of line) {
    [least, most] = [Math.min(least, lon), Math.max(most, lon)];
    [low, high] = [Math.min(low, lat), Math.max(high, lat)];
  }
  return most >= west && least <= east && high >= south && low <= north;
};

/** Draws what lies within the bounds; the pen cuts it at the edge of the map. */
export function drawGround(pen: Pen, bounds: Bounds, toPaper: (place: { lat: number; lon: number }) => Spot): void {
  for (const { lines, ink, width } of loadGround())
    for (const line of lines.coordinates)
      if (isNear(line, bounds))
        pen.path(
          line.map(([lon = 0, lat = 0]) => toPaper({ lat, lon })),
          { ink, width },
        );
}
