import { useMap } from '@vis.gl/react-maplibre';
import { useEffect, useState, type ReactNode } from 'react';
import { logFailure } from '#/api/log-failure.ts';
import { addMarkerImages } from './marker-images.ts';

interface MarkerImagesProps {
  readonly chip: string;
  readonly chipEdge: string;
  /** Layers that use the icons. */
  readonly children: ReactNode;
}

/** Draws the markers' icons for the current theme, and renders its layers once they exist. */
export function MarkerImages({ chip, chipEdge, children }: MarkerImagesProps) {
  const { current: map } = useMap();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (!map) return undefined;
    let isCurrent = true;
    addMarkerImages(map.getMap(), { chip, chipEdge }).then(() => isCurrent && setReady(true), logFailure);
    return () => {
      isCurrent = false;
    };
  }, [map, chip, chipEdge]);
  return isReady && children;
}
