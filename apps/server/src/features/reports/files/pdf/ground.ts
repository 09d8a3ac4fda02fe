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

const load = (name: string, object: string, isBorder = false): MultiLineString => {
  const topology = require(name) as Topology<Record<string, GeometryCollection>>;
  const objects = topology.objects[object];
  if (!objects) throw new Error(`${name} has no ${object}`);
  return isBorder ? mesh(topology, objects, (one, other) => one !== other) : mesh(topology, objects);
};

let loaded: readonly Ground[] | undefined;

/** Read once, at the first report: a second of work. */
const loadGround = (): readonly Ground[] =>
  (loaded ??= [
    { lines: load('us-atlas/counties-10m.json', 'counties', true), ink: INK.hair, width: 0.5 },
    { lines: load('us-atlas/states-10m.json', 'states', true), ink: INK.rule, width: 0.8 },
    { lines: load('world-atlas/countries-50m.json', 'countries'), ink: INK.frame, width: 0.8 },
  ]);

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
