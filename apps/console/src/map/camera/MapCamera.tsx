import { useMap } from '@vis.gl/react-maplibre';
import { useEffect, useEffectEvent } from 'react';
import { useCoveredEdges } from './free-area.ts';
import { readFreePart } from './free-part.ts';
import { offsetTo, padPart } from './free-room.ts';
import { onAskMiddle, onFlyTo, onShowBox, type Box } from '../map-commands.ts';
import { toWorld } from '../signs/cluster-signs.ts';
import { HOME_MAX_ZOOM } from './last-view.ts';

/** Padding around a stretch of a line: its markers are high, and its surroundings help orientation. */
const STRETCH_ROOM_PX = 60;
/** The longest flight. */
const FLIGHT_MS = 2000;
/** The least extent of a shape: a single place has none. */
const TINY = 1e-9;

/** A card or drawer that opens together with a flight is there in the next frame. */
const afterLayout = (fly: () => void) => void requestAnimationFrame(fly);

function shapeOf({ west, south, east, north }: Box) {
  const [topLeft, bottomRight] = [toWorld(north, west), toWorld(south, east)];
  return {
    width: Math.max(TINY, bottomRight.x - topLeft.x),
    height: Math.max(TINY, bottomRight.y - topLeft.y),
  };
}

interface FitLimits {
  readonly roomPx?: number;
  /** Beyond that at the right. */
  readonly rightPx?: number;
  readonly leastZoom?: number;
  readonly mostZoom?: number;
}

/** Fits the map to an area, inside the part that nothing covers. */
export function useFitBox({ roomPx = 0, rightPx = 0, leastZoom = 0, mostZoom = HOME_MAX_ZOOM }: FitLimits = {}): (
  box: Box,
  zoom?: number,
) => void {
  const { current: map } = useMap();
  const covered = useCoveredEdges();
  return (box, zoom = leastZoom) =>
    afterLayout(() => {
      if (!map) return;
      const { besideWindows, part, container } = readFreePart(map.getMap(), covered, shapeOf(box));
      const room = besideWindows ?? part;
      const { west, south, east, north } = box;
      const fitted = map.cameraForBounds([west, south, east, north], {
        padding: padPart(room, container, roomPx, rightPx),
        maxZoom: mostZoom,
      });
      if (fitted?.zoom === undefined || fitted.zoom >= zoom) {
        if (fitted) map.flyTo({ ...fitted, maxDuration: FLIGHT_MS });
        return;
      }
      const center: [number, number] = [(west + east) / 2, (south + north) / 2];
      map.flyTo({ center, zoom, offset: offsetTo(room, container), maxDuration: FLIGHT_MS });
    });
}

/** Flies to a place, so that it is in the middle of the uncovered part. */
export function useFlyTo(): (lat: number, lon: number, zoom: number) => void {
  const { current: map } = useMap();
  const covered = useCoveredEdges();
  return (lat, lon, zoom) =>
    afterLayout(() => {
      if (!map) return;
      const { besideWindows, part, container } = readFreePart(map.getMap(), covered);
      map.flyTo({
        center: [lon, lat],
        zoom,
        offset: offsetTo(besideWindows ?? part, container),
        maxDuration: FLIGHT_MS,
      });
    });
}

/** Whether a place is in the uncovered part, and how far it is from its middle, in px. */
export function useLookForPlace(): (lat: number, lon: number) => { isSeen: boolean; offCentrePx: number } {
  const { current: map } = useMap();
  const covered = useCoveredEdges();
  return (lat, lon) => {
    if (!map) return { isSeen: true, offCentrePx: 0 };
    const { x, y } = map.project([lon, lat]);
    const { part, container } = readFreePart(map.getMap(), covered);
    const [right, down] = offsetTo(part, container);
    return {
      isSeen: x > part.left && x < part.right && y > part.top && y < part.bottom,
      offCentrePx: Math.hypot(x - container.width / 2 - right, y - container.height / 2 - down),
    };
  };
}

function useMiddle(): () => { readonly lat: number; readonly lon: number } | null {
  const { current: map } = useMap();
  const covered = useCoveredEdges();
  return () => {
    if (!map) return null;
    const { part } = readFreePart(map.getMap(), covered);
    const { lat, lng } = map.unproject([(part.left + part.right) / 2, (part.top + part.bottom) / 2]);
    return { lat, lon: lng };
  };
}

/** Executes the camera commands of map-commands. */
export function MapCamera() {
  const flyTo = useFlyTo();
  const fly = useEffectEvent(flyTo);
  const fit = useEffectEvent(useFitBox({ roomPx: STRETCH_ROOM_PX }));
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
