import { Marker } from '@vis.gl/react-maplibre';
import { useEffect } from 'react';
import { takeMapClicks } from '#/map/marks/map-clicks.ts';
import { Icon } from '#/ui/button/Icon.tsx';
import { setPlace, useTracking } from '#/features/runs/run-selection.ts';
import styles from './PlacePicking.module.css';

/** Rounds to a decimetre. */
const DECIMALS = 6;
const round = (degrees: number) => Number(degrees.toFixed(DECIMALS));

function take({ lat, lng }: { readonly lat: number; readonly lng: number }): void {
  setPlace({ lat: round(lat), lon: round(lng) });
}

function Tool() {
  const place = useTracking((tracking) => tracking.place);
  useEffect(
    () =>
      takeMapClicks(({ lngLat }) => {
        take(lngLat.wrap());
        return true;
      }),
    [],
  );
  if (!place) return null;
  const { lat, lon } = place;
  return (
    <Marker latitude={lat} longitude={lon} anchor="bottom" draggable onDragEnd={({ lngLat }) => take(lngLat.wrap())}>
      <div className={styles.mark} role="img" aria-label={`New place ${lat}, ${lon}`}>
        <Icon name="place" size={34} />
      </div>
    </Marker>
  );
}

/** Picks the place of a new marker or of the pig: a click sets a mark that can be dragged. */
export function PlacePicking() {
  return useTracking(({ placeTool }) => placeTool !== null) && <Tool />;
}
