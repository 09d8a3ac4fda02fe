import type { Uid } from '../../ids.ts';
import { findPresence } from '../../path/readiness.ts';
import { listNextMarkers } from '../estimate/due.ts';
import { predictArrival } from '../estimate/estimate.ts';
import type { Outlook } from '../estimate/outlook.ts';
import { isGone, isLow, listUidsOf, type DeviceAhead } from './alerts.ts';

/** A device ahead of the pig that may not detect it. `asleep` only if the pig is expected before it wakes up. */
export interface Trouble {
  readonly markerName: string;
  readonly uid: Uid;
  readonly kind: 'offline' | 'asleep' | 'battery';
}

function sleepsThrough(device: DeviceAhead, expectedAt: number | null, now: number): boolean {
  return findPresence(device, now) === 'asleep' && (expectedAt === null || (device.wakesAt ?? 0) > expectedAt);
}

/** Devices at the next markers, in the order of the line. Devices that the caller does not know are left out. */
export function listTroubleAhead(
  outlook: Outlook,
  get: (uid: number) => DeviceAhead | undefined,
  now: number,
): Trouble[] {
  return listNextMarkers(outlook, now).flatMap((marker) =>
    listUidsOf(marker).flatMap((uid): Trouble[] => {
      const device = get(uid);
      if (!device) return [];
      const at = { markerName: marker.name, uid };
      const { batteryMv } = device;
      const troubles: (Trouble | false)[] = [
        isGone(device, now) && { ...at, kind: 'offline' },
        sleepsThrough(device, predictArrival(outlook.reckoning, marker.fromLaunchM), now) && { ...at, kind: 'asleep' },
        batteryMv !== null && isLow(batteryMv) && { ...at, kind: 'battery' },
      ];
      return troubles.filter((each) => each !== false);
    }),
  );
}
