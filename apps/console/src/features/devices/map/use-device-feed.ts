import { useMap } from '@vis.gl/react-maplibre';
import type { GeoJSONSource } from 'maplibre-gl';
import { useEffect } from 'react';
import { serverNow } from '#/live/clock-store.ts';
import { isAlarmed } from '../alarms.ts';
import { deviceStore } from '../store/device-store.ts';
import { signBoard } from '#/map/signs/sign-board.ts';
import { DeviceFeed, type ShownDevices } from './device-feed.ts';
import { pageClock } from './paced-work.ts';
import { isSeenMove } from './visible-move.ts';

/** In zoom levels. */
const STEP = 0.5;

/** Keeps a source of the map equal to the device store; `shown` is its initial content. */
export function useDeviceFeed(source: string, shown: ShownDevices): void {
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
      signBoard,
      pageClock,
      shown,
    );
    const everyone = new Set([...shown.markers.keys(), ...deviceStore.list().map(({ uid }) => uid)]);
    feed.take({ changed: everyone, heartbeats: new Set() });
    const stop = deviceStore.subscribe((change) => feed.take(change));
    const lookCloser = () => {
      signBoard.setZoom(map.getZoom());
      feed.lookCloser();
    };
    // During a flight a coarser step is enough.
    const follow = () => {
      const zoom = map.getZoom();
      if (zoom < signBoard.level - STEP || zoom >= signBoard.level + STEP + 0.5) signBoard.setZoom(zoom);
    };
    lookCloser();
    map.on('zoom', follow);
    map.on('zoomend', lookCloser);
    return () => {
      stop();
      map.off('zoom', follow);
      map.off('zoomend', lookCloser);
      feed.stop();
    };
  }, [map, source, shown]);
}
