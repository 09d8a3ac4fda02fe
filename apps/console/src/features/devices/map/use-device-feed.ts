import { useMap } from '@vis.gl/react-maplibre';
import type { GeoJSONSource } from 'maplibre-gl';
import { useEffect } from 'react';
import { isAlarmed } from '../alarms.ts';
import { deviceStore } from '../device-store.ts';
import { DeviceFeed } from './device-feed.ts';
import { pageClock } from './paced-work.ts';

/** Keeps a source of the map what the device store is. */
export function useDeviceFeed(source: string): void {
  const { current: map } = useMap();
  useEffect(() => {
    if (!map) return undefined;
    const feed = new DeviceFeed(
      { get: deviceStore.get, isAlarmed },
      {
        update: (diff) => void map.getSource<GeoJSONSource>(source)?.updateData(diff),
        setFlashing: (uid, isFlashing) => map.setFeatureState({ source, id: uid }, { isFlashing }),
      },
      pageClock,
    );
    const everyone = new Set(deviceStore.list().map(({ uid }) => uid));
    feed.take({ changed: everyone, heartbeats: new Set() });
    const stop = deviceStore.subscribe((change) => feed.take(change));
    return () => {
      stop();
      feed.stop();
    };
  }, [map, source]);
}
