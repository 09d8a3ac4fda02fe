import { Map, type ErrorEvent } from '@vis.gl/react-maplibre';
import 'maplibre-gl/dist/maplibre-gl.css';
import { useState, type CSSProperties } from 'react';
import { logFailure } from '../api/log-failure.ts';
import { BaseMap } from './base/BaseMap.tsx';
import type { MapColors } from './map-colors.ts';
import { loadMapEngine } from './map-engine.ts';
import { INITIAL_VIEW, MAX_ZOOM, MIN_ZOOM } from './map-limits.ts';
import { MapControls } from './MapControls.tsx';
import { MapUnavailable } from './MapUnavailable.tsx';
import styles from './MapView.module.css';
import { hasWebGl } from './webgl.ts';

interface MapViewProps {
  readonly colors: MapColors;
  /** How much of the left edge lies under a drawer, in px. */
  readonly coveredLeft: number;
}

const EMPTY_STYLE = { version: 8 as const, sources: {}, layers: [] };

/** The map. Its ground shows through from the page, so that a change of theme repaints nothing but the layers. */
export function MapView({ colors, coveredLeft }: MapViewProps) {
  const [canDraw] = useState(hasWebGl);
  const [failure, setFailure] = useState<Error | null>(null);
  if (!canDraw) return <MapUnavailable />;
  if (failure) throw failure;
  const takeError = ({ target, error }: ErrorEvent) => {
    // Without a target there is no map: the engine did not load or did not start.
    if (target) logFailure(error);
    else setFailure(error);
  };
  return (
    <div className={styles.view} style={{ '--covered-left': `${coveredLeft}px` } as CSSProperties}>
      <Map
        mapLib={loadMapEngine()}
        initialViewState={INITIAL_VIEW}
        minZoom={MIN_ZOOM}
        maxZoom={MAX_ZOOM}
        // One world, and no way out of it: the engine fails on bounds that say the same.
        renderWorldCopies={false}
        mapStyle={EMPTY_STYLE}
        attributionControl={false}
        dragRotate={false}
        pitchWithRotate={false}
        touchPitch={false}
        onLoad={({ target }) => target.touchZoomRotate.disableRotation()}
        onError={takeError}
      >
        <BaseMap colors={colors} />
        <MapControls />
      </Map>
      <span className={styles.attribution}>Built-in base map</span>
    </div>
  );
}
