import { useMap } from '@vis.gl/react-maplibre';
import type { Map as MapEngine, MapMouseEvent } from 'maplibre-gl';
import { useEffect, useEffectEvent } from 'react';
import { deviceStore } from '../device-store.ts';
import { selectDevice } from '../selection.ts';
import { findDeviceAt, REACH_PX } from './find-device.ts';

function findUnder(map: MapEngine, { x, y }: { readonly x: number; readonly y: number }): number | null {
  const southWest = map.unproject([x - REACH_PX, y + REACH_PX]);
  const northEast = map.unproject([x + REACH_PX, y - REACH_PX]);
  return findDeviceAt(deviceStore.list(), {
    at: { x, y },
    box: { west: southWest.lng, south: southWest.lat, east: northEast.lng, north: northEast.lat },
    project: (lat, lon) => map.project([lon, lat]),
  });
}

/** A click on a marker selects its device; elsewhere it is told to whoever wants to know. */
export function DevicePicking({ onMissed }: { readonly onMissed: () => void }) {
  const { current: map } = useMap();
  const pick = useEffectEvent(({ target, point }: MapMouseEvent) => {
    const uid = findUnder(target, point);
    if (uid === null) onMissed();
    else selectDevice(uid);
  });
  useEffect(() => {
    if (!map) return undefined;
    const click = (event: MapMouseEvent) => pick(event);
    const point = ({ target, point: at }: MapMouseEvent) => {
      target.getCanvas().style.cursor = findUnder(target, at) === null ? '' : 'pointer';
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
