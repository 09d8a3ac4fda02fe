import { exampleDevice } from '@waymark/contract/devices/device';
import { expect, it } from 'vitest';
import { DeviceStore } from './device-store.ts';
import { readDevice } from './device.wire.ts';
import { watchWakeUps } from './wake-watch.ts';

it('[W-140] replaces a sleeping device when its wake-up time passes, and no other device', () => {
  const store = new DeviceStore();
  const sleeping = readDevice({
    ...exampleDevice,
    uId: 7,
    isConnected: 0,
    lastShutdownTime: null,
    lastExpectedWakeupTime: '2026-03-18 14:00:00',
  });
  const online = readDevice({ ...exampleDevice, uId: 8, isConnected: 1 });
  store.replaceAll([sleeping, online]);
  const changes: number[][] = [];
  store.subscribe(({ changed }) => changes.push([...changed]));
  const look = watchWakeUps(store, Date.UTC(2026, 2, 18, 13, 59, 58));
  look(Date.UTC(2026, 2, 18, 13, 59, 59));
  expect(changes).toEqual([]);
  look(Date.UTC(2026, 2, 18, 14, 0, 0));
  expect(changes).toEqual([[7]]);
  expect(store.get(7)).toEqual(sleeping);
  expect(store.get(7)).not.toBe(sleeping);
  expect(store.get(8)).toBe(online);
  look(Date.UTC(2026, 2, 18, 14, 0, 1));
  expect(changes).toHaveLength(1);
});
