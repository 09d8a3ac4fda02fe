import { after, plainRun } from '@waymark/domain/run/testing/plain-run';
import { formatUtcMillisecond } from '@waymark/domain/time/utc';
import { expect, it } from 'vitest';
import { findRunOfDevice, judgeAlarms } from './run-alarms.ts';
import { trackPlain } from '#/features/tracking/testing/track-plain.ts';

it('[W-108] a passage counts for a device that watches an active run, from its launch on', () => {
  const isOfRun = judgeAlarms([trackPlain(plainRun())]);
  const at = (seconds: number) => formatUtcMillisecond(after(seconds));
  expect([isOfRun(1, at(10)), isOfRun(1, at(-10)), isOfRun(99, at(10))]).toEqual([true, false, false]);
  expect(judgeAlarms([])(1, at(10))).toBe(false);
});

it('[W-159] the run of a device is the active one that it watches', () => {
  const tracked = trackPlain(plainRun());
  const { launchAt, path } = tracked.run;
  expect(findRunOfDevice([tracked], 1)).toEqual({ name: path.name, launchAt });
  expect(findRunOfDevice([tracked], 99)).toBeUndefined();
});
