import type { Feature, FeatureCollection, MultiLineString, MultiPolygon, Point, Polygon } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import countiesUrl from 'us-atlas/counties-10m.json?url';
import statesUrl from 'us-atlas/states-10m.json?url';
import countriesUrl from 'world-atlas/countries-50m.json?url';
import { LAKE_STATES } from './great-lakes.ts';
import { findLabelPoint } from './label-point.ts';
import { PLACES } from './places.ts';
import { splitAtAntimeridian } from './split-at-antimeridian.ts';

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

let baseMap: Promise<BaseMapData> | undefined;

/** Loads coasts, borders, states and names of the built-in map: once, unless it fails. */
export function loadBaseMap(): Promise<BaseMapData> {
  baseMap ??= fetchBaseMap().catch((error: unknown) => {
    baseMap = undefined;
    throw error;
  });
  return baseMap;
}

/** Loads the borders of counties for higher zooms only: they are as large as all the rest. */
export async function loadCounties(): Promise<MultiLineString> {
  const us = await fetchTopology<'counties'>(countiesUrl);
  return mesh(us, us.objects.counties, (a, b) => a !== b);
}
