import { isLocated } from '@waymark/domain/device/location';
import type { PigPath } from '@waymark/domain/path/pig-path';
import { useSyncExternalStore } from 'react';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import type { Watcher } from './watchers.ts';

type Watched = Pick<PigPath, 'agms' | 'offlineAgms'>;

function placeOf(uid: number, offlineAgms: PigPath['offlineAgms']): Watcher['place'] {
  const device = deviceStore.get(uid);
  if (device && isLocated(device)) return { lat: device.lat, lon: device.lon };
  return offlineAgms[String(uid)] ?? null;
}

/** The present places of a path's AGMs; for those without one, the stored place. */
export function useAgmPlaces({ agms, offlineAgms }: Watched): readonly Watcher[] {
  // A text as dependency: it is equal as long as no AGM has moved.
  const read = () => JSON.stringify(agms.map((uid) => ({ uid, place: placeOf(uid, offlineAgms) })));
  const text = useSyncExternalStore(deviceStore.subscribe, read);
  return JSON.parse(text) as readonly Watcher[];
}
