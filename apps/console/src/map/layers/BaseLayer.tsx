import { useEffect } from 'react';
import { BaseMap } from '../base/BaseMap.tsx';
import type { MapColors } from '../map-colors.ts';
import { useLayerChoice, type BaseLayerName } from '../tiles/layer-choice.ts';
import { listTileSources, RasterTiles } from '../tiles/RasterTiles.tsx';
import type { TileLayer } from '../tiles/tile-settings.ts';
import { useTileSettings } from '../tiles/tile-settings.ts';
import { setTileStatus } from '../tiles/tile-status.ts';
import { useTileHealth } from '../tiles/use-tile-health.ts';
import { GROUND_END } from './slots.ts';

function BuiltInOnly({ colors }: { readonly colors: MapColors }) {
  useEffect(() => setTileStatus({ base: 'off' }), []);
  return <BaseMap colors={colors} />;
}

interface BaseTilesProps {
  readonly name: BaseLayerName;
  readonly layer: TileLayer;
  readonly colors: MapColors;
}

/** Tiles while their hosts answer, else the built-in base map. */
function BaseTiles({ name, layer, colors }: BaseTilesProps) {
  const status = useTileHealth(layer, listTileSources(name, layer));
  useEffect(() => setTileStatus({ base: status }), [status]);
  if (status === 'asking') return null;
  return status === 'up' ? <RasterTiles name={name} layer={layer} beforeId={GROUND_END} /> : <BaseMap colors={colors} />;
}

/** What everything else lies on. */
export function BaseLayer({ colors }: { readonly colors: MapColors }) {
  const { tiles, isUnknown } = useTileSettings();
  const name = useLayerChoice((choice) => choice.base);
  const layer = tiles?.[name];
  if (isUnknown || layer?.urls.length === 0) return <BuiltInOnly colors={colors} />;
  return layer && <BaseTiles key={name} name={name} layer={layer} colors={colors} />;
}
