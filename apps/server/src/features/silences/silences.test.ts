import type { SilenceRow } from '@waymark/contract/alerts/silence-row';
import { editPig } from '@waymark/domain/run/changes/changes';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../hub/testing/manual-clock.ts';
import { createLog } from '../../platform/log.ts';
import { connectAgm } from '../../testing/hub-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld } from '../devices/testing/device-world.ts';
import { makeToldRuns, type Launching, type ToldRuns } from '../runs/alerts/testing/told-runs.ts';
import { RunWatch } from '../runs/alerts/watch-runs.ts';
import { ActiveRuns } from '../runs/engine/active-runs.ts';
import { placeAt } from '../runs/engine/testing/straight-runs.ts';

type Caller = Parameters<DeviceWorld['call']>[0];

const MINUTE_MS = 60_000;
let server: TestServer;
let world: DeviceWorld;
let runs: ToldRuns;
beforeAll(async () => {
  server = await startTestServer({ runClock: new ManualClock() });
  world = await makeDeviceWorld(server);
  runs = makeToldRuns(server, world);
});
beforeEach(() => server.app.database.pool.query('delete from pig_runs; delete from silences; delete from alerts'));
afterAll(() => server.close());

async function look(runId: number, now: number): Promise<void> {
  const active = new ActiveRuns(server.app.database, createLog('silent'));
  await active.refresh(runId);
  const options = { database: server.app.database, runs: active, log: createLog('silent') };
  await new RunWatch({ ...options, publicUrl: 'http://waymark.test', now: () => now }).look();
}

/** A run that tells a user of stops. */
async function launch(
  launchAt: number,
  others: Launching['rules'] = [],
): Promise<{ readonly runId: number; readonly pathId: number }> {
  const { userId } = await runs.addPerson();
  const rules = [{ userId, launch: false, alerts: ['pig-stopped'] as const }, ...others];
  const runId = await runs.launch({ rules, launchAt, markers: [{}, {}, {}] });
  const { rows } = await server.app.database.pool.query<{ path_id: number }>(
    'select path_id::int from pig_runs where id = $1',
    [runId],
  );
  return { runId, pathId: rows[0]?.path_id ?? 0 };
}

const write = (from: number, until: number, other: object = {}) => ({
  from: formatUtcSecond(from),
  until: formatUtcSecond(until),
  reason: 'Excavation',
  ...other,
});
async function add(body: object, by: Caller = 'admin'): Promise<SilenceRow> {
  const response = await world.call(by, 'POST', '/silences', body);
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return ((await response.json()) as { silence: SilenceRow }).silence;
}
const listTitles = async (runId: number) => (await runs.listTold(runId)).map(({ title }) => title);
const listStates = async () =>
  (await world.fetch<{ alerts: { kind: string; state: string }[] }>('admin', '/alerts')).alerts
    .filter(({ kind }) => kind === 'pig-stopped')
    .map(({ state }) => state);

test('[W-340] a silenced cause is recorded and sends no message; one that still holds at the end is sent then', async () => {
  const now = Math.floor(Date.now() / 1000) * 1000;
  const { runId, pathId } = await launch(now - 10 * MINUTE_MS);
  const stop = (run: Parameters<Parameters<ToldRuns['change']>[1]>[0]) =>
    editPig(run, { place: placeAt(500), speed: 0 }, now);
  await add(write(now - MINUTE_MS, now + 5 * MINUTE_MS, { pathId, kind: 'pig-stopped' }));
  await runs.change(runId, stop);
  await look(runId, now + MINUTE_MS);
  expect(await listTitles(runId)).toEqual([]);
  expect(await listStates()).toEqual(['raised']);
  await look(runId, now + 5 * MINUTE_MS);
  expect(await listTitles(runId)).toEqual(['Pig stopped']);
  expect(await listStates()).toEqual(['notified']);
});

test('[W-340] a silence of another path silences nothing', async () => {
  const now = Math.floor(Date.now() / 1000) * 1000;
  const other = await launch(now - 10 * MINUTE_MS);
  const { runId } = await launch(now - 10 * MINUTE_MS);
  await add(write(now - MINUTE_MS, now + 5 * MINUTE_MS, { pathId: other.pathId }));
  await runs.change(runId, (run) => editPig(run, { place: placeAt(500), speed: 0 }, now));
  await look(runId, now + MINUTE_MS);
  expect(await listTitles(runId)).toEqual(['Pig stopped']);
});

test('[W-341] a silence is listed until its end, ended early by name, and audited', async () => {
  const now = Date.now();
  const soon = await add(write(now + 60 * MINUTE_MS, now + 90 * MINUTE_MS));
  const current = await add(write(now, now + 30 * MINUTE_MS));
  const list = async () =>
    (await world.fetch<{ silences: SilenceRow[] }>('admin', '/silences')).silences.map(({ id }) => id);
  expect(await list()).toEqual([current.id, soon.id]);
  for (const { id } of [current, soon])
    expect((await world.call('admin', 'POST', `/silences/${id}/end`)).status).toBe(200);
  expect(await list()).toEqual([]);
  const { rows } = await server.app.database.pool.query<{ action: string }>(
    `select action from audit where object_type = 'silence' and object_id = $1 order by id`,
    [String(current.id)],
  );
  expect(rows.map(({ action }) => action)).toEqual(['silence-added', 'silence-ended']);
});

test('[W-341] a silence names only paths and devices of its company, has a reason and ends within 30 days', async () => {
  const now = Date.now();
  const until = now + 30 * MINUTE_MS;
  const { pathId } = await launch(now);
  const device = await world.addDevice(880_001);
  const statusOf = async (by: Caller, body: object) => (await world.call(by, 'POST', '/silences', body)).status;
  expect(await statusOf('foreignAdmin', write(now, until, { pathId }))).toBe(404);
  expect(await statusOf('foreignAdmin', write(now, until, { uid: device.uid }))).toBe(404);
  expect(await statusOf('foreignAdmin', write(now, until, { groupId: world.groupId }))).toBe(404);
  expect(await statusOf('superadmin', write(now, until))).toBe(404);
  expect(await statusOf('superadmin', write(now, until, { groupId: world.groupId, uid: device.uid }))).toBe(200);
  expect(await statusOf('admin', write(now, until, { reason: ' ' }))).toBe(400);
  expect(await statusOf('admin', write(until, now))).toBe(400);
  expect(await statusOf('admin', write(now, now + 31 * 86_400_000))).toBe(400);
  expect(await statusOf('viewer', write(now, until))).toBe(403);
});

test('[W-551] a viewer lists the silences of their runs and of the company, and is told of changes of these only', async () => {
  await server.app.database.pool.query('delete from silences');
  const now = Date.now();
  const rules = [{ userId: world.viewerId, launch: false }];
  const own = await launch(now, rules);
  const other = await launch(now);
  const device = await world.addDevice(880_003);
  const socket = await connectAgm(server, world.callers.viewer.token);
  const heard: unknown[] = [];
  socket.onAny((name: string) => heard.push(name));
  const during = (part: object) => add(write(now, now + 30 * MINUTE_MS, part));
  const hidden = [await during({ pathId: other.pathId }), await during({ uid: device.uid })];
  await socket.emitWithAck('Fence');
  expect(heard).toEqual([]);
  const shown = [await during({ pathId: own.pathId }), await during({ kind: 'agm-offline' })];
  await socket.emitWithAck('Fence');
  expect(heard).toEqual(['ReceiveOwnSilences', 'ReceiveOwnSilences']);
  const listAs = async (by: Caller) =>
    new Set((await world.fetch<{ silences: SilenceRow[] }>(by, '/silences')).silences.map(({ id }) => id));
  expect(await listAs('viewer')).toEqual(new Set(shown.map(({ id }) => id)));
  expect(await listAs('admin')).toEqual(new Set([...hidden, ...shown].map(({ id }) => id)));
  await world.follow(device.uid);
  expect((await listAs('viewer')).has(hidden[1]?.id ?? 0)).toBe(true);
  expect(await listAs('foreignAdmin')).toEqual(new Set());
  socket.disconnect();
});
