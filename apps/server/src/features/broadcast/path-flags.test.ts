import type { QueuedCommand } from '@waymark/contract/commands/queued-command';
import { broadcastRoutes } from '@waymark/contract/routes/broadcast';
import { PATH_FLAGS, type PathEvent, type PathFlag } from '@waymark/commands/broadcast-codes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemScope } from '../../platform/access/scope.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { readProblem, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld } from '../devices/testing/device-world.ts';
import { firePathFlags } from './path-flags.service.ts';

let server: TestServer;
let world: DeviceWorld;
let nextUid = 500_001;
let pathId: number;
/** Two devices that watch the line of the path. */
let uids: number[];
beforeAll(async () => {
  server = await startTestServer();
  world = await makeDeviceWorld(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  uids = [await addDevice(), await addDevice()];
  pathId = await addPath(uids);
});

const reader = () => server.app.database.read(systemScope('test'));

async function addDevice(groupId = world.groupId): Promise<number> {
  const { uid } = await world.addDevice(nextUid++, { groupId });
  await world.setState(uid, { firmware_version: 10.71, frequencies: [0, 22, 22, 22] });
  return uid;
}

async function addPath(watching: readonly number[], groupId = world.groupId): Promise<number> {
  const { db } = reader();
  const { id } = await db
    .insertInto('pig_paths')
    .values({ group_id: groupId, name: 'North line' })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (watching.length > 0)
    await db
      .insertInto('pig_path_devices')
      .values(watching.map((uid) => ({ path_id: id, uid, group_id: groupId })))
      .execute();
  return id;
}

type Caller = 'admin' | 'superadmin' | 'foreignAdmin';
const wire = (...on: readonly PathFlag[]) =>
  Object.fromEntries(PATH_FLAGS.map((flag) => [flag, on.includes(flag) ? 'Y' : 'N']));
const read = (caller: Caller = 'admin', id = pathId) =>
  world.call(caller, 'GET', `/pigpath/GetBroadcastCommandData/${id}`);
const save = (flags: unknown, caller: Caller = 'admin', id = pathId) =>
  world.call(caller, 'POST', '/pigpath/UpdateBroadcastCommandData', { pathId: id, ...(flags as object) });
const callNow = (caller: Caller = 'admin', id = pathId) =>
  world.call(caller, 'GET', `/pigpath/CreateBroadcastCommandsForNowEvent/${id}`);

const readFlags = async () => (await read()).json();

async function fireNow() {
  const response = await callNow();
  expect(response.status).toBe(200);
  return broadcastRoutes.fireNowFlags.reply.parse(await response.json());
}

/** Fires an event of the path as a run does, in its own change. */
async function fire(
  event: PathEvent,
  watching: readonly number[],
  window: { startAt: number; endAt: number } | null = null,
): Promise<void> {
  await server.app.database.change(systemOrigin('run'), (change) =>
    firePathFlags(change, { pathId, event, uids: watching, window }, Date.now()),
  );
}

async function readQueue(uid: number) {
  const commands = await world.fetch<QueuedCommand[]>('superadmin', `/commands/${uid}`);
  return commands.map(({ commandType, parameters, source }) => [commandType, parameters, source]);
}

describe('the flags of a path', () => {
  test('[B-005] [B-006] [B-007] [B-031] a path has 21 flags, all N before they are first saved', async () => {
    expect(await readFlags()).toEqual(wire());
    expect(Object.keys(wire())).toHaveLength(21);
  });

  test('[B-031] [B-032] flags are read as they were last saved', async () => {
    const first = wire(
      'powerModeBroadcastCommandNowEvent',
      'formatDiskBroadcastCommandNowEvent',
      'requestFileDownloadBroadcastCommandReceiveEvent',
    );
    expect((await save(first)).status).toBe(200);
    expect(await readFlags()).toEqual(first);
    const second = wire('frequencySettingsElfMagBroadcastCommandLaunchEvent');
    await save(second, 'superadmin');
    expect(await readFlags()).toEqual(second);
  });

  test('saving flags audits their previous values', async () => {
    await save(wire('powerModeBroadcastCommandNowEvent'));
    await save(wire('powerModeLowPowerBroadcastCommandLaunchEvent'));
    const lines = await reader()
      .db.selectFrom('audit')
      .select(['user_name', 'before', 'after'])
      .where('action', '=', 'path-flags-saved')
      .where('object_id', '=', String(pathId))
      .orderBy('id')
      .execute();
    expect(lines).toEqual([
      { user_name: 'Dana Reyes', before: [], after: ['powerModeBroadcastCommandNowEvent'] },
      {
        user_name: 'Dana Reyes',
        before: ['powerModeBroadcastCommandNowEvent'],
        after: ['powerModeLowPowerBroadcastCommandLaunchEvent'],
      },
    ]);
  });

  const LOCKED = 'A command is chosen at an event that does not send it.';
  test.each<[string, string, PathFlag[]]>([
    [
      '[B-009]',
      'Power mode active and low power are mutually exclusive.',
      ['powerModeBroadcastCommandLaunchEvent', 'powerModeLowPowerBroadcastCommandLaunchEvent'],
    ],
    [
      '[B-010]',
      'Only one settings broadcast command may be selected at a time.',
      ['frequencySettingsMagOnlyBroadcastCommandNowEvent', 'frequencySettingsElfOnlyBroadcastCommandNowEvent'],
    ],
    ['[B-011]', LOCKED, ['powerModeBroadcastCommandReceiveEvent']],
    ['[B-012]', LOCKED, ['requestFileDownloadBroadcastCommandNowEvent']],
    ['[B-013]', LOCKED, ['formatDiskBroadcastCommandLaunchEvent']],
  ])('%s cannot be saved against the rules: %s', async (_, detail, flags) => {
    const response = await save(wire(...flags));
    expect(response.status).toBe(400);
    expect(await readProblem(response)).toMatchObject({ code: 'broadcast-invalid', detail });
    expect(await readFlags()).toEqual(wire());
  });

  test.each([
    ['a flag is missing', { ...wire(), formatDiskBroadcastCommandNowEvent: undefined }],
    ['a flag is neither Y nor N', { ...wire(), formatDiskBroadcastCommandNowEvent: true }],
  ])('flags are refused when %s', async (_, flags) => {
    expect((await save(flags)).status).toBe(400);
  });

  test('flags are hidden from other companies', async () => {
    await save(wire('powerModeBroadcastCommandNowEvent'));
    for (const response of [
      await read('foreignAdmin'),
      await save(wire(), 'foreignAdmin'),
      await callNow('foreignAdmin'),
      await read('admin', 999_999),
    ]) {
      expect([response.status, (await readProblem(response)).code]).toEqual([404, 'path-not-found']);
    }
    expect((await read('superadmin')).status).toBe(200);
    expect(await readFlags()).toEqual(wire('powerModeBroadcastCommandNowEvent'));
    expect(await readQueue(uids[0] ?? 0)).toEqual([]);
  });

  test('flags are deleted with their path', async () => {
    await save(wire('powerModeBroadcastCommandNowEvent'));
    const { db } = reader();
    await db.deleteFrom('pig_paths').where('id', '=', pathId).execute();
    expect(await db.selectFrom('pig_path_broadcast_flags').selectAll().where('path_id', '=', pathId).execute()).toEqual(
      [],
    );
    expect(await db.selectFrom('pig_path_devices').selectAll().where('path_id', '=', pathId).execute()).toEqual([]);
  });
});

describe('Now', () => {
  const LAUNCH = 'powerModeLowPowerBroadcastCommandLaunchEvent';
  const chosen = wire('powerModeBroadcastCommandNowEvent', 'frequencySettingsElfOnlyBroadcastCommandNowEvent', LAUNCH);

  test('[B-030] [B-014] firing Now queues one set for each AGM of the path, and sets its flags to N', async () => {
    await save(chosen);
    const bystander = await addDevice();
    expect(await fireNow()).toEqual({ queued: 4, broadcastId: expect.any(Number), failed: [] });
    for (const uid of uids) {
      expect(await readQueue(uid)).toEqual([
        ['PowerMode', { powerMode: 0 }, 'path'],
        ['FrequencySelect', expect.objectContaining({ enable0: 0, enable1: 1, frequency1: 22 }), 'path'],
      ]);
    }
    expect(await readQueue(bystander)).toEqual([]);
    expect(await readFlags()).toEqual(wire(LAUNCH));
  });

  test('[B-030] firing Now again queues nothing, even at the same time', async () => {
    await save(chosen);
    const replies = await Promise.all([fireNow(), fireNow(), fireNow()]);
    expect(replies.map(({ queued }) => queued).toSorted((one, other) => one - other)).toEqual([0, 0, 4]);
    expect(await fireNow()).toEqual({ queued: 0, broadcastId: null, failed: [] });
    expect(await readQueue(uids[0] ?? 0)).toHaveLength(2);
  });

  test('firing Now is never answered from a cache', async () => {
    expect((await callNow()).headers.get('cache-control')).toContain('no-store');
  });

  test('firing Now lists the devices of the path that do not support it', async () => {
    const satellite = await addDevice();
    await world.setState(satellite, { is_iridium: true });
    pathId = await addPath([...uids, satellite]);
    await save(wire('formatDiskBroadcastCommandNowEvent'));
    expect(await fireNow()).toEqual({
      queued: 2,
      broadcastId: expect.any(Number),
      failed: [{ uid: satellite, reason: 'Format disk: It does not go over satellite.' }],
    });
  });

  test('[W-060] firing Now sends nothing to a device that has moved, not even for a superadmin', async () => {
    const moved = await addDevice();
    pathId = await addPath([...uids, moved]);
    await save(wire('powerModeBroadcastCommandNowEvent'));
    expect(
      (await world.call('superadmin', 'POST', `/admin/apexagm/${moved}`, { group: world.foreignGroupId })).status,
    ).toBe(200);
    const reply = broadcastRoutes.fireNowFlags.reply.parse(await (await callNow('superadmin')).json());
    expect(reply).toMatchObject({ queued: 2, failed: [] });
    expect(await world.fetch('foreignAdmin', `/commands/${moved}`)).toEqual([]);
  });

  test('firing Now audits what was sent, and the flags before and after', async () => {
    await save(wire('powerModeBroadcastCommandNowEvent'));
    const { broadcastId } = await fireNow();
    const { db } = reader();
    const sent = await db
      .selectFrom('audit')
      .select('after')
      .where('action', '=', 'broadcast-sent')
      .where('object_id', '=', String(broadcastId))
      .execute();
    expect(sent).toEqual([
      { after: { codes: ['PM'], window: null, devices: 2, queued: 2, failed: 0, pathId, event: 'NowEvent' } },
    ]);
    const cleared = await db
      .selectFrom('audit')
      .select(['before', 'after'])
      .where('action', '=', 'path-flags-saved')
      .where('object_id', '=', String(pathId))
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(cleared).toEqual([{ before: ['powerModeBroadcastCommandNowEvent'], after: [] }]);
  });
});

describe('the events of a run', () => {
  const START = Date.UTC(2026, 2, 16, 9);
  const RUN = { startAt: START, endAt: START + 7_200_000 };

  test('a launch queues the flagged commands for the devices of the run, and keeps the flags', async () => {
    const chosen = wire('powerModeLowPowerBroadcastCommandLaunchEvent', 'powerModeBroadcastCommandNowEvent');
    await save(chosen);
    await fire('LaunchEvent', uids.slice(0, 1));
    expect(await readQueue(uids[0] ?? 0)).toEqual([['PowerMode', { powerMode: 2, connectSchedule: 0 }, 'path']]);
    expect(await readQueue(uids[1] ?? 0)).toEqual([]);
    expect(await readFlags()).toEqual(chosen);
  });

  test('a receive downloads from launch to receive, over satellite around the passages', async () => {
    await save(wire('requestFileDownloadBroadcastCommandReceiveEvent'));
    const [cellular = 0, satellite = 0] = uids;
    await world.setState(satellite, { is_iridium: true });
    await world.hearPassage({ uid: satellite, groupId: world.groupId }, { t: START + 3_600_000 });
    await fire('ReceiveEvent', uids, RUN);
    expect(await readQueue(cellular)).toEqual([
      [
        'DownloadRange',
        { FileType: 1, FileNamesStartDate: '2026-03-16 09:00:00', FileNamesEndDate: '2026-03-16 11:00:00' },
        'path',
      ],
    ]);
    expect(await readQueue(satellite)).toEqual([
      [
        'IridiumOfflineDownload',
        { FileNamesStartDate: '2026-03-16 09:55:00', FileNamesEndDate: '2026-03-16 10:05:00' },
        'path',
      ],
    ]);
  });

  test('an event without a flag or without a device stores nothing', async () => {
    const countBroadcasts = async () => (await reader().db.selectFrom('broadcasts').select('id').execute()).length;
    const before = await countBroadcasts();
    await fire('LaunchEvent', uids);
    await save(wire('powerModeBroadcastCommandLaunchEvent'));
    await fire('LaunchEvent', []);
    expect(await countBroadcasts()).toBe(before);
  });

  test('an event stores its broadcast with the reasons even if no device supports it', async () => {
    await save(wire('requestFileDownloadBroadcastCommandReceiveEvent'));
    await fire('ReceiveEvent', [999_999], RUN);
    const last = await reader()
      .db.selectFrom('broadcasts')
      .select(['codes', 'failed', 'user_name'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(last).toEqual([
      { codes: ['RFD'], failed: [{ uid: 999_999, reason: 'There is no such device.' }], user_name: 'run' },
    ]);
  });

  test('an event of a missing path fails together with its change', async () => {
    pathId = 999_999;
    await expect(fire('LaunchEvent', uids)).rejects.toThrow('There is no such pig path.');
  });
});
