import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import { restoreAfterDevices } from './restore-after-devices.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  deviceStore.clear();
});

it('[L-015] runs are reloaded once, a second after the devices have loaded', () => {
  const restore = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const stop = restoreAfterDevices(restore);
  vi.advanceTimersByTime(5000);
  expect(restore).not.toHaveBeenCalled();
  deviceStore.replaceAll([]);
  vi.advanceTimersByTime(999);
  expect(restore).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  deviceStore.replaceAll([]);
  vi.advanceTimersByTime(5000);
  expect(restore).toHaveBeenCalledTimes(1);
  stop();
});
