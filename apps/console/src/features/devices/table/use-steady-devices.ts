import { useEffect, useState } from 'react';
import type { Device } from '../store/device.ts';
import { deviceStore } from '../store/device-store.ts';

/** Interval between changes of the row order; the content of a row is always up to date. */
const STEADY_MS = 1000;
/** More than 4,000 devices are sorted less often: 20,000 every five seconds. */
const DEVICES_PER_MS = 4;

/** The list for sorting and filtering: updated when devices are added or removed, else at most once a second. */
export function useSteadyDevices(): readonly Device[] {
  const [devices, setDevices] = useState(deviceStore.list);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = () => {
      clearTimeout(timer);
      timer = undefined;
      setDevices(deviceStore.list());
    };
    const stop = deviceStore.subscribe(({ isListChanged }) => {
      if (isListChanged) take();
      else timer ??= setTimeout(take, Math.max(STEADY_MS, deviceStore.size / DEVICES_PER_MS));
    });
    take();
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  return devices;
}
