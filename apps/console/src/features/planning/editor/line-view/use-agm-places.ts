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

/** Where the AGMs of a path stand now; of those that do not tell, where they were put. */
export function useAgmPlaces({ agms, offlineAgms }: Watched): readonly Watcher[] {
  // As text: it is the same as long as nothing has moved.
  const read = () => JSON.stringify(agms.map((uid) => ({ uid, place: placeOf(uid, offlineAgms) })));
  const text = useSyncExternalStore(deviceStore.subscribe, read);
  return JSON.parse(text) as readonly Watcher[];
}
