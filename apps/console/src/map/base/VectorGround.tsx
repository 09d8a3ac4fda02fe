import { useMediaQuery } from '@mantine/hooks';
import { Layer, Source, type LayerProps } from '@vis.gl/react-maplibre';
import { useEffect, useState } from 'react';
import { logFailure } from '#/api/log-failure.ts';
import { GROUND_END } from '../layers/slots.ts';
import type { MapColors } from '../map-colors.ts';
import { addGroundProtocol, tilesOf, type GroundRegion } from './ground-archive.ts';
import { styleGround } from './ground-style.ts';

interface VectorGroundProps {
  readonly regions: readonly GroundRegion[];
  readonly colors: MapColors;
}

/** The map files of the installation, above the built-in map: they need no other host. */
export function VectorGround({ regions, colors }: VectorGroundProps) {
  const isStrong = useMediaQuery('(prefers-contrast: more)') ?? false;
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    addGroundProtocol().then(() => setReady(true), logFailure);
  }, []);
  if (!isReady) return null;
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
      {styleGround({ colors, isStrong }).map(({ name, ...layer }) => (
        <Layer key={name} id={`ground-${region.id}-${name}`} beforeId={GROUND_END} {...(layer as LayerProps)} />
      ))}
    </Source>
  ));
}
