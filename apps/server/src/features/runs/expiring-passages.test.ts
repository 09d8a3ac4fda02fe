import { endRun, movePassage, unverifyPassage } from '@waymark/domain/run/changes/changes';
import { passageKey, type Run } from '@waymark/domain/run/run';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemOrigin } from '../../platform/http/call.ts';
import { monthOf, nameOfPartition, Partitions } from '../../platform/database/partitions.ts';
import { ManualClock } from '../../hub/testing/manual-clock.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld, type HeldDevice } from '../devices/testing/device-world.ts';
import { tidyRecords } from '../records/records.jobs.ts';
import { changeRun } from './change-run.ts';
import { makeStraightRuns, type StraightRuns } from './engine/testing/straight-runs.ts';
import { lockRun } from './lock-run.ts';
import { keepExpiringPassages } from './run-passages.store.ts';

// A run outlives the records of its devices.

const DAY_MS = 86_400_000;
const [ELF, GEO, MAG] = [1, 2, 4];
/** Each test has a month of its own, because the month is deleted. */
let launchAt = Date.UTC(2024, 2, 10);
const after = (seconds: number) => launchAt + seconds * 1000;

let server: TestServer;
let world: DeviceWorld;
let runs: StraightRuns;
let nextUid = 880_001;
beforeAll(async () => {
  server = await startTestServer({ runClock: new ManualClock() });
  world = await makeDeviceWorld(server);
  runs = makeStraightRuns(server, world);
});
afterAll(() => server.close());
afterEach(() => {
  launchAt += 31 * DAY_MS;
});

const query = async (text: string, values: readonly unknown[] = []) =>
  (await server.app.database.pool.query<Record<string, unknown>>(text, [...values])).rows;

/** Runs the nightly job, for which passages of the test's month are too old. */
async function tidy(): Promise<void> {
  const { database } = server.app;
  const retention = { heartbeatDays: 3650, passageDays: 365, reportDays: 3650, rejectedDays: 30 };
  await tidyRecords({ database, partitions: new Partitions(database.pool), retention, now: () => Date.UTC(2026, 0) });
}

async function change(runId: number, next: (run: Run) => Run): Promise<void> {
  await server.app.database.change(systemOrigin('test'), async (changing) => {
    const run = await lockRun(changing, runId);
    await changeRun(changing, run, next(run), { action: 'run-changed', message: 'RunUpdated', now: Date.now() });
  });
}

/** A run with a verified passage of three records, an unverified one of two and a manual one. */
async function follow(): Promise<{ readonly runId: number; readonly device: HeldDevice }> {
  const device = await world.addDevice(nextUid++);
  const runId = await runs.launch({
    agms: [device],
    markers: [{ linkedUid: device.uid, autoVerify: true }, {}, {}],
    launchAt,
  });
  await world.hearPassage(device, { t: after(1000), mask: ELF | GEO | MAG });
  await runs.settle();
  await world.hearPassage(device, { t: after(1500), mask: GEO | MAG, lat: 0, lon: 0 });
  await runs.settle();
  expect((await runs.read(runId)).passages.map(({ isVerified }) => isVerified)).toEqual([true, false]);
  return { runId, device };
}

/** The run as it is without its records: with them goes when they came. */
async function readKept(runId: number) {
  const run = await runs.read(runId);
  return { ...run, passages: run.passages.map(({ receivedAt: _, ...passage }) => passage) };
}

const countRecords = async (uid: number) => (await query('select 1 from passages where uid = $1', [uid])).length;

test('[W-248] active and completed runs keep their passages after the records of their devices are deleted', async () => {
  const [active, completed] = [await follow(), await follow()];
  await change(completed.runId, (run) => {
    const ended = endRun(run, after(5000), Date.now());
    if (!ended.ok) throw new Error(ended.failure.code);
    return ended.value;
  });
  const before = [await readKept(active.runId), await readKept(completed.runId)];
  await tidy();
  expect([await countRecords(active.device.uid), await countRecords(completed.device.uid)]).toEqual([0, 0]);
  expect([await runs.read(active.runId), await runs.read(completed.runId)]).toEqual(before);
  const list = await world.fetch<{ runList: { runId: number; verified: number }[] }>(
    'admin',
    '/pigrun/finished?page=1&rowsPerPage=20',
  );
  expect(list.runList.find(({ runId }) => runId === completed.runId)).toMatchObject({ verified: 1 });

  const [first, second] = before[0]?.passages ?? [];
  if (!first || !second) throw new Error('the run has lost its passages');
  const { verifiedBy, ...unnamed } = first;
  expect(verifiedBy).toBe('automatic');
  await change(active.runId, (run) => {
    const unverified = unverifyPassage(run, passageKey(first));
    const moved = unverified.ok ? movePassage(unverified.value, passageKey(second), 'M2', Date.now()) : unverified;
    if (!moved.ok) throw new Error(moved.failure.code);
    return moved.value;
  });
  expect((await runs.read(active.runId)).passages).toEqual([
    { ...unnamed, isVerified: false },
    { ...second, markerName: 'M2' },
  ]);
});

test('a removal of records that was interrupted after the month was detached keeps the passages of runs', async () => {
  const { runId, device } = await follow();
  const before = await readKept(runId);
  await query(`alter table passages detach partition ${nameOfPartition('passages', monthOf(launchAt))}`);
  await tidy();
  expect(await countRecords(device.uid)).toBe(0);
  expect(await runs.read(runId)).toEqual(before);
});

test('a passage that was kept and then changed, while its records are still there, keeps the change', async () => {
  const { runId, device } = await follow();
  const expiring = { table: 'passages', from: new Date(launchAt), until: new Date(after(5000)) };
  await server.app.database.change(systemOrigin('test'), (changing) => keepExpiringPassages(changing, expiring));
  const [first] = (await runs.read(runId)).passages;
  if (!first) throw new Error('the run has lost its passage');
  await change(runId, (run) => {
    const unverified = unverifyPassage(run, passageKey(first));
    if (!unverified.ok) throw new Error(unverified.failure.code);
    return unverified.value;
  });
  expect(await query('select distinct is_verified from passages where uid = $1', [device.uid])).toEqual([
    { is_verified: false },
  ]);
  await tidy();
  const { verifiedBy: _, ...unnamed } = first;
  expect((await runs.read(runId)).passages[0]).toEqual({ ...unnamed, isVerified: false });
});
