import { useMap } from '@vis.gl/react-maplibre';
import type { MapMouseEvent } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { t } from '#/language/t.ts';
import { chooseScale, metresPerPx } from './scale.ts';
import styles from './MapFoot.module.css';

const SCALE_PX = 90;

/** The scale bar, and the coordinates under a mouse. */
export function MapFoot({ isMetric }: { readonly isMetric: boolean }) {
  const { current: map } = useMap();
  const [perPx, setPerPx] = useState<number | null>(null);
  const [place, setPlace] = useState<string | null>(null);
  useEffect(() => {
    if (!map) return undefined;
    const measure = () => setPerPx(metresPerPx(map.getCenter().lat, map.getZoom()));
    const point = ({ lngLat: { lat, lng } }: MapMouseEvent) => setPlace(`${lat.toFixed(5)}, ${lng.toFixed(5)}`);
    const leave = () => setPlace(null);
    measure();
    map.on('move', measure);
    map.on('mousemove', point);
    map.on('mouseout', leave);
    return () => {
      map.off('move', measure);
      map.off('mousemove', point);
      map.off('mouseout', leave);
    };
  }, [map]);
  if (perPx === null) return null;
  const { words, widthPx } = chooseScale(perPx, SCALE_PX, isMetric);
  return (
    <div className={styles.foot}>
      <span className={styles.scale}>
        <span className={styles.bar} style={{ width: `${widthPx}px` }} />
        {words}
      </span>
      {place !== null && (
        <span className={styles.place} title={t('Latitude, longitude')}>
          {place}
        </span>
      )}
    </div>
  );
}
