import { exampleDevice } from '@waymark/contract/devices/device';
import { afterEach, expect, it } from 'vitest';
import { choosable, chooseDevice } from './choose-device.ts';
import { deviceStore } from '../store/device-store.ts';
import { readDevice } from '../store/device.wire.ts';
import { clearSelection, useSelection } from '../store/selection.ts';

const device = readDevice(exampleDevice);
const WATCHING = 7;
const OTHER = 8;

afterEach(() => {
  choosable.put(null);
  clearSelection();
  deviceStore.clear();
});

it('[D-045, L-065] a viewer can select a row and zoom to it only if a run that notifies them has the device', () => {
  deviceStore.replaceAll([
    { ...device, uid: WATCHING },
    { ...device, uid: OTHER },
  ]);
  choosable.put(new Set([WATCHING]));
  const zoomed: number[] = [];
  const choose = (uid: number) => chooseDevice(uid, (to) => zoomed.push(to));
  choose(OTHER);
  expect([useSelection.getState().uid, zoomed]).toEqual([null, []]);
  choose(WATCHING);
  expect([useSelection.getState().uid, zoomed]).toEqual([WATCHING, [WATCHING]]);
  // Other users are not limited.
  choosable.put(null);
  choose(OTHER);
  expect([useSelection.getState().uid, zoomed]).toEqual([OTHER, [WATCHING, OTHER]]);
});
