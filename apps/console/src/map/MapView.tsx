import { Map, type ErrorEvent } from '@vis.gl/react-maplibre';
import type { RequestTransformFunction } from 'maplibre-gl';
import { useState, type CSSProperties, type ReactNode } from 'react';
import { logFailure } from '#/api/log-failure.ts';
import { Attribution } from './controls/Attribution.tsx';
import { CoveredEdgesContext, type CoveredEdges } from './camera/free-area.ts';
import { BaseLayer } from './layers/BaseLayer.tsx';
import { RadarLayer } from './layers/RadarLayer.tsx';
import { SLOT_STYLE } from './layers/slots.ts';
import type { MapColors } from './map-colors.ts';
import { loadMapEngine } from './map-engine.ts';
import { INITIAL_VIEW, MAX_ZOOM, MIN_ZOOM } from './camera/map-limits.ts';
import { MapCamera } from './camera/MapCamera.tsx';
import { MapControls } from './controls/MapControls.tsx';
import { MapUnavailable } from './controls/MapUnavailable.tsx';
import styles from './MapView.module.css';
import { PlaceMark } from './marks/PlaceMark.tsx';
import { TILE_REFERRER } from './tiles/tile-request.ts';
import { hasWebGl } from './controls/webgl.ts';

interface MapViewProps {
  readonly colors: MapColors;
  /** The edges of the map that drawer, search and table cover. */
  readonly covered: CoveredEdges;
  /** Layers and other content, loaded together with the map. */
  readonly children?: ReactNode;
}

/** All external requests of the map are for tiles. */
const nameReferrer: RequestTransformFunction = (url) => ({ url, referrerPolicy: TILE_REFERRER });

const toCssVariables = ({ top, bottom, left }: CoveredEdges) =>
  ({ '--covered-top': `${top}px`, '--covered-bottom': `${bottom}px`, '--covered-left': `${left}px` }) as CSSProperties;

/** The map. Its background is transparent, so that a change of theme redraws the layers only. */
export function MapView({ colors, covered, children }: MapViewProps) {
  const [failure, setFailure] = useState<Error | null>(null);
  if (failure) {
    // Checked only now, because the check is as expensive as a map.
    if (!hasWebGl()) return <MapUnavailable />;
    throw failure;
  }
  const takeError = ({ target, error, ...event }: ErrorEvent) => {
    // Without a target the map engine did not load or start.
    if (!target) setFailure(error);
    // Failed tiles are counted by the tile watch.
    else if (!('tile' in event)) logFailure(error);
  };
  return (
    <div className={styles.view} style={toCssVariables(covered)}>
      <CoveredEdgesContext value={covered}>
        <Map
          mapLib={loadMapEngine()}
          initialViewState={INITIAL_VIEW}
          minZoom={MIN_ZOOM}
          maxZoom={MAX_ZOOM}
          // A single world; the engine fails if the same is set by bounds.
          renderWorldCopies={false}
          mapStyle={SLOT_STYLE}
          transformRequest={nameReferrer}
          fadeDuration={0}
          attributionControl={false}
          dragRotate={false}
          pitchWithRotate={false}
          touchPitch={false}
          onLoad={({ target }) => target.touchZoomRotate.disableRotation()}
          onError={takeError}
        >
          <BaseLayer colors={colors} />
          <RadarLayer />
          {children}
          <PlaceMark />
          <MapCamera />
          <MapControls />
        </Map>
        <Attribution />
      </CoveredEdgesContext>
    </div>
  );
}
