import { useMap } from '@vis.gl/react-maplibre';
import { useEffect, useState, type ReactNode } from 'react';
import { logFailure } from '#/api/api-error.ts';
import type { ClusterColors } from './cluster-icon.ts';
import { addMarkerImages } from './marker-images.ts';

interface MarkerImagesProps {
  readonly colors: ClusterColors;
  /** Layers that use the icons. */
  readonly children: ReactNode;
}

/** Draws the markers' icons for the current theme, and renders its layers once they exist. */
export function MarkerImages({ colors, children }: MarkerImagesProps) {
  const { current: map } = useMap();
  const { chip, chipEdge, fine, low, offline, alarm } = colors;
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (!map) return undefined;
    let isCurrent = true;
    addMarkerImages(map.getMap(), { chip, chipEdge, fine, low, offline, alarm }).then(
      () => isCurrent && setReady(true),
      logFailure,
    );
    return () => {
      isCurrent = false;
    };
  }, [map, chip, chipEdge, fine, low, offline, alarm]);
  return isReady && children;
}
