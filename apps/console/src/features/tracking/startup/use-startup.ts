import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import { useRuns } from '#/features/runs/runs-store.ts';
import { openWish } from './open-wish.ts';
import { readWish } from './startup.view.ts';

/** Opens the targets in the address once runs and devices have loaded or failed; `take` returns the targets once. */
export function useStartup(take: () => Readonly<Record<string, string>>): void {
  const areRunsReady = useRuns(({ isLoaded, error }) => isLoaded || error !== null);
  const areDevicesReady = useSyncExternalStore(deviceStore.subscribe, deviceStore.isLoaded);
  const open = useEffectEvent(() => void openWish(readWish(take())));
  const isReady = areRunsReady && areDevicesReady;
  useEffect(() => {
    if (isReady) open();
  }, [isReady]);
}
