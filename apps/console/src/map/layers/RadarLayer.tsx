import { useMap } from '@vis.gl/react-maplibre';
import { useEffect } from 'react';
import { useLayerChoice } from '../tiles/layer-choice.ts';
import { RasterTiles } from '../tiles/RasterTiles.tsx';
import { listTileSources, useTileSettings, type TileLayer } from '../tiles/tile-settings.ts';
import { setTileStatus } from '../tiles/tile-status.ts';
import { useTileHealth } from '../tiles/use-tile-health.ts';
import { OVERLAY_END } from './slots.ts';

const NAME = 'radar';
const RADAR_OPACITY = 0.4;
/** The interval of new radar images. */
const RENEWAL_MS = 5 * 60_000;

function RadarTiles({ layer }: { readonly layer: TileLayer }) {
  const { current: map } = useMap();
  const status = useTileHealth(NAME, layer);
  useEffect(() => setTileStatus({ radar: status }), [status]);
  useEffect(() => {
    if (!map || status !== 'up') return undefined;
    const timer = setInterval(() => {
      for (const id of listTileSources(NAME, layer)) if (map.getSource(id)) map.getMap().refreshTiles(id);
    }, RENEWAL_MS);
    return () => clearInterval(timer);
  }, [map, layer, status]);
  return status === 'up' && <RasterTiles name={NAME} layer={layer} beforeId={OVERLAY_END} opacity={RADAR_OPACITY} />;
}

/** The weather radar, if it is switched on and available. */
export function RadarLayer() {
  const { tiles } = useTileSettings();
  const isShown = useLayerChoice((choice) => choice.isRadarShown);
  return isShown && tiles?.radar && <RadarTiles layer={tiles.radar} />;
}
