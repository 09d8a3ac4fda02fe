import type { Run } from '@waymark/domain/run/run';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../../hub/testing/manual-clock.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { createLog } from '../../platform/log.ts';
import { connectAgm } from '../../testing/hub-client.ts';
import { PASSAGE } from '../../testing/device-samples.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld, type HeldDevice } from '../devices/testing/device-world.ts';
import { storePassages } from '../records/passages.store.ts';
import { ActiveRuns } from './engine/active-runs.ts';
import { makeStraightRuns, type StraightRuns } from './engine/testing/straight-runs.ts';
import { linkPassages } from './link-passage.ts';

// The server stores passages that arrive together in one transaction, and links them in another.

const MARKERS = 5;
let server: TestServer;
let world: DeviceWorld;
let runs: StraightRuns;
let nextUid = 850_001;
const launchAt = Math.floor(Date.now() / 1000) * 1000 - 6 * 3_600_000;
beforeAll(async () => {
  server = await startTestServer({ runClock: new ManualClock() });
  world = await makeDeviceWorld(server);
  // In the first hours of a month the launch was in the month before.
  await world.openMonths(launchAt, Date.now());
  runs = makeStraightRuns(server, world);
});
afterAll(() => server.close());

/** Launches a run with a device at each marker; the system verifies their passages. */
async function launch(): Promise<{ readonly runId: number; readonly devices: readonly HeldDevice[] }> {
  const devices: HeldDevice[] = [];
  for (let at = 0; at < MARKERS; at++) devices.push(await world.addDevice(nextUid++));
  const markers = devices.map(({ uid }) => ({ linkedUid: uid, autoVerify: true }));
  return { runId: await runs.launch({ agms: devices, markers, launchAt }), devices };
}

/** The passage of the pig at the marker of the device. */
function passAt(device: HeldDevice, at: number, mask = 1) {
  const t = launchAt + (at + 1) * 1_010_000;
  const body = { ...PASSAGE, t, endOfSnip: t + 15_000, lat: 0, lon: 0, mask };
  return { ...device, link: 'cellular' as const, receivedAt: Date.now(), body };
}

async function store(passages: ReadonlyArray<ReturnType<typeof passAt>>): Promise<void> {
  await server.app.database.change(
    systemOrigin('test'),
    async (change) => void (await storePassages(change, passages)),
  );
}

const describeRun = ({ rev, passages }: Run) => ({
  rev,
  passages: passages.map(({ markerName, isVerified, verifiedBy }) => [markerName, isVerified, verifiedBy]),
});

test('[W-179] passages that arrive together are linked in one change, each with its own revision, audit line and event', async () => {
  const { runId, devices } = await launch();
  const socket = await connectAgm(server, world.callers.admin.token);
  const heard: unknown[] = [];
  socket.on('ReceivePigRunUpdate', (update: { messagegName: string; rev: number }) => {
    if (!update.messagegName.startsWith('UpdateLocation')) heard.push([update.messagegName, update.rev]);
  });
  await store(devices.map((device, at) => passAt(device, at)));
  await runs.settle();
  await socket.emitWithAck('Fence');
  socket.disconnect();
  const { rows } = await server.app.database.pool.query(
    `select count(*)::int as lines, count(distinct xmin::text)::int as changes from audit
     where object_type = 'run' and object_id = $1 and action = 'run-passage-added'`,
    [String(runId)],
  );
  expect(rows).toEqual([{ lines: MARKERS, changes: 1 }]);
  expect(heard).toEqual(devices.map((_device, at) => ['PassageVerified', at + 2]));
});

test('[W-179] a batch of passages leaves a run as they would one by one, whatever their order', async () => {
  const [together, oneByOne] = [await launch(), await launch()];
  const backlog = ({ devices }: typeof together) =>
    devices.map((device, at) => passAt(device, at)).toSorted((one, other) => (one.uid % 3) - (other.uid % 3));
  await store(backlog(together));
  await runs.settle();
  for (const passage of backlog(oneByOne)) {
    await store([passage]);
    await runs.settle();
  }
  const expected = devicesInOrder(together.devices.length);
  expect(describeRun(await runs.read(together.runId)).passages).toEqual(expected);
  expect(describeRun(await runs.read(oneByOne.runId)).passages).toEqual(expected);
});

const devicesInOrder = (count: number) => Array.from({ length: count }, (_, at) => [`M${at + 1}`, true, 'automatic']);

test('[W-179] a further record in the batch of its passage completes it', async () => {
  const { runId, devices } = await launch();
  const [device] = devices;
  if (!device) throw new Error('a device');
  await store([passAt(device, 0, 1)]);
  await store([passAt(device, 0, 2)]);
  await runs.settle();
  expect((await runs.read(runId)).passages).toMatchObject([{ markerName: 'M1', isVerified: true }]);
  expect((await runs.read(runId)).passages[0]?.geoId).not.toBeNull();
});

test('[W-180] the node that links passages knows the run without a read, exactly as a read returns it', async () => {
  const { runId, devices } = await launch();
  let reads = 0;
  const known = new ActiveRuns(server.app.database, createLog('silent'), () => void reads++);
  await known.refresh(runId);
  const passages = devices.map((device, at) => passAt(device, at, 7));
  const heard = passages.map(({ uid, groupId, body }) => ({
    uid,
    groupId,
    endOfSnipAt: body.endOfSnip,
    isFirst: true,
  }));
  const changed = await server.app.database.change(systemOrigin('test'), async (change) => {
    await storePassages(change, passages);
    return linkPassages(change, world.groupId, heard, { courses: known, now: Date.now() });
  });
  known.adopt(changed);
  const fresh = await runs.read(runId);
  expect(fresh.passages).toHaveLength(MARKERS);
  expect(known.get(runId)?.run).toEqual(fresh);
  const before = reads;
  await known.follow({ runId, rev: fresh.rev });
  expect(reads).toBe(before);
  await known.follow({ runId, rev: fresh.rev + 1 });
  await known.follow({ runId, rev: null });
  expect(reads).toBe(before + 2);
});

test('[W-180] an older state never replaces a newer one', async () => {
  const { runId } = await launch();
  const known = new ActiveRuns(server.app.database, createLog('silent'));
  await known.refresh(runId);
  const fresh = await runs.read(runId);
  known.adopt([{ ...fresh, rev: fresh.rev + 1 }]);
  known.adopt([fresh]);
  expect(known.get(runId)?.run.rev).toBe(fresh.rev + 1);
});
