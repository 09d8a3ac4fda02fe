import { Layer, Source, useMap } from '@vis.gl/react-maplibre';
import type { MultiLineString } from 'geojson';
import { lazy, Suspense, useEffect, useMemo, useState, type ComponentProps } from 'react';
import { loadPart } from '#/api/load-part.ts';
import { logFailure } from '#/api/api-error.ts';
import { BUILT_IN_END, GROUND_END } from '../layers/slots.ts';
import type { MapColors } from '../map-colors.ts';
import { loadBaseMap, loadCounties, type BaseMapData, type LabelKind, type Labels } from './base-map-data.ts';
import { GREAT_LAKES } from './great-lakes.ts';
import type { GroundRegion } from './ground-archive.ts';
import { useGround, useTerrain } from '../tiles/ground.data.ts';

const STYLES: Readonly<Record<LabelKind, KindStyle>> = {
  country: { minzoom: 2, maxzoom: 5.5, size: 11.5, spacing: 0.12, isUpperCase: true },
  state: { minzoom: 4, maxzoom: 7.5, size: 10.5, spacing: 0.1, isUpperCase: true },
  place: { minzoom: 4.4, maxzoom: 24, size: 11, spacing: 0, isUpperCase: false },
};

/** Drawn with the browser's own font, so that no glyph files are needed. */
const FONT = ['sans-serif'];

/** Zoom from which counties are drawn. */
const COUNTIES_FROM_ZOOM = 5.5;

/** The loaded value; a failure is logged, and the map continues without it. */
function useLoaded<Value>(load: () => Promise<Value>, isWanted: boolean): Value | null {
  const [value, setValue] = useState<Value | null>(null);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isCurrent = true;
    load().then((loaded) => isCurrent && setValue(loaded), logFailure);
    return () => {
      isCurrent = false;
    };
  }, [load, isWanted]);
  return value;
}

/** Whether the zoom has ever been above the given level. */
function useHasReachedZoom(zoom: number): boolean {
  const { current: map } = useMap();
  const [hasReached, setReached] = useState(false);
  useEffect(() => {
    if (!map || hasReached) return undefined;
    const look = () => {
      if (map.getZoom() >= zoom) setReached(true);
    };
    look();
    map.on('zoomend', look);
    return () => {
      map.off('zoomend', look);
    };
  }, [map, zoom, hasReached]);
  return hasReached;
}

function Lines({
  id,
  data,
  color,
  width,
  minZoom = 0,
}: {
  readonly id: string;
  readonly data: MultiLineString;
  readonly color: string;
  readonly width: number;
  readonly minZoom?: number;
}) {
  return (
    <Source id={id} type="geojson" data={data}>
      <Layer
        id={id}
        type="line"
        beforeId={BUILT_IN_END}
        minzoom={minZoom}
        paint={{ 'line-color': color, 'line-width': width }}
      />
    </Source>
  );
}

function BaseMapLayers({ data, colors }: { readonly data: BaseMapData; readonly colors: MapColors }) {
  const counties = useLoaded(loadCounties, useHasReachedZoom(COUNTIES_FROM_ZOOM));
  return (
    <>
      <Source id="land" type="geojson" data={data.land} tolerance={0.6}>
        <Layer
          id="land"
          type="fill"
          beforeId={BUILT_IN_END}
          paint={{ 'fill-color': colors.land, 'fill-antialias': true }}
        />
      </Source>
      <Source id="lakes" type="geojson" data={GREAT_LAKES}>
        <Layer id="lakes" type="fill" beforeId={BUILT_IN_END} paint={{ 'fill-color': colors.water }} />
      </Source>
      <Source id="lake-shores" type="geojson" data={data.lakeShores}>
        <Layer id="lake-shores" type="fill" beforeId={BUILT_IN_END} paint={{ 'fill-color': colors.land }} />
      </Source>
      {counties && <Lines id="counties" data={counties} color={colors.road} width={0.7} minZoom={COUNTIES_FROM_ZOOM} />}
      <Lines id="states" data={data.states} color={colors.boundary} width={0.8} />
      <Lines id="borders" data={data.borders} color={colors.boundary} width={1.4} />
      <MapLabels labels={data.labels} colors={colors} />
    </>
  );
}

const VectorGround = lazy(async () => ({
  default: (await loadPart(() => import('./VectorGround.tsx'), 'map')).VectorGround,
}));

/**
 * The map that needs no other host: the built-in coasts, borders, states, counties and places, and above them the map
 * files of the installation.
 */
export function BaseMap({ colors }: { readonly colors: MapColors }) {
  const data = useLoaded(loadBaseMap, true);
  const regions = useGround();
  const terrain = useTerrain();
  const shown = useMemo(() => data && { ...data, labels: labelOutside(data.labels, regions) }, [data, regions]);
  if (!shown) return null;
  return (
    <>
      <BaseMapLayers data={shown} colors={colors} />
      {regions.length + terrain.length > 0 && (
        <Suspense>
          <VectorGround regions={regions} terrain={terrain} colors={colors} />
        </Suspense>
      )}
    </>
  );
}

/** Inside a region its own map file names the towns. */
function labelOutside(labels: Labels, regions: readonly GroundRegion[]): Labels {
  if (regions.length === 0) return labels;
  const isInside = ([lon = 0, lat = 0]: readonly number[]) =>
    regions.some(
      ({ bounds: [west, south, east, north] }) => lon >= west && lon <= east && lat >= south && lat <= north,
    );
  return {
    ...labels,
    features: labels.features.filter(
      ({ properties, geometry }) => properties.kind !== 'place' || !isInside(geometry.coordinates),
    ),
  };
}

type SymbolLayer = Extract<ComponentProps<typeof Layer>, { readonly type: 'symbol' }>;

interface KindStyle {
  readonly minzoom: number;
  readonly maxzoom: number;
  readonly size: number;
  /** Letter spacing in em; wide for areas, to distinguish them from towns. */
  readonly spacing: number;
  readonly isUpperCase: boolean;
}

function layoutOf(kind: LabelKind): NonNullable<SymbolLayer['layout']> {
  const { size, spacing, isUpperCase } = STYLES[kind];
  return {
    'text-field': ['get', 'name'],
    'text-font': FONT,
    'text-size': size,
    'text-letter-spacing': spacing,
    'text-transform': isUpperCase ? 'uppercase' : 'none',
    'text-max-width': 8,
    'text-padding': 6,
    'symbol-sort-key': ['get', 'rank'],
  };
}

/** Names; more of them at higher zoom. */
function MapLabels({ labels, colors }: { readonly labels: Labels; readonly colors: MapColors }) {
  const paint = { 'text-color': colors.label, 'text-halo-color': colors.halo, 'text-halo-width': 1.2 };
  const kinds: readonly LabelKind[] = ['place', 'state', 'country'];
  return (
    <Source id="labels" type="geojson" data={labels}>
      {kinds.map((kind) => (
        <Layer
          key={kind}
          id={`labels-${kind}`}
          type="symbol"
          beforeId={GROUND_END}
          filter={
            kind === 'place'
              ? ['all', ['==', ['get', 'kind'], kind], ['<=', ['get', 'rank'], ['step', ['zoom'], 1, 5, 2, 6, 3]]]
              : ['==', ['get', 'kind'], kind]
          }
          minzoom={STYLES[kind].minzoom}
          maxzoom={STYLES[kind].maxzoom}
          layout={layoutOf(kind)}
          paint={paint}
        />
      ))}
    </Source>
  );
}
