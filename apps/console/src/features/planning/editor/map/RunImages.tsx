import { useMap } from '@vis.gl/react-maplibre';
import { useEffect, useState, type ReactNode } from 'react';
import { logFailure } from '#/api/log-failure.ts';
import { markerPictures, SELECTED_RING } from '#/map/icons/device-icons.ts';
import { addPictures } from '#/map/icons/marker-images.ts';
import { runPictures } from '#/map/icons/run-icons.ts';

const PICTURES = [...runPictures, [SELECTED_RING, markerPictures[SELECTED_RING] ?? ''] as const];

/** Draws the icons of the line, and renders the layers once they exist. */
export function RunImages({ children }: { readonly children: ReactNode }) {
  const { current: map } = useMap();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (!map) return undefined;
    let isCurrent = true;
    addPictures(map.getMap(), PICTURES).then(() => isCurrent && setReady(true), logFailure);
    return () => {
      isCurrent = false;
    };
  }, [map]);
  return isReady && children;
}
