import { useSyncExternalStore } from 'react';
import { isAlarmed } from '../alarms.ts';
import { deviceStore, type Device } from './device-store.ts';
import { useSelection } from './selection.ts';

/** Renders again only when this device changes. */
export function useDevice(uid: number): Device | undefined {
  return useSyncExternalStore(deviceStore.subscribe, () => deviceStore.get(uid));
}

export function useSelectedDevice(): Device | undefined {
  const uid = useSelection((selection) => selection.uid);
  return useSyncExternalStore(deviceStore.subscribe, () => (uid === null ? undefined : deviceStore.get(uid)));
}

export function useAreDevicesLoaded(): boolean {
  return useSyncExternalStore(deviceStore.subscribe, deviceStore.isLoaded);
}

export function useIsAlarmed(uid: number): boolean {
  return useSyncExternalStore(deviceStore.subscribe, () => isAlarmed(uid));
}
