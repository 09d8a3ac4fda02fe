import { useMediaQuery } from '@mantine/hooks';
import { Layer, Source, type LayerProps } from '@vis.gl/react-maplibre';
import { useEffect, useState } from 'react';
import { logFailure } from '#/api/log-failure.ts';
import { GROUND_END, OVERLAY_END } from '../layers/slots.ts';
import type { MapColors } from '../map-colors.ts';
import { addGroundProtocol, tilesOf, type GroundRegion } from './ground-archive.ts';
import { styleGround, styleOverImages } from './ground-style.ts';

interface VectorGroundProps {
  readonly regions: readonly GroundRegion[];
  readonly colors: MapColors;
  /** Only names, roads and borders, above the tiles of satellite images. */
  readonly isOverImages?: boolean;
}

/** The map files of the installation, above the built-in map or over images: they need no other host. */
export function VectorGround({ regions, colors, isOverImages = false }: VectorGroundProps) {
  const isStrong = useMediaQuery('(prefers-contrast: more)') ?? false;
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    addGroundProtocol().then(() => setReady(true), logFailure);
  }, []);
  if (!isReady) return null;
  const layers = isOverImages ? styleOverImages({ isStrong }) : styleGround({ colors, isStrong });
  const beforeId = isOverImages ? OVERLAY_END : GROUND_END;
  return regions.map((region) => (
    <Source
      key={region.id}
      id={`ground-${region.id}`}
      type="vector"
      tiles={[tilesOf(region)]}
      bounds={[...region.bounds]}
      minzoom={region.minZoom}
      maxzoom={region.maxZoom}
    >
      {layers.map(({ name, ...layer }) => (
        <Layer key={name} id={`ground-${region.id}-${name}`} beforeId={beforeId} {...(layer as LayerProps)} />
      ))}
    </Source>
  ));
}
