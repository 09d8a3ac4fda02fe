import { useMap } from '@vis.gl/react-maplibre';
import { useEffect, useEffectEvent } from 'react';
import { offsetToFreeArea, padFreeArea, useCoveredEdges } from './free-area.ts';
import { onAskMiddle, onFlyTo, onShowBox, type Box } from '../map-commands.ts';
import { HOME_MAX_ZOOM } from './map-limits.ts';

/** Around a stretch of a line: its markers are high, and its surroundings tell where it is. */
const STRETCH_ROOM_PX = 60;

/** Fits the map to a part of the ground, where nothing covers it. */
export function useFitBox(roomPx = 0): (box: Box) => void {
  const { current: map } = useMap();
  const covered = useCoveredEdges();
  return ({ west, south, east, north }) => {
    const { clientWidth, clientHeight } = map?.getContainer() ?? { clientWidth: 0, clientHeight: 0 };
    const { top, right, bottom, left } = covered;
    const wide = { top: top + roomPx, right: right + roomPx, bottom: bottom + roomPx, left: left + roomPx };
    const padding = padFreeArea(wide, clientWidth, clientHeight);
    map?.fitBounds([west, south, east, north], { padding, maxZoom: HOME_MAX_ZOOM, maxDuration: 2000 });
  };
}

/** Flies where it is told, so that the place lands where nothing covers the map. */
export function useFlyTo(): (lat: number, lon: number, zoom: number) => void {
  const { current: map } = useMap();
  const covered = useCoveredEdges();
  return (lat, lon, zoom) => {
    map?.flyTo({ center: [lon, lat], zoom, offset: offsetToFreeArea(covered), maxDuration: 2000 });
  };
}

function useMiddle(): () => { readonly lat: number; readonly lon: number } | null {
  const { current: map } = useMap();
  const covered = useCoveredEdges();
  return () => {
    if (!map) return null;
    const { clientWidth, clientHeight } = map.getContainer();
    const [right, down] = offsetToFreeArea(covered);
    const { lat, lng } = map.unproject([clientWidth / 2 + right, clientHeight / 2 + down]);
    return { lat, lon: lng };
  };
}

/** Carries out what map-commands asks of the camera. */
export function MapCamera() {
  const flyTo = useFlyTo();
  const fly = useEffectEvent(flyTo);
  const fit = useEffectEvent(useFitBox(STRETCH_ROOM_PX));
  const readMiddle = useMiddle();
  const answer = useEffectEvent((tell: (place: { readonly lat: number; readonly lon: number }) => void) => {
    const place = readMiddle();
    if (place) tell(place);
  });
  useEffect(() => {
    const stops = [
      onFlyTo(({ lat, lon, zoom }) => fly(lat, lon, zoom)),
      onAskMiddle((tell) => answer(tell)),
      onShowBox((box) => fit(box)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return null;
}
