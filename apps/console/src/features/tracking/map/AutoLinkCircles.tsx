import { Source, useMap, Layer } from '@vis.gl/react-maplibre';
import type { FeatureCollection, Polygon } from 'geojson';
import { useEffect, useState } from 'react';
import { useRuns } from '#/features/runs/runs-store.ts';
import { describeCircles } from './auto-link-circles.ts';
import type { RunColors } from './run-colors.ts';
import { readBox } from './use-run-feed.ts';
import { RUNS_END } from '#/map/layers/slots.ts';

const SOURCE = 'run-auto-link';
const NONE: FeatureCollection<Polygon> = { type: 'FeatureCollection', features: [] };
/** At lower zooms the circles are smaller than the markers. */
const FROM_ZOOM = 11;

function useCircles(): FeatureCollection<Polygon> {
  const { current: map } = useMap();
  const [circles, setCircles] = useState(NONE);
  useEffect(() => {
    if (!map) return undefined;
    const draw = () => {
      const isNear = map.getZoom() >= FROM_ZOOM;
      setCircles((before) => {
        if (!isNear) return NONE;
        const drawn = describeCircles(
          useRuns.getState().runs.map(({ run }) => run),
          readBox(map.getMap()),
        );
        return drawn.features.length + before.features.length === 0 ? before : drawn;
      });
    };
    draw();
    const stop = useRuns.subscribe(draw);
    map.on('moveend', draw);
    return () => {
      stop();
      map.off('moveend', draw);
    };
  }, [map]);
  return circles;
}

/** Circles around the markers that are linked automatically. */
export function AutoLinkCircles({ colors }: { readonly colors: RunColors }) {
  return (
    <Source id={SOURCE} type="geojson" data={useCircles()}>
      <AutoLinkLayer id={SOURCE} source={SOURCE} fill={colors.autoLink} edge={colors.future} />
    </Source>
  );
}

interface AutoLinkLayerProps {
  readonly id: string;
  readonly source: string;
  readonly fill: string;
  readonly edge: string;
}

/** The distance around a marker within which devices are linked to it. */
function AutoLinkLayer({ id, source, fill, edge }: AutoLinkLayerProps) {
  return (
    <>
      <Layer
        id={`${id}-fill`}
        source={source}
        type="fill"
        beforeId={RUNS_END}
        paint={{ 'fill-color': fill, 'fill-antialias': false }}
      />
      <Layer
        id={`${id}-edge`}
        source={source}
        type="line"
        beforeId={RUNS_END}
        paint={{ 'line-color': edge, 'line-width': 1, 'line-opacity': 0.7, 'line-dasharray': [4, 3] }}
      />
    </>
  );
}
