import { useMap } from '@vis.gl/react-maplibre';
import { useEffect, useState, type ReactNode } from 'react';
import { logFailure } from '#/api/log-failure.ts';
import { addPictures } from '#/map/icons/marker-images.ts';
import { runPictures } from '#/map/icons/run-icons.ts';
import { listTrackingPictures } from '#/map/icons/tracking-pictures.ts';
import type { RunColors } from './run-colors.ts';

/** Draws the icons of runs for the current theme, and renders its children once they exist. */
export function TrackingImages({ colors, children }: { readonly colors: RunColors; readonly children: ReactNode }) {
  const { current: map } = useMap();
  const [isReady, setReady] = useState(false);
  const { verified, unverified, missing, overdue, unwatched, casing, accent, future } = colors;
  useEffect(() => {
    if (!map) return undefined;
    let isCurrent = true;
    const pictures = [
      ...runPictures,
      ...listTrackingPictures({ verified, unverified, missing, overdue, unwatched, casing, accent, future }),
    ];
    addPictures(map.getMap(), pictures).then(() => isCurrent && setReady(true), logFailure);
    return () => {
      isCurrent = false;
    };
  }, [map, verified, unverified, missing, overdue, unwatched, casing, accent, future]);
  return isReady && children;
}
