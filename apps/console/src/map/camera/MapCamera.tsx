import { useMap } from '@vis.gl/react-maplibre';
import { useEffect, useEffectEvent } from 'react';
import { offsetToFreeArea, padFreeArea, useCoveredEdges } from './free-area.ts';
import { onAskMiddle, onFlyTo, onShowBox, type Box } from '../map-commands.ts';
import { HOME_MAX_ZOOM } from './map-limits.ts';

/** Padding around a stretch of a line: its markers are high, and its surroundings help orientation. */
const STRETCH_ROOM_PX = 60;

/** Fits the map to an area, inside the part that nothing covers. */
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

/** Flies to a place, so that it is in the middle of the uncovered part. */
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

/** Executes the camera commands of map-commands. */
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
