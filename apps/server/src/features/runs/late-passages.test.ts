import type { RunPassage } from '@waymark/domain/run/run';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../../hub/testing/manual-clock.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld, type HeldDevice } from '../devices/testing/device-world.ts';
import { KM, makeStraightRuns, placeAt, type StraightRuns } from './engine/testing/straight-runs.ts';

// After an outage the devices of a run deliver their backlog in any order.

const MARKERS = 6;
let server: TestServer;
let world: DeviceWorld;
let runs: StraightRuns;
let launchAt: number;
let nextUid = 820_001;
beforeAll(async () => {
  server = await startTestServer({ runClock: new ManualClock() });
  world = await makeDeviceWorld(server);
  runs = makeStraightRuns(server, world);
  launchAt = Math.floor(Date.now() / 1000) * 1000 - 6 * 3_600_000;
});
afterAll(() => server.close());

/** The planned pig moves at 1 m/s. */
async function launch(): Promise<{ readonly runId: number; readonly devices: readonly HeldDevice[] }> {
  const devices: HeldDevice[] = [];
  for (let at = 0; at < MARKERS; at++) devices.push(await world.addDevice(nextUid++));
  const markers = devices.map(() => ({ autoLink: true, autoVerify: true }));
  return { runId: await runs.launch({ agms: devices, markers, launchAt }), devices };
}

const hear = (device: HeldDevice, at: number) =>
  world.hearPassage(device, { t: launchAt + (at + 1) * 1_020_000, mask: 1, ...placeAt((at + 1) * KM) });

const describeRun = async (runId: number) =>
  (await runs.read(runId)).passages
    .toSorted((one, other) => one.passageAt - other.passageAt)
    .map(({ markerName, isVerified }: RunPassage) => [markerName, isVerified]);

test('[W-093] a backlog that arrives in any order is linked and verified like one that arrives in order', async () => {
  const trial = fc.asyncProperty(
    fc.shuffledSubarray(
      Array.from({ length: MARKERS }, (_, at) => at),
      { minLength: MARKERS },
    ),
    async (order) => {
      const { runId, devices } = await launch();
      for (const at of order) {
        const device = devices[at];
        if (device) await hear(device, at);
        await runs.settle();
      }
      expect(await describeRun(runId)).toEqual(devices.map((_, at) => [`M${at + 1}`, true]));
      expect((await runs.read(runId)).path.markers.flatMap(({ autoLinkedUids }) => autoLinkedUids)).toEqual(
        devices.map(({ uid }) => uid),
      );
    },
  );
  await fc.assert(trial, { numRuns: 5, examples: [[[5, 4, 3, 2, 1, 0]]] });
});

test('[W-093] a late passage does not verify again what a user has unverified', async () => {
  const { runId, devices } = await launch();
  const [first, second] = devices;
  if (!first || !second) throw new Error('two devices');
  await hear(second, 1);
  await runs.settle();
  const verify = async (isVerified: boolean) => {
    const { elfId, geoId, magId } = (await runs.read(runId)).passages[0] ?? {};
    const set = { elfId, geoId, magId, isVerified };
    expect((await world.call('admin', 'POST', '/pigrun/SetPassageVerification', set)).status).toBe(200);
  };
  await verify(true);
  await verify(false);
  await hear(first, 0);
  await runs.settle();
  expect(await describeRun(runId)).toEqual([
    ['M1', true],
    ['M2', false],
  ]);
});
