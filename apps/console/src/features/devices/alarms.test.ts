import { exampleDevice } from '@waymark/contract/devices/device';
import { devicesEvents } from '@waymark/contract/events/devices';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAlarmed } from './alarms.ts';
import { deviceStore } from './device-store.ts';
import { readDevice } from './device.wire.ts';
import { clearSelection, selectDevice, useSelection } from './selection.ts';

const device = { ...readDevice(exampleDevice), uid: 7 };
const ring = () =>
  deviceStore.apply([
    {
      name: 'ReceivePassage',
      data: { ...devicesEvents.ReceivePassage.example, uid: 7, passageTimeStamp: '2026-03-18 00:09:00.500' },
    },
  ]);

describe('the alarm of a device', () => {
  beforeEach(() => deviceStore.replaceAll([device]));
  afterEach(() => {
    deviceStore.clear();
    clearSelection();
  });

  it('is raised by a passage, and is there before others hear of the passage', () => {
    const heard: boolean[] = [];
    const stop = deviceStore.subscribe(() => heard.push(isAlarmed(7)));
    ring();
    stop();
    expect(heard).toEqual([true]);
  });

  it('ends when the device is selected, also when it was before, and tells so', () => {
    selectDevice(7);
    ring();
    const changed: unknown[] = [];
    const stop = deviceStore.subscribe((change) => changed.push(change.changed));
    selectDevice(7);
    selectDevice(7);
    stop();
    expect([isAlarmed(7), changed, useSelection.getState().uid]).toEqual([false, [new Set([7])], 7]);
  });

  it('goes with the device', () => {
    ring();
    deviceStore.replaceAll([]);
    expect(isAlarmed(7)).toBe(false);
  });
});
