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

  it('a passage raises the alarm before other listeners are notified of the passage', () => {
    const heard: boolean[] = [];
    const stop = deviceStore.subscribe(() => heard.push(isAlarmed(7)));
    ring();
    stop();
    expect(heard).toEqual([true]);
  });

  it('selecting the device ends its alarm and notifies listeners, also if it was selected before', () => {
    selectDevice(7);
    ring();
    const changed: unknown[] = [];
    const stop = deviceStore.subscribe((change) => changed.push(change.changed));
    selectDevice(7);
    selectDevice(7);
    stop();
    expect([isAlarmed(7), changed, useSelection.getState().uid]).toEqual([false, [new Set([7])], 7]);
  });

  it('[W-108] the alarm is red only for a passage of a run, and turns grey when the run is over', () => {
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

  it('[W-108] acknowledging the devices of a run ends their alarms together', () => {
    ring();
    acknowledgeAlarms([7, 8]);
    expect(isAlarmed(7)).toBe(false);
  });

  it('removing the device removes its alarm', () => {
    ring();
    deviceStore.replaceAll([]);
    expect(isAlarmed(7)).toBe(false);
  });
});
