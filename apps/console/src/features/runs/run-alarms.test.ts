import { exampleDevice } from '@waymark/contract/devices/device';
import { devicesEvents } from '@waymark/contract/events/devices';
import { after, plainRun } from '@waymark/domain/run/testing/plain-run';
import { formatUtcMillisecond } from '@waymark/domain/time/utc';
import { expect, it } from 'vitest';
import { isAlarmed } from '#/features/devices/alarms.ts';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import { readDevice } from '#/features/devices/store/device.wire.ts';
import { findRunOfDevice, judgeAlarms, startRunAlarms } from './run-alarms.ts';
import { forgetTracking, selectRun } from './run-selection.ts';
import { useRuns } from './runs-store.ts';
import { trackPlain } from '#/features/tracking/testing/track-plain.ts';

it('[W-108] a passage counts for a device that watches an active run, from its launch on', () => {
  const isOfRun = judgeAlarms([trackPlain(plainRun())]);
  const at = (seconds: number) => formatUtcMillisecond(after(seconds));
  expect([isOfRun(1, at(10)), isOfRun(1, at(-10)), isOfRun(99, at(10))]).toEqual([true, false, false]);
  expect(judgeAlarms([])(1, at(10))).toBe(false);
});

it('[W-108] choosing a run ends the alarms of its devices, also if it is chosen already', () => {
  const stop = startRunAlarms();
  deviceStore.replaceAll([{ ...readDevice(exampleDevice), uid: 1 }]);
  useRuns.setState({ runs: [trackPlain(plainRun())] });
  const ring = (seconds: number) => {
    const data = {
      ...devicesEvents.ReceivePassage.example,
      uid: 1,
      passageTimeStamp: formatUtcMillisecond(after(seconds)),
    };
    deviceStore.apply([{ name: 'ReceivePassage', data }]);
  };
  const rings = [10, 20].flatMap((seconds) => {
    ring(seconds);
    const before = isAlarmed(1);
    selectRun(1);
    return [before, isAlarmed(1)];
  });
  stop();
  forgetTracking();
  useRuns.setState({ runs: [] });
  deviceStore.clear();
  expect(rings).toEqual([true, false, true, false]);
});

it('[W-159] the run of a device is the active one that it watches', () => {
  const tracked = trackPlain(plainRun());
  const { launchAt, path } = tracked.run;
  expect(findRunOfDevice([tracked], 1)).toEqual({ name: path.name, launchAt });
  expect(findRunOfDevice([tracked], 99)).toBeUndefined();
});
