import type { FilterSpecification, LayerSpecification } from 'maplibre-gl';
import type { MapColors } from '../map-colors.ts';

// The look of vector tiles in the schema of the Protomaps basemap: what helps to find a pipeline, in the colours of the
// theme. All names are drawn with the browser's own font, so that no glyph files are needed.

const FONT = ['sans-serif'];

/** The zoom from which a kind of road is drawn, its width there, and its width at zoom 18. */
const ROADS = [
  { kind: 'path', fromZoom: 14, first: 0.5, last: 2, isLarge: false },
  { kind: 'minor_road', fromZoom: 11, first: 0.4, last: 9, isLarge: false },
  { kind: 'rail', fromZoom: 9, first: 0.6, last: 2, isLarge: true },
  { kind: 'major_road', fromZoom: 7, first: 0.7, last: 14, isLarge: true },
  { kind: 'highway', fromZoom: 5, first: 1.2, last: 18, isLarge: true },
] as const;

export interface GroundLook {
  readonly colors: Pick<MapColors, 'land' | 'water' | 'road' | 'boundary' | 'label' | 'halo'>;
  /** The user's system asks for more contrast. */
  readonly isStrong: boolean;
}

const isKind = (...kinds: readonly string[]): FilterSpecification => ['in', ['get', 'kind'], ['literal', [...kinds]]];
const hasShape = (shape: 'Polygon' | 'LineString'): FilterSpecification => ['==', ['geometry-type'], shape];

type WithoutPlace<Each> = Each extends unknown ? Omit<Each, 'id' | 'source'> : never;
type DrawnLayer = Extract<LayerSpecification, { readonly type: 'fill' | 'line' | 'symbol' }>;
type Ground = WithoutPlace<DrawnLayer> & { readonly name: string };

function drawRoads({ colors, isStrong }: GroundLook): Ground[] {
  const wider = isStrong ? 1.8 : 1;
  return ROADS.map(({ kind, fromZoom, first, last, isLarge }) => ({
    name: kind,
    type: 'line',
    'source-layer': 'roads',
    minzoom: fromZoom,
    filter: isKind(kind),
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': isStrong ? colors.label : isLarge ? colors.boundary : colors.road,
      'line-width': ['interpolate', ['exponential', 1.5], ['zoom'], fromZoom, first * wider, 18, last * wider],
      ...(kind === 'rail' && { 'line-dasharray': [4, 2] }),
    },
  }));
}

function nameThings({ colors, isStrong }: GroundLook): Ground[] {
  const paint = {
    'text-color': colors.label,
    'text-halo-color': colors.halo,
    'text-halo-width': isStrong ? 2 : 1.2,
  };
  return [
    {
      name: 'road-names',
      type: 'symbol',
      'source-layer': 'roads',
      minzoom: 12,
      filter: isKind('highway', 'major_road', 'minor_road'),
      layout: {
        'text-field': ['coalesce', ['get', 'ref'], ['get', 'name']],
        'text-font': FONT,
        'text-size': 10,
        'symbol-placement': 'line',
        'text-padding': 8,
      },
      paint,
    },
    {
      name: 'water-names',
      type: 'symbol',
      'source-layer': 'water',
      minzoom: 9,
      filter: ['has', 'name'],
      layout: { 'text-field': ['get', 'name'], 'text-font': FONT, 'text-size': 10, 'text-max-width': 7 },
      paint,
    },
    {
      name: 'places',
      type: 'symbol',
      'source-layer': 'places',
      minzoom: 5,
      filter: isKind('locality'),
      layout: {
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': ['interpolate', ['linear'], ['coalesce', ['get', 'population_rank'], 0], 0, 10.5, 12, 14],
        'text-max-width': 8,
        'text-padding': 6,
        'symbol-sort-key': ['-', 0, ['coalesce', ['get', 'population_rank'], 0]],
      },
      paint,
    },
  ];
}

/** The layers of the ground, lowest first. */
export function styleGround(look: GroundLook): readonly Ground[] {
  const { colors, isStrong } = look;
  return [
    { name: 'earth', type: 'fill', 'source-layer': 'earth', paint: { 'fill-color': colors.land } },
    {
      name: 'water',
      type: 'fill',
      'source-layer': 'water',
      filter: hasShape('Polygon'),
      paint: { 'fill-color': colors.water },
    },
    {
      name: 'rivers',
      type: 'line',
      'source-layer': 'water',
      minzoom: 7,
      filter: hasShape('LineString'),
      paint: { 'line-color': colors.water, 'line-width': ['interpolate', ['linear'], ['zoom'], 7, 0.6, 16, 4] },
    },
    {
      name: 'buildings',
      type: 'fill',
      'source-layer': 'buildings',
      minzoom: 14,
      paint: { 'fill-color': colors.road, 'fill-opacity': isStrong ? 0.9 : 0.5 },
    },
    ...drawRoads(look),
    {
      name: 'boundaries',
      type: 'line',
      'source-layer': 'boundaries',
      filter: isKind('country', 'region'),
      paint: { 'line-color': colors.boundary, 'line-width': isStrong ? 1.8 : 0.9 },
    },
    ...nameThings(look),
  ];
}

/** Over images the names are white in both themes. */
const OVER_IMAGES: GroundLook['colors'] = {
  land: 'transparent',
  water: 'transparent',
  road: 'rgba(255, 255, 255, 0.45)',
  boundary: 'rgba(255, 255, 255, 0.6)',
  label: '#ffffff',
  halo: 'rgba(0, 0, 0, 0.75)',
};

/** What is drawn over satellite images: roads, borders and names, lowest first. */
export function styleOverImages({ isStrong }: Pick<GroundLook, 'isStrong'>): readonly Ground[] {
  const look = { colors: OVER_IMAGES, isStrong };
  return styleGround(look).filter(({ type, name }) => type !== 'fill' && name !== 'rivers');
}

type HillPaint = NonNullable<Extract<LayerSpecification, { readonly type: 'hillshade' }>['paint']>;

/** Hills are seen without hiding what stands on the map, in both themes. */
export const HILLS: HillPaint = {
  'hillshade-exaggeration': 0.4,
  'hillshade-shadow-color': 'rgba(0, 0, 0, 0.45)',
  'hillshade-highlight-color': 'rgba(255, 255, 255, 0.25)',
  'hillshade-accent-color': 'rgba(0, 0, 0, 0.15)',
};
