import { Layer, Source } from '@vis.gl/react-maplibre';
import { listTileSources, type TileLayer } from './tile-settings.ts';

interface RasterTilesProps {
  readonly name: string;
  readonly layer: TileLayer;
  readonly beforeId: string;
  readonly opacity?: number;
}

const TILE_SIZE = 256;

/** The tiles of a layer, a raster layer for each host. */
export function RasterTiles({ name, layer, beforeId, opacity = 1 }: RasterTilesProps) {
  return listTileSources(name, layer).map((id, index) => (
    <Source
      key={id}
      id={id}
      type="raster"
      tiles={[layer.urls[index] ?? '']}
      tileSize={TILE_SIZE}
      maxzoom={layer.maxZoom}
    >
      <Layer
        id={id}
        type="raster"
        beforeId={beforeId}
        paint={{ 'raster-opacity': opacity, 'raster-fade-duration': 150 }}
      />
    </Source>
  ));
}
