import { useMap } from '@vis.gl/react-maplibre';
import type { GeoJSONSource } from 'maplibre-gl';
import { useEffect } from 'react';
import { serverNow } from '#/live/clock-store.ts';
import { isAlarmed } from '../alarms.ts';
import { deviceStore } from '../store/device-store.ts';
import { DeviceFeed } from './device-feed.ts';
import type { Marker } from './marker-feed.ts';
import { pageClock } from './paced-work.ts';
import { isSeenMove } from './visible-move.ts';

/** Keeps a source of the map equal to the device store; `shown` is its initial content. */
export function useDeviceFeed(source: string, shown: ReadonlyMap<number, Marker>): void {
  const { current: map } = useMap();
  useEffect(() => {
    if (!map) return undefined;
    const feed = new DeviceFeed(
      { get: deviceStore.get, isAlarmed, now: serverNow },
      {
        update: (diff) => void map.getSource<GeoJSONSource>(source)?.updateData(diff),
        setFlashing: (uid, isFlashing) => map.setFeatureState({ source, id: uid }, { isFlashing }),
        canSee: (from, to) => isSeenMove(from, to, map.getZoom()),
      },
      pageClock,
      shown,
    );
    const everyone = new Set([...shown.keys(), ...deviceStore.list().map(({ uid }) => uid)]);
    feed.take({ changed: everyone, heartbeats: new Set() });
    const stop = deviceStore.subscribe((change) => feed.take(change));
    const lookCloser = () => feed.lookCloser();
    map.on('zoomend', lookCloser);
    return () => {
      stop();
      map.off('zoomend', lookCloser);
      feed.stop();
    };
  }, [map, source, shown]);
}
