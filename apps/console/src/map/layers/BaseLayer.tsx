import { lazy, Suspense, useEffect } from 'react';
import { loadPart } from '#/api/load-part.ts';
import type { MapColors } from '../map-colors.ts';
import { useLayerChoice, type BaseLayerName } from '../tiles/layer-choice.ts';
import { RasterTiles } from '../tiles/RasterTiles.tsx';
import { useTileSettings, type TileLayer } from '../tiles/tile-settings.ts';
import { setTileStatus } from '../tiles/tile-status.ts';
import { useTileHealth } from '../tiles/use-tile-health.ts';
import { GROUND_END } from './slots.ts';

const LateBaseMap = lazy(async () => ({ default: (await loadPart(() => import('../base/BaseMap.tsx'))).BaseMap }));

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
  return status === 'up' ? (
    <RasterTiles name={name} layer={layer} beforeId={GROUND_END} />
  ) : (
    <BuiltIn colors={colors} />
  );
}

/** The lowest layer. */
export function BaseLayer({ colors }: { readonly colors: MapColors }) {
  const { tiles, isUnknown } = useTileSettings();
  const name = useLayerChoice((choice) => choice.base);
  const layer = tiles?.[name];
  if (isUnknown || layer?.urls.length === 0) return <BuiltInOnly colors={colors} />;
  return layer && <BaseTiles key={name} name={name} layer={layer} colors={colors} />;
}
