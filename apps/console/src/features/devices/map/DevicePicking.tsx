import { useMap } from '@vis.gl/react-maplibre';
import type { MapMouseEvent } from 'maplibre-gl';
import { useEffect, useEffectEvent } from 'react';
import { isClickTaken } from '#/map/marks/map-clicks.ts';
import { selectDevice } from '../store/selection.ts';
import { findDeviceUnder } from './find-device-under.ts';

/** A click on a marker selects its device; other clicks are passed on. */
export function DevicePicking({ onMissed }: { readonly onMissed: () => void }) {
  const { current: map } = useMap();
  const pick = useEffectEvent((event: MapMouseEvent) => {
    if (isClickTaken(event)) return;
    const { target, point } = event;
    const uid = findDeviceUnder(target, point);
    if (uid === null) onMissed();
    else selectDevice(uid);
  });
  useEffect(() => {
    if (!map) return undefined;
    const click = (event: MapMouseEvent) => pick(event);
    const point = ({ target, point: at }: MapMouseEvent) => {
      target.getCanvas().style.cursor = findDeviceUnder(target, at) === null ? '' : 'pointer';
    };
    map.on('click', click);
    map.on('mousemove', point);
    return () => {
      map.off('click', click);
      map.off('mousemove', point);
    };
  }, [map]);
  return null;
}
