import type { Feature, FeatureCollection, MultiLineString, MultiPolygon, Point, Polygon, Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import countiesUrl from 'us-atlas/counties-10m.json?url';
import statesUrl from 'us-atlas/states-10m.json?url';
import countriesUrl from 'world-atlas/countries-50m.json?url';
import { once } from '#/api/once.ts';
import { LAKE_STATES } from './great-lakes.ts';
import { splitAtAntimeridian } from './split-at-antimeridian.ts';

/** Towns for orientation on the built-in map. */
const PLACES: readonly Place[] = [
  ['New York', -74.01, 40.71, 1],
  ['Los Angeles', -118.24, 34.05, 1],
  ['Chicago', -87.63, 41.88, 1],
  ['Houston', -95.37, 29.76, 1],
  ['Denver', -104.99, 39.74, 1],
  ['Dallas', -96.8, 32.78, 1],
  ['Atlanta', -84.39, 33.75, 1],
  ['Seattle', -122.33, 47.61, 1],
  ['Minneapolis', -93.27, 44.98, 1],
  ['Miami', -80.19, 25.76, 1],
  ['San Francisco', -122.42, 37.77, 1],
  ['Calgary', -114.07, 51.05, 1],
  ['Toronto', -79.38, 43.65, 1],
  ['Mexico City', -99.13, 19.43, 1],
  ['Tulsa', -95.99, 36.15, 2],
  ['Oklahoma City', -97.52, 35.47, 2],
  ['Kansas City', -94.58, 39.1, 2],
  ['St. Louis', -90.2, 38.63, 2],
  ['New Orleans', -90.07, 29.95, 2],
  ['San Antonio', -98.49, 29.42, 2],
  ['Phoenix', -112.07, 33.45, 2],
  ['Salt Lake City', -111.89, 40.76, 2],
  ['Portland', -122.68, 45.52, 2],
  ['San Diego', -117.16, 32.72, 2],
  ['Las Vegas', -115.14, 36.17, 2],
  ['Albuquerque', -106.65, 35.08, 2],
  ['El Paso', -106.49, 31.76, 2],
  ['Omaha', -95.94, 41.26, 2],
  ['Memphis', -90.05, 35.15, 2],
  ['Nashville', -86.78, 36.16, 2],
  ['Charlotte', -80.84, 35.23, 2],
  ['Philadelphia', -75.17, 39.95, 2],
  ['Boston', -71.06, 42.36, 2],
  ['Detroit', -83.05, 42.33, 2],
  ['Pittsburgh', -79.99, 40.44, 2],
  ['Cincinnati', -84.51, 39.1, 2],
  ['Indianapolis', -86.16, 39.77, 2],
  ['Milwaukee', -87.91, 43.04, 2],
  ['Washington', -77.04, 38.91, 2],
  ['Tampa', -82.46, 27.95, 2],
  ['Edmonton', -113.49, 53.55, 2],
  ['Winnipeg', -97.14, 49.9, 2],
  ['Vancouver', -123.12, 49.28, 2],
  ['Montreal', -73.57, 45.5, 2],
  ['Monterrey', -100.32, 25.69, 2],
  ['Anchorage', -149.9, 61.22, 2],
  ['Regina', -104.62, 50.45, 3],
  ['Wichita', -97.34, 37.69, 3],
  ['Cushing', -96.77, 35.99, 3],
  ['Ponca City', -97.09, 36.71, 3],
  ['Bartlesville', -95.98, 36.75, 3],
  ['Enid', -97.88, 36.4, 3],
  ['Amarillo', -101.83, 35.22, 3],
  ['Lubbock', -101.86, 33.58, 3],
  ['Midland', -102.08, 31.99, 3],
  ['Odessa', -102.37, 31.85, 3],
  ['Abilene', -99.73, 32.45, 3],
  ['Austin', -97.74, 30.27, 3],
  ['Corpus Christi', -97.4, 27.8, 3],
  ['Beaumont', -94.1, 30.08, 3],
  ['Lake Charles', -93.22, 30.23, 3],
  ['Baton Rouge', -91.15, 30.45, 3],
  ['Shreveport', -93.75, 32.53, 3],
  ['Little Rock', -92.29, 34.75, 3],
  ['Fort Smith', -94.4, 35.39, 3],
  ['Springfield', -93.29, 37.21, 3],
  ['Jackson', -90.18, 32.3, 3],
  ['Mobile', -88.04, 30.69, 3],
  ['Birmingham', -86.8, 33.52, 3],
  ['Louisville', -85.76, 38.25, 3],
  ['Columbus', -83.0, 39.96, 3],
  ['Cleveland', -81.69, 41.5, 3],
  ['Buffalo', -78.88, 42.89, 3],
  ['Richmond', -77.44, 37.54, 3],
  ['Raleigh', -78.64, 35.78, 3],
  ['Jacksonville', -81.66, 30.33, 3],
  ['Des Moines', -93.62, 41.59, 3],
  ['Sioux Falls', -96.73, 43.54, 3],
  ['Fargo', -96.79, 46.88, 3],
  ['Bismarck', -100.78, 46.81, 3],
  ['Williston', -103.62, 48.15, 3],
  ['Rapid City', -103.23, 44.08, 3],
  ['Casper', -106.31, 42.87, 3],
  ['Cheyenne', -104.82, 41.14, 3],
  ['Billings', -108.5, 45.78, 3],
  ['Great Falls', -111.3, 47.5, 3],
  ['Boise', -116.2, 43.62, 3],
  ['Spokane', -117.43, 47.66, 3],
  ['Reno', -119.81, 39.53, 3],
  ['Sacramento', -121.49, 38.58, 3],
  ['Fresno', -119.79, 36.74, 3],
  ['Bakersfield', -119.02, 35.37, 3],
  ['Tucson', -110.97, 32.22, 3],
  ['Farmington', -108.22, 36.73, 3],
  ['Grand Junction', -108.55, 39.06, 3],
  ['Pueblo', -104.61, 38.25, 3],
  ['North Platte', -100.77, 41.12, 3],
  ['Dodge City', -100.02, 37.75, 3],
  ['Duluth', -92.1, 46.79, 3],
  ['Green Bay', -88.02, 44.51, 3],
  ['Grand Rapids', -85.67, 42.96, 3],
  ['Charleston', -81.63, 38.35, 3],
  ['Fairbanks', -147.72, 64.84, 3],
  ['Honolulu', -157.86, 21.31, 3],
];

interface Named {
  readonly name: string;
}
type NamedAreas = FeatureCollection<Polygon | MultiPolygon, Named>;
type Areas<Name extends string> = Topology<Record<Name, GeometryCollection<Named>>>;

export type LabelKind = 'country' | 'state' | 'place';
interface LabelProperties extends Named {
  readonly kind: LabelKind;
  /** A smaller rank is shown at lower zoom. */
  readonly rank: number;
}
export type Labels = FeatureCollection<Point, LabelProperties>;

const COUNTRY_OF_STATES = 'United States of America';

/** Files of our own site: the map needs no other host. */
async function fetchTopology<Name extends string>(url: string): Promise<Areas<Name>> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The built-in base map did not load (${response.status}).`);
  return (await response.json()) as Areas<Name>;
}

function label(kind: LabelKind, name: string, coordinates: number[], rank: number): Feature<Point, LabelProperties> {
  return { type: 'Feature', geometry: { type: 'Point', coordinates }, properties: { kind, name, rank } };
}

function labelAreas(kind: LabelKind, areas: NamedAreas) {
  return areas.features.flatMap(({ geometry, properties }) => {
    const point = findLabelPoint(geometry);
    return point ? [label(kind, properties.name, [...point.at], 1000 - point.size)] : [];
  });
}

export interface BaseMapData {
  readonly land: MultiPolygon;
  /** Land that the coarse outlines of the lakes would cover. */
  readonly lakeShores: FeatureCollection;
  readonly borders: MultiLineString;
  readonly states: MultiLineString;
  readonly labels: Labels;
}

/** All land as one area, with no line from end to end of the world. */
export function readLand(world: Topology<Record<'land', GeometryCollection>>): MultiPolygon {
  const parts = feature(world, world.objects.land).features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' || geometry.type === 'MultiPolygon' ? splitAtAntimeridian(geometry).coordinates : [],
  );
  return { type: 'MultiPolygon', coordinates: parts };
}

async function fetchBaseMap(): Promise<BaseMapData> {
  const [world, us] = await Promise.all([
    fetchTopology<'countries' | 'land'>(countriesUrl),
    fetchTopology<'states'>(statesUrl),
  ]);
  const countries = feature(world, world.objects.countries) as NamedAreas;
  // Without the United States, which have the names of their states.
  const abroad = {
    ...countries,
    features: countries.features.filter(({ properties }) => properties.name !== COUNTRY_OF_STATES),
  };
  const states = feature(us, us.objects.states) as NamedAreas;
  const places = PLACES.map(([name, longitude, latitude, rank]) => label('place', name, [longitude, latitude], rank));
  return {
    land: readLand(world),
    lakeShores: { ...states, features: states.features.filter(({ properties }) => LAKE_STATES.has(properties.name)) },
    borders: mesh(world, world.objects.countries, (a, b) => a !== b),
    states: mesh(us, us.objects.states, (a, b) => a !== b),
    labels: {
      type: 'FeatureCollection',
      features: [...labelAreas('country', abroad), ...labelAreas('state', states), ...places],
    },
  };
}

/** Loads coasts, borders, states and names of the built-in map: once, unless it fails. */
export const loadBaseMap = once(fetchBaseMap);

/** Loads the borders of counties for higher zooms only: they are as large as all the rest. */
export async function loadCounties(): Promise<MultiLineString> {
  const us = await fetchTopology<'counties'>(countiesUrl);
  return mesh(us, us.objects.counties, (a, b) => a !== b);
}

/** Name, longitude, latitude and rank: 1 is shown first. */
type Place = readonly [name: string, longitude: number, latitude: number, rank: 1 | 2 | 3];

/** Twice the signed area of a ring, in square degrees, and its centroid. */
function measureRing(ring: readonly Position[]): { readonly area: number; readonly centroid: Position } {
  let area = 0;
  let x = 0;
  let y = 0;
  ring.forEach(([x1 = 0, y1 = 0], index) => {
    const [x2 = 0, y2 = 0] = ring[(index + 1) % ring.length] ?? [];
    const cross = x1 * y2 - x2 * y1;
    area += cross;
    x += (x1 + x2) * cross;
    y += (y1 + y2) * cross;
  });
  return { area: Math.abs(area), centroid: area === 0 ? (ring[0] ?? [0, 0]) : [x / (3 * area), y / (3 * area)] };
}

/** The position of an area's name: the middle of its largest part; null if it has no area. */
export function findLabelPoint(area: Polygon | MultiPolygon): { readonly at: Position; readonly size: number } | null {
  const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
  const parts = polygons.map(([outer = []]) => measureRing(outer)).filter(({ area: size }) => size > 0);
  if (parts.length === 0) return null;
  const largest = parts.reduce((best, part) => (part.area > best.area ? part : best));
  return { at: largest.centroid, size: largest.area };
}
