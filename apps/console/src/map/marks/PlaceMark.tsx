import { Marker, useMap } from '@vis.gl/react-maplibre';
import { useEffect, useEffectEvent } from 'react';
import { changeWindowMode } from '#/ui/window/window-store.ts';
import { useCoveredEdges } from '../camera/free-area.ts';
import { readFreePart } from '../camera/free-part.ts';
import { offsetTo } from '../camera/free-room.ts';
import { PLACE_ZOOM } from '../camera/last-view.ts';
import { usePlaceMark, type MarkedPlace } from './place-mark.ts';
import styles from './PlaceMark.module.css';

/** Flies so that the place is visible beside the windows; if they leave no space, they are minimised. */
function useShowPlace(): (place: MarkedPlace) => void {
  const { current: map } = useMap();
  const covered = useCoveredEdges();
  return ({ lat, lon }) => {
    if (!map) return;
    const { besideWindows, part, windows, container } = readFreePart(map.getMap(), covered);
    if (!besideWindows) for (const { id } of windows) changeWindowMode(id, 'minimised');
    const offset = offsetTo(besideWindows ?? part, container);
    map.flyTo({ center: [lon, lat], zoom: PLACE_ZOOM, offset, maxDuration: 2000 });
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
