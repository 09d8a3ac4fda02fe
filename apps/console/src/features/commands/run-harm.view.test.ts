import { exampleDevice } from '@waymark/contract/devices/device';
import { plainRun } from '@waymark/domain/run/testing/plain-run';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import { readDevice } from '#/features/devices/store/device.wire.ts';
import { forgetRuns, putAll } from '#/features/runs/runs-store.ts';
import { trackPlain } from '#/features/tracking/testing/track-plain.ts';
import { findBroadcastHarm, findCommandHarm, listUids, titleHarm } from './run-harm.view.ts';

const SHUTDOWN = { commandType: 'AGMShutDwn', parameters: {} } as const;
const INFO = { commandType: 'DeviceInfo', parameters: {} } as const;

const run = (runId: number, pig: string, agms: readonly number[]) =>
  trackPlain({ ...plainRun(), runId, pig, path: { ...plainRun().path, agms } });
const runsOf = (harm: ReturnType<typeof findCommandHarm>) => harm?.runs?.map(({ runId, uids }) => [runId, uids]);

beforeEach(() => {
  putAll([run(1, 'CLN', [1, 2, 3]), run(2, 'MFL', [3, 4])]);
  deviceStore.replaceAll([1, 2, 3, 4, 5].map((uid) => ({ ...readDevice(exampleDevice), uid })));
});

afterEach(() => {
  forgetRuns();
  deviceStore.clear();
});

it('[W-245] names each active run that a device watches', () => {
  expect(runsOf(findCommandHarm(SHUTDOWN, 3))).toEqual([
    [1, [3]],
    [2, [3]],
  ]);
  expect(runsOf(findCommandHarm(SHUTDOWN, 4))).toEqual([[2, [4]]]);
  expect(findCommandHarm(SHUTDOWN, 3)?.runs?.[0]?.name).toBe('CLN, North');
});

it('[W-245] a harmless command, and a device of no active run, harm nothing', () => {
  expect(findCommandHarm(INFO, 3)).toBeNull();
  expect(findCommandHarm(SHUTDOWN, 5)).toBeNull();
});

it('[W-245] runs that are not loaded may be harmed', () => {
  forgetRuns();
  expect(findCommandHarm(SHUTDOWN, 5)).toMatchObject({ runs: null });
  expect(findCommandHarm(INFO, 5)).toBeNull();
});

it('[W-245] a broadcast names of each run only the devices that it reaches, and each harm once', () => {
  const harm = findBroadcastHarm(['FS4'], [2, 3, 5]);
  expect(runsOf(harm)).toEqual([
    [1, [2, 3]],
    [2, [3]],
  ]);
  expect(harm?.harms).toHaveLength(1);
  expect(findBroadcastHarm(['FS4'], [5])).toBeNull();
});

it('a device that has left the list gets nothing, and is no harm', () => {
  deviceStore.replaceAll([]);
  expect(findBroadcastHarm(['FS4'], [1, 2, 3])).toBeNull();
});

it('the question says to how many runs, or that they are not known', () => {
  const harms = ['deaf'];
  const one = { runId: 1, name: 'CLN', uids: [1] };
  expect([
    titleHarm({ runs: [one], harms }),
    titleHarm({ runs: [one, one], harms }),
    titleHarm({ runs: null, harms }),
  ]).toEqual(['Send to AGMs of 1 active run?', 'Send to AGMs of 2 active runs?', 'Send without the active runs?']);
});

it.each([
  [1, 'AGM 1'],
  [6, 'AGM 1, 2, 3, 4, 5, 6'],
  [7, 'AGM 1, 2, 3, 4, 5, 6 and 1 more'],
  [1006, 'AGM 1, 2, 3, 4, 5, 6 and 1,000 more'],
])('%i devices are listed as "%s"', (count, words) => {
  expect(listUids(Array.from({ length: count }, (_none, at) => at + 1))).toBe(words);
});
