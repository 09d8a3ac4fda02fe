import type { Feature, FeatureCollection } from 'geojson';
import type { LngLatBoundsLike, StyleSpecification } from 'maplibre-gl';
import type { BaseMapData } from '#/map/base/base-map-data.ts';
import { GREAT_LAKES } from '#/map/base/great-lakes.ts';
import type { ShownRun } from './shown-words.ts';

// The map of pages without a sign-in: the built-in coasts and borders, lines, AGMs and pigs. It needs no other host.

export interface BoardColors {
  readonly land: string;
  readonly water: string;
  readonly boundary: string;
  readonly label: string;
  readonly halo: string;
  readonly line: string;
  readonly pig: string;
  readonly online: string;
  readonly asleep: string;
  readonly offline: string;
}

export interface MapContent {
  readonly runs: readonly Pick<ShownRun, 'pig' | 'places'>[];
  readonly devices: readonly {
    readonly lat: number;
    readonly lon: number;
    readonly presence: 'online' | 'asleep' | 'offline';
  }[];
}

export const CONTENT = 'content';

const point = ([lon, lat]: readonly [number, number], properties: object): Feature => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [lon, lat] },
  properties: { ...properties },
});

export function drawContent({ runs, devices }: MapContent): FeatureCollection {
  const ofRuns = runs.flatMap(({ pig, places }): Feature[] =>
    places
      ? [
          {
            type: 'Feature',
            geometry: { type: 'LineString', coordinates: places.line.map(([lon, lat]) => [lon, lat]) },
            properties: { kind: 'line' },
          },
          ...places.markers.map((place) => point(place, { kind: 'marker' })),
          point(places.pig, { kind: 'pig', name: pig }),
        ]
      : [],
  );
  const ofDevices = devices.map(({ lon, lat, presence }) => point([lon, lat], { kind: presence }));
  return { type: 'FeatureCollection', features: [...ofDevices, ...ofRuns] };
}

/** Around the lines; without any, around the devices. null: there is nothing to show. */
export function findBounds({ runs, devices }: MapContent): LngLatBoundsLike | null {
  const lines = runs.flatMap(({ places }) => places?.line ?? []);
  const all = lines.length > 0 ? lines : devices.map(({ lon, lat }) => [lon, lat] as const);
  if (all.length === 0) return null;
  const [lons, lats] = [all.map(([lon]) => lon), all.map(([, lat]) => lat)];
  return [
    [Math.min(...lons), Math.min(...lats)],
    [Math.max(...lons), Math.max(...lats)],
  ];
}

const FONT = ['sans-serif'];

const circle = (kind: string, color: string, radius: number, edge: string) => ({
  id: kind,
  type: 'circle' as const,
  source: CONTENT,
  filter: ['==', ['get', 'kind'], kind] as ['==', ['get', string], string],
  paint: { 'circle-color': color, 'circle-radius': radius, 'circle-stroke-color': edge, 'circle-stroke-width': 2 },
});

/** `textPx`: height of the names of pigs. */
export function makeStyle(base: BaseMapData, content: FeatureCollection, colors: BoardColors, textPx: number) {
  const style: StyleSpecification = {
    version: 8,
    sources: {
      land: { type: 'geojson', data: base.land },
      lakes: { type: 'geojson', data: GREAT_LAKES },
      shores: { type: 'geojson', data: base.lakeShores },
      states: { type: 'geojson', data: base.states },
      borders: { type: 'geojson', data: base.borders },
      labels: { type: 'geojson', data: base.labels },
      [CONTENT]: { type: 'geojson', data: content },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': colors.water } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colors.land } },
      { id: 'lakes', type: 'fill', source: 'lakes', paint: { 'fill-color': colors.water } },
      { id: 'shores', type: 'fill', source: 'shores', paint: { 'fill-color': colors.land } },
      { id: 'states', type: 'line', source: 'states', paint: { 'line-color': colors.boundary, 'line-width': 1 } },
      { id: 'borders', type: 'line', source: 'borders', paint: { 'line-color': colors.boundary, 'line-width': 2 } },
      {
        id: 'towns',
        type: 'symbol',
        source: 'labels',
        filter: ['==', ['get', 'kind'], 'place'],
        layout: { 'text-field': ['get', 'name'], 'text-font': FONT, 'text-size': textPx * 0.6 },
        paint: { 'text-color': colors.label, 'text-halo-color': colors.halo, 'text-halo-width': 1.5 },
      },
      {
        id: 'line',
        type: 'line',
        source: CONTENT,
        filter: ['==', ['get', 'kind'], 'line'],
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: { 'line-color': colors.line, 'line-width': 4 },
      },
      circle('marker', colors.land, 4, colors.line),
      circle('offline', colors.offline, 6, colors.halo),
      circle('asleep', colors.asleep, 6, colors.halo),
      circle('online', colors.online, 6, colors.halo),
      circle('pig', colors.pig, textPx * 0.4, colors.halo),
      {
        id: 'pig-name',
        type: 'symbol',
        source: CONTENT,
        filter: ['==', ['get', 'kind'], 'pig'],
        layout: {
          'text-field': ['get', 'name'],
          'text-font': FONT,
          'text-size': textPx,
          'text-anchor': 'bottom',
          'text-offset': [0, -0.7],
        },
        paint: { 'text-color': colors.pig, 'text-halo-color': colors.halo, 'text-halo-width': 2 },
      },
    ],
  };
  return style;
}
