import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import { useRuns } from '#/features/runs/runs-store.ts';
import { openWish } from './open-wish.ts';
import { readWish } from './startup.view.ts';

/** Once runs and devices are there, or cannot be, what the address asks for is opened; `take` gives it once. */
export function useStartup(take: () => Readonly<Record<string, string>>): void {
  const areRunsReady = useRuns(({ isLoaded, error }) => isLoaded || error !== null);
  const areDevicesReady = useSyncExternalStore(deviceStore.subscribe, deviceStore.isLoaded);
  const open = useEffectEvent(() => void openWish(readWish(take())));
  const isReady = areRunsReady && areDevicesReady;
  useEffect(() => {
    if (isReady) open();
  }, [isReady]);
}
