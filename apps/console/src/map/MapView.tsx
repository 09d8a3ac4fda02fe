import { Map, type ErrorEvent, useMap } from '@vis.gl/react-maplibre';
import type { RequestTransformFunction } from 'maplibre-gl';
import { useState, type CSSProperties, type ReactNode, useEffect, lazy, Suspense } from 'react';
import { logFailure } from '#/api/api-error.ts';
import { CoveredEdgesContext, type CoveredEdges } from './camera/free-area.ts';
import { SLOT_STYLE, OVERLAY_END, GROUND_END } from './layers/slots.ts';
import type { MapColors } from './map-colors.ts';
import { loadMapEngine } from './map-engine.ts';
import { INITIAL_VIEW, MAX_ZOOM, MIN_ZOOM, type MapView as LastView } from './camera/last-view.ts';
import { LayerControl } from './controls/LayerControl.tsx';
import { MapCamera } from './camera/MapCamera.tsx';
import { PlaceMark } from './marks/PlaceMark.tsx';
import { TILE_REFERRER } from './tiles/tile-request.ts';
import { useLayerChoice, type BaseLayerName } from './tiles/layer-choice.ts';
import { describeSources } from './tiles/layer-words.ts';
import { startSavedAreas } from './saved/saved-areas.ts';
import { useTileSettings, listTileSources, type TileLayer } from './tiles/tile-settings.ts';
import { useTileStatus, setTileStatus } from './tiles/tile-status.ts';
import { RasterTiles } from './tiles/RasterTiles.tsx';
import { useTileHealth } from './tiles/use-tile-health.ts';
import { useGround, useTerrain } from './tiles/ground.data.ts';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { useIsPhone, coversMap } from '#/ui/window/window-store.ts';
import { goHome } from './map-commands.ts';
import { useIsMapLow } from './camera/map-room.ts';
import { loadPart } from '#/api/load-part.ts';
import { t } from '#/language/t.ts';
import styles from './MapView.module.css';

const LateNames = lazy(async () => ({
  default: (await loadPart(() => import('./base/VectorGround.tsx'), 'map')).VectorGround,
}));

const LateBaseMap = lazy(async () => ({
  default: (await loadPart(() => import('./base/BaseMap.tsx'), 'map')).BaseMap,
}));

const MapFoot = lazy(async () => ({ default: (await loadPart(() => import('./foot/MapFoot.tsx'), 'map')).MapFoot }));

const RADAR = 'radar';

const RADAR_OPACITY = 0.4;

/** The interval of new radar images. */
const RADAR_RENEWAL_MS = 5 * 60_000;

interface MapViewProps {
  readonly colors: MapColors;
  /** The user's last view; null on the very first visit. */
  readonly view: LastView | null;
  readonly onViewChange: (view: LastView) => void;
  readonly isMetric: boolean;
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
export function MapView({ colors, view, onViewChange, isMetric, covered, children }: MapViewProps) {
  useEffect(startSavedAreas, []);
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
          initialViewState={view ? { latitude: view.lat, longitude: view.lon, zoom: view.zoom } : INITIAL_VIEW}
          onMoveEnd={({ viewState: { latitude: lat, longitude: lon, zoom } }) => onViewChange({ lat, lon, zoom })}
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
          <Suspense>
            <MapFoot isMetric={isMetric} />
          </Suspense>
        </Map>
        <Attribution />
      </CoveredEdgesContext>
    </div>
  );
}

/** Whether this browser can draw the map. */
function hasWebGl(): boolean {
  try {
    const canvas = document.createElement('canvas');
    return canvas.getContext('webgl2') !== null;
  } catch {
    return false;
  }
}

/** Replaces a map that cannot be drawn; the rest of the console works. */
function MapUnavailable() {
  return (
    <div className={styles.panel} role="status">
      <h2 className={styles.title}>{t('The map cannot be drawn here')}</h2>
      <p>
        {t('This browser offers no WebGL 2. Turn on hardware acceleration in its settings, or use another browser.')}
      </p>
    </div>
  );
}

/** The sources of the map, at its lower right. */
function Attribution() {
  const { tiles } = useTileSettings();
  const { base, isRadarShown } = useLayerChoice();
  const status = useTileStatus();
  const isRadarSeen = isRadarShown && status.radar === 'up';
  const ground = useGround();
  const terrain = useTerrain();
  const hasNames = base === 'satellite';
  const groundCredits = (hasNames ? ground : [...ground, ...terrain]).map(({ attribution }) => attribution);
  const words = describeSources({
    status: status.base,
    credit: tiles?.[base].attribution ?? '',
    groundCredits,
    hasNames,
    radarCredit: isRadarSeen ? (tiles?.radar?.attribution ?? null) : null,
  });
  return words !== '' && <span className={styles.attribution}>{words}</span>;
}

function RadarTiles({ layer }: { readonly layer: TileLayer }) {
  const { current: map } = useMap();
  const status = useTileHealth(RADAR, layer);
  useEffect(() => setTileStatus({ radar: status }), [status]);
  useEffect(() => {
    if (!map || status !== 'up') return undefined;
    const timer = setInterval(() => {
      for (const id of listTileSources(RADAR, layer)) if (map.getSource(id)) map.getMap().refreshTiles(id);
    }, RADAR_RENEWAL_MS);
    return () => clearInterval(timer);
  }, [map, layer, status]);
  return status === 'up' && <RasterTiles name={RADAR} layer={layer} beforeId={OVERLAY_END} opacity={RADAR_OPACITY} />;
}

/** The weather radar, if it is switched on and available. */
function RadarLayer() {
  const { tiles } = useTileSettings();
  const isShown = useLayerChoice((choice) => choice.isRadarShown);
  return isShown && tiles?.radar && <RadarTiles layer={tiles.radar} />;
}

/** Layers, home and zoom. */
function MapControls() {
  const { current: map } = useMap();
  const isLow = useIsMapLow();
  // On a phone they are a row across the map.
  const isPhone = useIsPhone();
  return (
    <div
      className={styles.controls}
      role="group"
      aria-label={t('Map')}
      {...(isPhone && coversMap)}
      data-on-low-map={isLow || undefined}
    >
      <LayerControl />
      <div className={styles.line} />
      <IconButton icon="home" label={t('Home')} onClick={goHome} />
      <div className={styles.line} />
      <IconButton icon="plus" label={t('Zoom in')} onClick={() => map?.zoomIn()} />
      <IconButton icon="minus" label={t('Zoom out')} onClick={() => map?.zoomOut()} />
    </div>
  );
}

/** The built-in base map, loaded only if it is needed. */
function BuiltIn({ colors }: { readonly colors: MapColors }) {
  return (
    <Suspense>
      <LateBaseMap colors={colors} />
    </Suspense>
  );
}

function BuiltInOnly({ colors }: { readonly colors: MapColors }) {
  useEffect(() => setTileStatus({ base: 'off' }), []);
  return <BuiltIn colors={colors} />;
}

interface BaseTilesProps {
  readonly name: BaseLayerName;
  readonly layer: TileLayer;
  readonly colors: MapColors;
}

/** Tiles while their hosts respond, else the built-in base map. */
function BaseTiles({ name, layer, colors }: BaseTilesProps) {
  const status = useTileHealth(name, layer);
  useEffect(() => setTileStatus({ base: status }), [status]);
  if (status === 'asking') return null;
  if (status !== 'up') return <BuiltIn colors={colors} />;
  return (
    <>
      <RasterTiles name={name} layer={layer} beforeId={GROUND_END} />
      {name === 'satellite' && <NamesOverImages colors={colors} />}
    </>
  );
}

/** Images show no names: the map files of the installation add them. */
function NamesOverImages({ colors }: { readonly colors: MapColors }) {
  const regions = useGround();
  if (regions.length === 0) return null;
  return (
    <Suspense>
      <LateNames regions={regions} colors={colors} isOverImages />
    </Suspense>
  );
}

/** The lowest layer. */
function BaseLayer({ colors }: { readonly colors: MapColors }) {
  const { tiles, isUnknown } = useTileSettings();
  const name = useLayerChoice((choice) => choice.base);
  const layer = tiles?.[name];
  if (isUnknown || layer?.urls.length === 0) return <BuiltInOnly colors={colors} />;
  return layer && <BaseTiles key={name} name={name} layer={layer} colors={colors} />;
}
