import type { PastCommand, QueuedCommand } from '@waymark/contract/commands/queued-command';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemOrigin } from '../../platform/http/call.ts';
import { connectAgm } from '../../testing/hub-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld } from '../devices/testing/device-world.ts';
import { openConsole, type Console } from '../streaming/testing/stream-world.ts';
import { STREAM_STOP_JOB } from '../streaming/streaming.api.ts';
import { stopLeftStream } from './commands.part.ts';

const WITHIN = { timeout: 15_000, interval: 20 };
const OTHERS = 'Others are listening.';
const SENT_AT = '2026-03-18 00:03:59';

let server: TestServer;
let world: DeviceWorld;
let lastUid = 420_000;
const consoles: Console[] = [];

beforeAll(async () => {
  server = await startTestServer();
  world = await makeDeviceWorld(server);
});
afterEach(() => {
  for (const { socket } of consoles.splice(0)) socket.disconnect();
});
afterAll(() => server.close());

async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await server.app.database.pool.query<Row>(text, values)).rows;
}

async function addDevice(): Promise<number> {
  const { uid } = await world.addDevice(++lastUid);
  await world.setState(uid, { firmware_version: 10.71, is_iridium: false });
  return uid;
}

async function listen(caller: keyof DeviceWorld['callers'], uid: number): Promise<Console> {
  const opened = await openConsole(server, world.callers[caller].token);
  consoles.push(opened);
  expect(await opened.listen(uid)).toEqual({ ok: true });
  return opened;
}

const makeCommand = (uid: number, streamEnabled: boolean, fromStreamDialog = true) => ({
  uid,
  commandType: 'StreamEnable',
  timeStampSent: SENT_AT,
  parameters: { streamEnabled },
  fromStreamDialog,
});

async function queue(uid: number, streamEnabled: boolean, fromStreamDialog = true): Promise<QueuedCommand> {
  const response = await world.call(
    'admin',
    'POST',
    '/commands/queue',
    makeCommand(uid, streamEnabled, fromStreamDialog),
  );
  expect(response.status).toBe(201);
  return (await response.json()) as QueuedCommand;
}

const listCommands = (uid: number) =>
  query<{ streams: boolean; state: string; source: string; user_name: string; expires_at: Date | null }>(
    `select parameters -> 'streamEnabled' as streams, state, source, user_name, expires_at from commands where uid = $1 order by id`,
    [uid],
  );

const listJobs = (uid: number) =>
  query<{ key: string; wait_s: number; run_at: Date }>(
    `select key, run_at, extract(epoch from run_at - updated_at)::float8 as wait_s from graphile_worker.jobs where key = $1`,
    [`${STREAM_STOP_JOB}/${uid}`],
  );

/** Makes the stop job due, as after half a minute. */
async function passTime(uid: number): Promise<void> {
  await query('update graphile_worker._private_jobs set run_at = now() where key = $1', [`${STREAM_STOP_JOB}/${uid}`]);
  await vi.waitFor(async () => expect(await listJobs(uid)).toEqual([]), WITHIN);
}

const stop = (uid: number, leftAt = Date.now() - 30_000) =>
  server.app.database.change(systemOrigin('stream'), (change) => stopLeftStream(change, { uid, leftAt }, Date.now()));

describe('a stream dialog', () => {
  test('[S-054] [S-056] opening queues true and closing queues false when no other console listens', async () => {
    const uid = await addDevice();
    const own = await listen('admin', uid);
    expect(await queue(uid, true)).toMatchObject({
      state: 'queued',
      parameters: { streamEnabled: true },
      expiresAt: null,
    });
    await own.shutUp(uid);
    expect(await queue(uid, false)).toMatchObject({ state: 'queued', parameters: { streamEnabled: false } });
  });

  test('[S-085] the stream command of a viewer is refused', async () => {
    const uid = await addDevice();
    await world.follow(uid);
    await listen('viewer', uid);
    expect((await world.call('viewer', 'POST', '/commands/queue', makeCommand(uid, true))).status).toBe(403);
  });

  test.each(['admin', 'superadmin', 'viewer'] as const)(
    'a dialog that closes while a console of the %s listens stops nothing, and the history says so',
    async (other) => {
      const uid = await addDevice();
      await world.follow(uid);
      const [own] = [await listen('admin', uid), await listen(other, uid)];
      const live = await connectAgm(server, world.callers.admin.token);
      const heard: unknown[] = [];
      live.on('ReceiveCommandUpdate', (command: QueuedCommand) => heard.push([command.commandId, command.state]));
      await queue(uid, true);
      await own.shutUp(uid);
      const dropped = await queue(uid, false);
      expect(dropped).toMatchObject({ state: 'deleted', note: OTHERS, attempts: 0 });
      const { commandList } = await world.fetch<{ commandList: PastCommand[] }>(
        'admin',
        `/commands/${uid}/history?descending=true`,
      );
      expect(commandList[0]?.steps.map(({ state, detail }) => [state, detail])).toEqual([
        ['queued', null],
        ['deleted', OTHERS],
      ]);
      expect(
        (await world.fetch<QueuedCommand[]>('admin', `/commands/${uid}`)).map(({ parameters }) => parameters),
      ).toEqual([{ streamEnabled: true }]);
      await live.emitWithAck('Fence');
      expect(heard.slice(-2)).toEqual([
        [dropped.commandId, 'queued'],
        [dropped.commandId, 'deleted'],
      ]);
      live.disconnect();
      const audited = await query(
        'select action from audit where object_id = $1 and after ->> $2 = $3 or before ->> $4 = $5',
        [String(uid), 'reason', OTHERS, 'commandId', String(dropped.commandId)],
      );
      expect(audited).toEqual([{ action: 'command-deleted' }]);
    },
  );

  test('a dialog stops a stream once the other listeners are gone; a manual command stops it at once', async () => {
    const uid = await addDevice();
    const [first, second] = [await listen('admin', uid), await listen('superadmin', uid)];
    expect(await queue(uid, false, false)).toMatchObject({ state: 'queued' });
    await first.shutUp(uid);
    expect(await queue(uid, false)).toMatchObject({ state: 'deleted' });
    await second.shutUp(uid);
    expect(await queue(uid, false)).toMatchObject({ state: 'queued' });
  });

  test('each of several commands is checked on its own', async () => {
    const [heard, unheard] = [await addDevice(), await addDevice()];
    await listen('superadmin', heard);
    const body = [makeCommand(heard, false), makeCommand(unheard, false), makeCommand(heard, true)];
    const response = await world.call('admin', 'POST', '/commands/queueList', body);
    const answered = response.status === 201 ? ((await response.json()) as QueuedCommand[]) : [];
    expect(answered.map(({ uid, state }) => [uid, state])).toEqual([
      [heard, 'deleted'],
      [unheard, 'queued'],
      [heard, 'queued'],
    ]);
  });
});

describe('a stream whose last listener has gone', () => {
  test('[S-056] the server stops a stream without listeners after half a minute, once, without expiry and audited', async () => {
    const uid = await addDevice();
    const viewer = await listen('superadmin', uid);
    await queue(uid, true);
    viewer.socket.io.engine.close();
    await vi.waitFor(async () => expect(await listJobs(uid)).toHaveLength(1), WITHIN);
    const [job] = await listJobs(uid);
    expect(job?.wait_s).toBeGreaterThan(20);
    expect(job?.wait_s).toBeLessThan(31);
    expect(await listCommands(uid)).toHaveLength(1);
    await passTime(uid);
    const stopped = { streams: false, state: 'queued', source: 'stream', user_name: 'stream', expires_at: null };
    expect((await listCommands(uid)).slice(1)).toEqual([stopped]);
    await Promise.all([stop(uid), stop(uid)]);
    expect(await listCommands(uid)).toHaveLength(2);
    const audited = await query(
      "select action, after -> 'parameters' as parameters from audit where object_id = $1 and user_name = 'stream'",
      [String(uid)],
    );
    expect(audited).toEqual([{ action: 'command-queued', parameters: { streamEnabled: false } }]);
  });

  test('two nodes that check at the same time queue one command', async () => {
    const uid = await addDevice();
    await queue(uid, true);
    await Promise.all([stop(uid), stop(uid), stop(uid)]);
    expect((await listCommands(uid)).map(({ streams }) => streams)).toEqual([true, false]);
  });

  test('a stream goes on when a console listens again, and the half minute restarts when it leaves', async () => {
    const uid = await addDevice();
    await queue(uid, true);
    const first = await listen('superadmin', uid);
    await first.shutUp(uid);
    const again = await listen('superadmin', uid);
    await passTime(uid);
    expect(await listCommands(uid)).toHaveLength(1);
    await again.shutUp(uid);
    await query("update graphile_worker._private_jobs set run_at = now() + interval '15 s' where key = $1", [
      `${STREAM_STOP_JOB}/${uid}`,
    ]);
    const once = await listen('superadmin', uid);
    await once.shutUp(uid);
    const jobs = await listJobs(uid);
    expect(jobs).toHaveLength(1);
    expect(jobs[0]?.wait_s).toBeGreaterThan(20);
    await passTime(uid);
    expect(await listCommands(uid)).toHaveLength(2);
  });

  const told = (change: string) => `update commands set ${change} where uid = $1`;
  test.each([
    ['without commands that does not stream', [], null, null, false],
    ['without commands that reports a stream', [], null, 2, true],
    ['that streams over Bluetooth', [], null, 3, false],
    ['with a pending start', [true], null, 0, true],
    ['with an accepted start', [true], told("state = 'accepted', attempts = 1"), 2, true],
    ['with a pending stop', [true, false], null, 2, false],
    ['with a rejected start', [true], told("state = 'rejected', attempts = 1"), 0, false],
    ['whose start was deleted before it was sent', [true], told("state = 'deleted'"), null, false],
    ['whose start was deleted after it was sent', [true], told("state = 'deleted', attempts = 1"), null, true],
    [
      'whose stop has expired',
      [true, false],
      `${told("state = 'expired', attempts = 1")} and not (parameters -> 'streamEnabled')::boolean`,
      2,
      true,
    ],
  ] as const)(
    'the server stops a device only if it may stream: a device %s',
    async (_what, sent, then, streamMode, isStopped) => {
      const uid = await addDevice();
      await world.setState(uid, { stream_mode: streamMode });
      for (const streamEnabled of sent) await queue(uid, streamEnabled, false);
      if (then !== null) await query(then, [uid]);
      await stop(uid);
      expect((await listCommands(uid)).slice(sent.length).map(({ streams, source }) => [streams, source])).toEqual(
        isStopped ? [[false, 'stream']] : [],
      );
    },
  );

  test('a stop that was dropped because others listened does not count', async () => {
    const uid = await addDevice();
    await queue(uid, true);
    const other = await listen('superadmin', uid);
    await queue(uid, false);
    await other.shutUp(uid);
    await passTime(uid);
    expect((await listCommands(uid)).map(({ streams, state }) => [streams, state])).toEqual([
      [true, 'queued'],
      [false, 'deleted'],
      [false, 'queued'],
    ]);
  });

  test('the server sends no stop to a satellite device or a deleted one', async () => {
    const [satellite, gone] = [await addDevice(), await addDevice()];
    await world.setState(satellite, { is_iridium: true, stream_mode: 2 });
    await world.call('superadmin', 'DELETE', `/admin/apexagm/${gone}`);
    for (const uid of [satellite, gone]) {
      await stop(uid);
      expect(await listCommands(uid)).toEqual([]);
    }
  });

  test('listeners get half a minute to reconnect after a server outage', async () => {
    const uid = await addDevice();
    await queue(uid, true);
    await stop(uid, Date.now() - 3_600_000);
    expect(await listCommands(uid)).toHaveLength(1);
    expect((await listJobs(uid))[0]?.wait_s).toBeGreaterThan(20);
    await passTime(uid);
    expect(await listCommands(uid)).toHaveLength(2);
  });

  test('the listeners of a dead node count for half a minute', async () => {
    const uid = await addDevice();
    await queue(uid, true);
    const say = (age: string) =>
      query(
        `insert into stream_listeners (node_id, uid, group_id, seen_at) values ('00000000-0000-4000-8000-000000000001', $1, $2, now() - $3::interval)
       on conflict (node_id, uid) do update set seen_at = excluded.seen_at`,
        [uid, world.groupId, age],
      );
    await say('25 s');
    expect(await queue(uid, false)).toMatchObject({ state: 'deleted' });
    await say('31 s');
    expect(await queue(uid, false, true)).toMatchObject({ state: 'queued' });
    await vi.waitFor(async () => expect(await listJobs(uid)).toHaveLength(1), WITHIN);
    expect(await query('select from stream_listeners where uid = $1', [uid])).toEqual([]);
  });
});
