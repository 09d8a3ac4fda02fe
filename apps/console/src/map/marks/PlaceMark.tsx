import { Marker, useMap } from '@vis.gl/react-maplibre';
import { useEffect, useEffectEvent } from 'react';
import { keepInside } from '#/ui/window/window-placement.ts';
import { changeWindowMode, phoneWidth, useWindowStore } from '#/ui/window/window-store.ts';
import { useCoveredEdges } from '../camera/free-area.ts';
import { findRoom, offsetTo, toArea, toBox, type Box } from '../camera/free-room.ts';
import { PLACE_ZOOM } from '../camera/map-limits.ts';
import { usePlaceMark, type MarkedPlace } from './place-mark.ts';
import styles from './PlaceMark.module.css';

interface OpenBox {
  readonly id: string;
  readonly box: Box;
}

/** The windows over the map, in the map's own px. */
function listWindows(map: DOMRect): readonly OpenBox[] {
  const { stack, layer, layerSize } = useWindowStore.getState();
  const place = layer?.getBoundingClientRect() ?? map;
  const [right, down] = [place.left - map.left, place.top - map.top];
  return stack
    .filter(({ mode }) => mode !== 'minimised')
    .map(({ id, mode, placement }) => {
      const fills = mode === 'maximised' || layerSize.width < phoneWidth;
      const { x, y, ...size } = fills ? { x: 0, y: 0, ...layerSize } : keepInside(placement, layerSize);
      return { id, box: toBox({ x: x + right, y: y + down, ...size }) };
    });
}

/** Flies so that the place is visible beside the windows; if they leave no space, they are ignored. */
function useShowPlace(): (place: MarkedPlace) => void {
  const { current: map } = useMap();
  const covered = useCoveredEdges();
  return ({ lat, lon }) => {
    if (!map) return;
    const container = map.getContainer().getBoundingClientRect();
    const area = toArea(covered, container);
    const windows = listWindows(container);
    const room = findRoom(
      area,
      windows.map(({ box }) => box),
    );
    if (!room) for (const { id } of windows) changeWindowMode(id, 'minimised');
    map.flyTo({ center: [lon, lat], zoom: PLACE_ZOOM, offset: offsetTo(room ?? area, container), maxDuration: 2000 });
  };
}

/** A place that is marked for a few seconds. */
export function PlaceMark() {
  const place = usePlaceMark((mark) => mark.place);
  const show = useEffectEvent(useShowPlace());
  useEffect(() => {
    if (place) show(place);
  }, [place]);
  if (!place) return null;
  return (
    <Marker latitude={place.lat} longitude={place.lon} anchor="bottom">
      <div className={styles.mark} role="img" aria-label={place.words}>
        <span className={styles.words}>{place.words}</span>
        <span className={styles.ring} />
      </div>
    </Marker>
  );
}
