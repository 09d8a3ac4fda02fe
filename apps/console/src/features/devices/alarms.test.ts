import { exampleDevice } from '@waymark/contract/devices/device';
import { devicesEvents } from '@waymark/contract/events/devices';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acknowledgeAlarms, isAlarmed, limitAlarms } from './alarms.ts';
import { deviceStore } from './store/device-store.ts';
import { readDevice } from './store/device.wire.ts';
import { clearSelection, selectDevice, useSelection } from './store/selection.ts';

const device = { ...readDevice(exampleDevice), uid: 7 };
const ring = () =>
  deviceStore.apply([
    {
      name: 'ReceivePassage',
      data: { ...devicesEvents.ReceivePassage.example, uid: 7, passageTimeStamp: '2026-03-18 00:09:00.500' },
    },
  ]);

describe('the alarm of a device', () => {
  beforeEach(() => {
    limitAlarms(() => true);
    deviceStore.replaceAll([device]);
  });
  afterEach(() => {
    limitAlarms(() => false);
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

  it('[W-108] is red only for a passage of a run, and turns grey when the run is over', () => {
    limitAlarms((uid, at) => uid === 7 && at < '2026-03-18 00:09:00');
    ring();
    expect(isAlarmed(7)).toBe(false);
    const changed: unknown[] = [];
    const stop = deviceStore.subscribe((change) => changed.push([...change.changed]));
    limitAlarms((uid, at) => uid === 7 && at >= '2026-03-18 00:09:00');
    expect([isAlarmed(7), changed]).toEqual([true, [[7]]]);
    limitAlarms(() => false);
    stop();
    expect([isAlarmed(7), changed]).toEqual([false, [[7], [7]]]);
  });

  it('[W-108] ends when the devices of its run are acknowledged together', () => {
    ring();
    acknowledgeAlarms([7, 8]);
    expect(isAlarmed(7)).toBe(false);
  });

  it('goes with the device', () => {
    ring();
    deviceStore.replaceAll([]);
    expect(isAlarmed(7)).toBe(false);
  });
});
