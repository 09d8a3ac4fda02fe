import { Layer, Source, useMap } from '@vis.gl/react-maplibre';
import type { MultiLineString } from 'geojson';
import { useEffect, useState } from 'react';
import { logFailure } from '#/api/log-failure.ts';
import { GROUND_END } from '../layers/slots.ts';
import type { MapColors } from '../map-colors.ts';
import { loadBaseMap, loadCounties, type BaseMapData } from './base-map-data.ts';
import { GREAT_LAKES } from './great-lakes.ts';
import { MapLabels } from './MapLabels.tsx';

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
        beforeId={GROUND_END}
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
          beforeId={GROUND_END}
          paint={{ 'fill-color': colors.land, 'fill-antialias': true }}
        />
      </Source>
      <Source id="lakes" type="geojson" data={GREAT_LAKES}>
        <Layer id="lakes" type="fill" beforeId={GROUND_END} paint={{ 'fill-color': colors.water }} />
      </Source>
      <Source id="lake-shores" type="geojson" data={data.lakeShores}>
        <Layer id="lake-shores" type="fill" beforeId={GROUND_END} paint={{ 'fill-color': colors.land }} />
      </Source>
      {counties && <Lines id="counties" data={counties} color={colors.road} width={0.7} minZoom={COUNTIES_FROM_ZOOM} />}
      <Lines id="states" data={data.states} color={colors.boundary} width={0.8} />
      <Lines id="borders" data={data.borders} color={colors.boundary} width={1.4} />
      <MapLabels labels={data.labels} colors={colors} />
    </>
  );
}

/** The built-in map, which needs no other host: coasts, borders, states, counties and places. */
export function BaseMap({ colors }: { readonly colors: MapColors }) {
  const data = useLoaded(loadBaseMap, true);
  return data && <BaseMapLayers data={data} colors={colors} />;
}
