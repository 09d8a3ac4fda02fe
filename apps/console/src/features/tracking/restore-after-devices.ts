import { logFailure } from '#/api/api-error.ts';
import { deviceStore } from '#/features/devices/store/device-store.ts';

/** L-015. */
const REST_MS = 1000;

/** Reloads the runs once, shortly after the devices have loaded, until the returned function is called. */
export function restoreAfterDevices(restore: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    if (!deviceStore.isLoaded()) return;
    stop();
    timer = setTimeout(() => void restore().catch(logFailure), REST_MS);
  };
  const stop = deviceStore.subscribe(wait);
  wait();
  return () => {
    stop();
    clearTimeout(timer);
  };
}
