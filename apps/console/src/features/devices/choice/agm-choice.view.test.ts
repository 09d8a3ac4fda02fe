import { exampleDevice } from '@waymark/contract/devices/device';
import { expect, it } from 'vitest';
import type { Device } from '../store/device.ts';
import { readDevice } from '../store/device.wire.ts';
import {
  describeAgmLink,
  describeChosen,
  describeFirmware,
  listChosen,
  orderBy,
  sortAgms,
  stateOf,
  sweepChoice,
  toggleUid,
  type AgmColumn,
} from './agm-choice.view.ts';

const NOW = Date.UTC(2026, 2, 18, 0, 4, 0);
const base: Device = {
  ...readDevice(exampleDevice),
  isIridium: false,
  bluetooth: false,
  lastShutdownTime: null,
  lastExpectedWakeupTime: null,
};
const online: Device = { ...base, uid: 9_200, isConnected: true, firmwareVersion: 10.71 };
const asleep: Device = {
  ...base,
  uid: 10_475,
  isConnected: false,
  firmwareVersion: 2.6,
  lastExpectedWakeupTime: '2026-03-18 00:30:05',
};
const offline: Device = { ...base, uid: 10_490, isConnected: false, firmwareVersion: null, isIridium: true };
const shutDown: Device = {
  ...base,
  uid: 11_000,
  isConnected: false,
  firmwareVersion: 10,
  bluetooth: true,
  lastShutdownTime: '2026-03-17 10:00:00',
};
const fleet = [shutDown, offline, asleep, online];
const sorted = (column: AgmColumn, direction: 'asc' | 'desc' = 'asc') =>
  sortAgms(fleet, { column, direction }, NOW).map(({ uid }) => uid);

it('[W-140] shows firmware, link and state of each device', () => {
  expect(
    sortAgms(fleet, { column: 'uid', direction: 'asc' }, NOW).map((one) => [
      describeFirmware(one),
      describeAgmLink(one),
      stateOf(one, NOW),
    ]),
  ).toEqual([
    ['10.71', 'Cellular', 'Online'],
    ['2.6', 'Cellular', 'Asleep'],
    ['n/a', 'Satellite', 'Offline'],
    ['10.00', 'Bluetooth', 'Shut down'],
  ]);
  expect(stateOf({ ...shutDown, isConnected: true }, NOW)).toBe('Online');
  expect(stateOf(asleep, Date.UTC(2026, 2, 18, 0, 30, 5))).toBe('Offline');
});

it('sorts by every column, and by uid for equal values', () => {
  expect(sorted('uid', 'desc')).toEqual([11_000, 10_490, 10_475, 9_200]);
  expect(sorted('firmware')).toEqual([10_490, 10_475, 11_000, 9_200]);
  expect(sorted('link')).toEqual([11_000, 9_200, 10_475, 10_490]);
  expect(sorted('state')).toEqual([9_200, 10_475, 10_490, 11_000]);
  expect(sorted('link', 'desc')).toEqual([10_490, 9_200, 10_475, 11_000]);
});

it('reverses the order on the same column, and sorts ascending by another one', () => {
  expect(orderBy('uid', { column: 'uid', direction: 'asc' })).toEqual({ column: 'uid', direction: 'desc' });
  expect(orderBy('state', { column: 'uid', direction: 'desc' })).toEqual({ column: 'state', direction: 'asc' });
});

it('chooses all, none or the connected of the found devices, and keeps the choice of the others', () => {
  const chosen = new Set([11_000]);
  const found = [online, asleep];
  expect(sweepChoice(chosen, found, 'all')).toEqual(new Set([11_000, 9_200, 10_475]));
  expect([...sweepChoice(new Set([11_000, 9_200, 10_475]), found, 'none')]).toEqual([11_000]);
  expect([...sweepChoice(new Set([11_000, 10_475]), found, 'connected')]).toEqual([11_000, 9_200]);
  expect([...toggleUid(toggleUid(chosen, 9_200), 11_000)]).toEqual([9_200]);
});

it('drops chosen devices that no longer exist, and says how many are connected', () => {
  const chosen = listChosen(fleet, [11_000, 9_200, 77]);
  expect(chosen.map(({ uid }) => uid)).toEqual([9_200, 11_000]);
  expect(describeChosen(chosen, NOW)).toBe('1 connected, 1 shut down');
  expect(describeChosen([online, online], NOW)).toBe('all connected');
  expect(describeChosen([online, asleep, offline], NOW)).toBe('1 connected, 1 asleep, 1 offline');
  expect(describeChosen([offline], NOW)).toBe('offline');
});
