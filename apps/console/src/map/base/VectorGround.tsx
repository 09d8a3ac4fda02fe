import { useMediaQuery } from '@mantine/hooks';
import { Layer, Source } from '@vis.gl/react-maplibre';
import { useEffect, useState } from 'react';
import { logFailure } from '#/api/api-error.ts';
import { GROUND_END, OVERLAY_END } from '../layers/slots.ts';
import type { MapColors } from '../map-colors.ts';
import { addGroundProtocol, heightsOf, tilesOf, type GroundRegion, type TerrainRegion } from './ground-archive.ts';
import { HILLS, styleGround, styleOverImages } from './ground-style.ts';

interface VectorGroundProps {
  readonly regions: readonly GroundRegion[];
  /** Their hills are drawn above areas and below lines and names. */
  readonly terrain?: readonly TerrainRegion[];
  readonly colors: MapColors;
  /** Only names, roads and borders, above the tiles of satellite images. */
  readonly isOverImages?: boolean;
}

const NO_TERRAIN: readonly TerrainRegion[] = [];
const sourceOf = ({ id }: Pick<GroundRegion, 'id'>) => `ground-${id}`;
const rangeOf = ({ bounds, minZoom, maxZoom }: Pick<GroundRegion, 'bounds' | 'minZoom' | 'maxZoom'>) => ({
  bounds: [...bounds] as [number, number, number, number],
  minzoom: minZoom,
  maxzoom: maxZoom,
});

/** The map files of the installation, above the built-in map or over images: they need no other host. */
export function VectorGround({ regions, terrain = NO_TERRAIN, colors, isOverImages = false }: VectorGroundProps) {
  const isStrong = useMediaQuery('(prefers-contrast: more)') ?? false;
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    addGroundProtocol().then(() => setReady(true), logFailure);
  }, []);
  if (!isReady) return null;
  const layers = isOverImages ? styleOverImages({ isStrong }) : styleGround({ colors, isStrong });
  const beforeId = isOverImages ? OVERLAY_END : GROUND_END;
  const draw = (region: GroundRegion, chosen: typeof layers) =>
    chosen.map(({ name, ...layer }) => (
      <Layer
        key={`${region.id}-${name}`}
        id={`${sourceOf(region)}-${name}`}
        {...{ ...layer, source: sourceOf(region), beforeId }}
      />
    ));
  const areas = layers.filter(({ type }) => type === 'fill');
  const rest = layers.filter(({ type }) => type !== 'fill');
  return (
    <>
      {regions.map((region) => (
        <Source key={region.id} id={sourceOf(region)} type="vector" tiles={[tilesOf(region)]} {...rangeOf(region)}>
          {draw(region, areas)}
        </Source>
      ))}
      {terrain.map((region) => (
        <Source
          key={region.id}
          id={`hills-${region.id}`}
          type="raster-dem"
          tiles={[heightsOf(region)]}
          encoding={region.terrain}
          tileSize={256}
          {...rangeOf(region)}
        >
          <Layer id={`hills-${region.id}`} type="hillshade" beforeId={beforeId} paint={HILLS} />
        </Source>
      ))}
      {regions.flatMap((region) => draw(region, rest))}
    </>
  );
}
