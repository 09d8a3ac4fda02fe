import { useMap } from '@vis.gl/react-maplibre';
import { useEffect, useEffectEvent } from 'react';
import { offsetToFreeArea, useCoveredEdges } from './free-area.ts';
import { onGoTo } from './map-commands.ts';
import { PLACE_ZOOM } from './map-limits.ts';

/** Flies where it is told, so that the place lands where nothing covers the map. */
export function useFlyTo(): (lat: number, lon: number, zoom: number) => void {
  const { current: map } = useMap();
  const covered = useCoveredEdges();
  return (lat, lon, zoom) => {
    map?.flyTo({ center: [lon, lat], zoom, offset: offsetToFreeArea(covered), maxDuration: 2000 });
  };
}

/** Carries out what map-commands asks of the camera. */
export function MapCamera() {
  const flyTo = useFlyTo();
  const fly = useEffectEvent(flyTo);
  useEffect(() => onGoTo(({ lat, lon }) => fly(lat, lon, PLACE_ZOOM)), []);
  return null;
}
