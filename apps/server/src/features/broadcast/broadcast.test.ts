import type { QueuedCommand } from '@waymark/contract/commands/queued-command';
import { broadcastRoutes } from '@waymark/contract/routes/broadcast';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemScope } from '../../platform/access/scope.ts';
import { connectAgm } from '../../testing/hub-client.ts';
import { readProblem, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld } from '../devices/testing/device-world.ts';

let server: TestServer;
let world: DeviceWorld;
let nextUid = 300_001;
beforeAll(async () => {
  server = await startTestServer();
  world = await makeDeviceWorld(server);
});
afterAll(() => server.close());

const reader = () => server.app.database.read(systemScope('test'));

type DeviceKind = { readonly isIridium?: boolean; readonly firmware?: number; readonly groupId?: number };

async function addDevice({ isIridium = false, firmware = 10.71, groupId }: DeviceKind = {}) {
  const device = await world.addDevice(nextUid++, groupId === undefined ? {} : { groupId });
  await world.setState(device.uid, {
    is_iridium: isIridium,
    firmware_version: firmware,
    frequencies: [0, 22, 22, 22],
  });
  return device;
}

const post = (body: unknown, caller: 'admin' | 'foreignAdmin' | 'superadmin' = 'admin') =>
  world.call(caller, 'POST', '/pigrun/CreateBroadcastCommands', body);

async function send(uidList: readonly number[], commandList: readonly string[], dates: Record<string, string> = {}) {
  const response = await post({ uidList, commandList, ...dates });
  expect(response.status).toBe(200);
  return broadcastRoutes.createBroadcast.reply.parse(await response.json());
}

async function readQueue(uid: number) {
  const commands = await world.fetch<QueuedCommand[]>('superadmin', `/commands/${uid}`);
  return commands.map(({ commandType, parameters }) => [commandType, parameters]);
}

async function readProgress(broadcastId: number | null, caller: 'admin' | 'superadmin' = 'admin') {
  return broadcastRoutes.readBroadcast.reply.parse(await world.fetch(caller, `/pigrun/broadcast/${broadcastId}`));
}

const countRows = async () => {
  const { rows } = await sql<{
    counts: string;
  }>`select concat_ws(' ', (select count(*) from broadcasts), (select count(*) from commands),
    (select count(*) from audit)) as counts`.execute(reader().db);
  return rows[0]?.counts;
};

const DATES = { requestForDownloadStartDate: '2026-03-16 09:00:00', requestForDownloadEndDate: '2026-03-16 12:00:00' };

describe('a broadcast', () => {
  test('[B-008] [B-033] a broadcast queues its commands for each device, in the name of the user', async () => {
    const devices = [await addDevice(), await addDevice()];
    const uids = devices.map(({ uid }) => uid);
    const reply = await send(uids, ['PM', 'RFD'], DATES);
    expect(reply).toEqual({ queued: 4, broadcastId: expect.any(Number), failed: [] });
    for (const uid of uids) {
      expect(await readQueue(uid)).toEqual([
        ['PowerMode', { powerMode: 0 }],
        [
          'DownloadRange',
          { FileType: 1, FileNamesStartDate: '2026-03-16 09:00:00', FileNamesEndDate: '2026-03-16 12:00:00' },
        ],
      ]);
    }
    const [command] = await world.fetch<QueuedCommand[]>('admin', `/commands/${uids[0]}`);
    expect(command).toMatchObject({ source: 'broadcast', queuedBy: 'Dana Reyes', state: 'queued', expiresAt: null });
  });

  test('a broadcast keeps the settings that the device has reported', async () => {
    const { uid } = await addDevice();
    await world.setState(uid, {
      schedule: 5,
      frequencies: [0, 15, 18, 30],
      sensitivities: [0, 1, 2, 3],
      enables: [0, 0, 1, 1],
    });
    await send([uid], ['FS2', 'PMLP']);
    expect(await readQueue(uid)).toEqual([
      [
        'FrequencySelect',
        {
          frequency0: 0,
          frequency1: 22,
          frequency2: 18,
          frequency3: 30,
          sensitivity0: 0,
          sensitivity1: 1,
          sensitivity2: 2,
          sensitivity3: 3,
          enable0: 1,
          enable1: 1,
          enable2: 0,
          enable3: 0,
        },
      ],
      ['PowerMode', { powerMode: 2, connectSchedule: 5 }],
    ]);
  });

  test('a broadcast counts a repeated device or command once', async () => {
    const { uid } = await addDevice();
    expect(await send([uid, uid], ['PM', 'PM'])).toMatchObject({ queued: 1, failed: [] });
  });

  test("[B-025] a broadcast over satellite requests the files around the company's passages of the device", async () => {
    const satellite = await addDevice({ isIridium: true });
    const at = (time: string) => Date.parse(`2026-03-16T${time}Z`);
    await world.hearPassage(satellite, { t: at('10:00:00.250'), psgSeq: 1 });
    await world.hearPassage(satellite, { t: at('10:01:00'), psgSeq: 2 });
    await world.hearPassage(satellite, { t: at('12:00:01'), psgSeq: 3 });
    await world.hearPassage({ uid: satellite.uid, groupId: world.foreignGroupId }, { t: at('11:00:00'), psgSeq: 4 });
    expect(await send([satellite.uid], ['RFD', 'FS4', 'PM'], DATES)).toMatchObject({ queued: 2, failed: [] });
    expect(await readQueue(satellite.uid)).toEqual([
      ['IridiumSettings', expect.objectContaining({ powerMode: 0, frequency1: 22, enable0: 0, enable1: 0 })],
      [
        'IridiumOfflineDownload',
        { FileNamesStartDate: '2026-03-16 09:55:00', FileNamesEndDate: '2026-03-16 10:05:00' },
      ],
    ]);
  });

  test('a broadcast with more than twelve downloads of a device sends twelve and lists the start of the rest', async () => {
    const satellite = await addDevice({ isIridium: true });
    for (let place = 0; place < 13; place++) {
      await world.hearPassage(satellite, { t: Date.UTC(2026, 2, 16, 9, 5) + place * 13 * 60_000, psgSeq: place });
    }
    const reply = await send([satellite.uid], ['RFD'], DATES);
    expect(reply.queued).toBe(12);
    expect(reply.failed).toEqual([
      {
        uid: satellite.uid,
        reason: expect.stringContaining(
          'Only 12 downloads go over satellite at once. Send it again from 2026-03-16 11:36:00.',
        ),
      },
    ]);
  });
});

describe('a broadcast that cannot be sent', () => {
  test.each([
    ['[B-026]', 'At least one AGM must be selected.', { uidList: [], commandList: ['PM'] }],
    [
      '[B-015] [B-027]',
      'Only one settings broadcast command may be selected at a time.',
      { uidList: [1], commandList: ['FS1', 'FS4'] },
    ],
    [
      '[B-016]',
      'Power mode active and low power are mutually exclusive.',
      { uidList: [1], commandList: ['PM', 'PMLP'] },
    ],
    [
      '[B-017]',
      'Format disk and download between dates are mutually exclusive.',
      { uidList: [1], commandList: ['SD', 'RFD'], ...DATES },
    ],
    [
      '[B-028]',
      'A valid start and end date, with the start before the end, is required.',
      { uidList: [1], commandList: ['RFD'] },
    ],
    [
      '[B-028]',
      'A valid start and end date, with the start before the end, is required.',
      {
        uidList: [1],
        commandList: ['RFD'],
        requestForDownloadStartDate: DATES.requestForDownloadEndDate,
        requestForDownloadEndDate: DATES.requestForDownloadStartDate,
      },
    ],
    ['[B-029]', 'At least one broadcast command must be selected.', { uidList: [1], commandList: [] }],
  ])('%s a broadcast is refused: %s', async (_, detail, body) => {
    const before = await countRows();
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(await readProblem(response)).toMatchObject({ code: 'broadcast-invalid', detail });
    expect(await countRows()).toBe(before);
  });

  test.each([
    ['an unknown command', { uidList: [1], commandList: ['FS5'] }],
    [
      'a date that is none',
      { uidList: [1], commandList: ['RFD'], ...DATES, requestForDownloadEndDate: '2026-02-30 00:00:00' },
    ],
    ['too many devices', { uidList: Array.from({ length: 5001 }, (_, place) => place + 1), commandList: ['PM'] }],
  ])('a broadcast with %s is refused', async (_, body) => {
    expect((await post(body)).status).toBe(400);
  });

  test('a broadcast of a superadmin is refused', async () => {
    const { uid } = await addDevice();
    expect((await post({ uidList: [uid], commandList: ['PM'] }, 'superadmin')).status).toBe(403);
    expect(await readQueue(uid)).toEqual([]);
  });

  test('a broadcast stores nothing if one command cannot be stored', async () => {
    const devices = [await addDevice(), await addDevice()];
    const uids = devices.map(({ uid }) => uid);
    await sql`alter table commands add constraint broken check (uid <> ${sql.lit(uids[1])})`.execute(reader().db);
    try {
      const before = await countRows();
      const response = await post({ uidList: uids, commandList: ['PM'] });
      expect(response.status).toBe(500);
      expect((await readProblem(response)).logId).toEqual(expect.any(Number));
      expect(await countRows()).toBe(before);
    } finally {
      await sql`alter table commands drop constraint broken`.execute(reader().db);
    }
  });
});

describe('devices that cannot take it', () => {
  test('a broadcast lists unsupported devices with the reason and foreign ones as unknown; the others get its commands', async () => {
    const [fit, satellite, old] = [
      await addDevice(),
      await addDevice({ isIridium: true }),
      await addDevice({ firmware: 2.3 }),
    ];
    const foreign = await addDevice({ groupId: world.foreignGroupId });
    expect(await send([fit.uid, satellite.uid, foreign.uid, 999_999], ['SD'])).toEqual({
      queued: 1,
      broadcastId: expect.any(Number),
      failed: [
        { uid: satellite.uid, reason: 'Format disk: It does not go over satellite.' },
        { uid: foreign.uid, reason: 'There is no such device.' },
        { uid: 999_999, reason: 'There is no such device.' },
      ],
    });
    expect(await send([old.uid], ['RFD', 'PM'], DATES)).toEqual({
      queued: 0,
      broadcastId: null,
      failed: [
        { uid: old.uid, reason: 'Download between dates: The firmware of the device is too old for this command.' },
      ],
    });
    for (const { uid } of [satellite, foreign, old]) expect(await readQueue(uid)).toEqual([]);
  });

  test('a repeated broadcast reaches the devices that failed, and sends the others nothing twice', async () => {
    const [fit, old] = [await addDevice(), await addDevice({ firmware: 2.3 })];
    const first = await send([fit.uid, old.uid], ['RFD'], DATES);
    const failed = first.failed.map(({ uid }) => uid);
    expect([first.queued, failed]).toEqual([1, [old.uid]]);
    await world.setState(old.uid, { firmware_version: 10.71 });
    expect(await send(failed, ['RFD'], DATES)).toMatchObject({ queued: 1, failed: [] });
    expect(await readQueue(fit.uid)).toHaveLength(1);
    expect(await readQueue(old.uid)).toHaveLength(1);
  });
});

describe('how far it has come', () => {
  const setState = (
    uid: number,
    type: 'PowerMode' | 'FrequencySelect',
    values: { state: 'sent' | 'accepted' | 'rejected'; note?: string },
  ) => reader().db.updateTable('commands').set(values).where('uid', '=', uid).where('type', '=', type).execute();

  test('the progress has counts, and for each device the command that is farthest from acceptance', async () => {
    const [one, two, three] = [await addDevice(), await addDevice(), await addDevice()];
    const { broadcastId } = await send([one.uid, two.uid, three.uid, 999_999], ['PM', 'FS1']);
    await setState(one.uid, 'PowerMode', { state: 'accepted' });
    await setState(one.uid, 'FrequencySelect', { state: 'accepted' });
    await setState(two.uid, 'PowerMode', { state: 'accepted' });
    await setState(two.uid, 'FrequencySelect', { state: 'sent' });
    await setState(three.uid, 'PowerMode', { state: 'rejected', note: 'The battery is too low.' });
    expect(await readProgress(broadcastId)).toEqual({
      broadcastId,
      at: expect.any(String),
      by: 'Dana Reyes',
      commandList: ['PM', 'FS1'],
      failed: [{ uid: 999_999, reason: 'There is no such device.' }],
      counts: { queued: 1, sent: 1, accepted: 3, rejected: 1, expired: 0, deleted: 0 },
      devices: [
        { uid: one.uid, state: 'accepted', note: null },
        { uid: two.uid, state: 'sent', note: null },
        { uid: three.uid, state: 'rejected', note: 'The battery is too low.' },
      ],
    });
  });

  test('the progress is visible to the company and the superadmin only', async () => {
    const { broadcastId } = await send([(await addDevice()).uid], ['PM']);
    expect((await readProgress(broadcastId, 'superadmin')).counts.queued).toBe(1);
    expect((await world.call('foreignAdmin', 'GET', `/pigrun/broadcast/${broadcastId}`)).status).toBe(404);
    expect((await world.call('viewer', 'GET', `/pigrun/broadcast/${broadcastId}`)).status).toBe(403);
    expect((await world.call('admin', 'GET', '/pigrun/broadcast/999999')).status).toBe(404);
  });
});

describe('what is told of it', () => {
  test("each command is sent to the consoles of the company's admins, and to no other company", async () => {
    const devices = [await addDevice(), await addDevice()];
    const [own, foreign] = await Promise.all([
      connectAgm(server, world.callers.admin.token),
      connectAgm(server, world.callers.foreignAdmin.token),
    ]);
    const heard: unknown[] = [];
    const leaked: unknown[] = [];
    own.on('ReceiveCommandUpdate', ({ uid, commandType, state }: QueuedCommand) =>
      heard.push([uid, commandType, state]),
    );
    foreign.on('ReceiveCommandUpdate', (data) => leaked.push(data));
    await send(
      devices.map(({ uid }) => uid),
      ['PM', 'SD'],
    );
    await Promise.all([own.emitWithAck('Fence'), foreign.emitWithAck('Fence')]);
    own.disconnect();
    foreign.disconnect();
    expect(heard).toEqual(
      devices.flatMap(({ uid }) => [
        [uid, 'PowerMode', 'queued'],
        [uid, 'SdMode', 'queued'],
      ]),
    );
    expect(leaked).toEqual([]);
  });

  test('the audit trail has one entry for the broadcast', async () => {
    const { uid } = await addDevice();
    const { broadcastId } = await send([uid, 999_999], ['PM']);
    const lines = await reader()
      .db.selectFrom('audit')
      .select(['user_name', 'group_id', 'after'])
      .where('action', '=', 'broadcast-sent')
      .where('object_id', '=', String(broadcastId))
      .execute();
    expect(lines).toEqual([
      {
        user_name: 'Dana Reyes',
        group_id: world.groupId,
        after: { codes: ['PM'], window: null, devices: 2, queued: 1, failed: 1 },
      },
    ]);
  });
});

test('a broadcast reaches a thousand devices, with the commands of each in order', async () => {
  const uids = Array.from({ length: 1000 }, (_, place) => 400_001 + place);
  const { db } = reader();
  await db
    .insertInto('devices')
    .values(uids.map((uid) => ({ uid, group_id: world.groupId, imei: null })))
    .execute();
  await db
    .insertInto('device_states')
    .values(uids.map((uid) => ({ uid, firmware_version: 10.71, frequencies: [0, 22, 22, 22] })))
    .execute();
  const { queued, broadcastId, failed } = await send(uids, ['PM', 'FS1']);
  expect([queued, failed]).toEqual([2000, []]);
  const { counts, devices } = await readProgress(broadcastId);
  expect(counts.queued).toBe(2000);
  expect(devices.map(({ uid }) => uid)).toEqual(uids);
  const { rows } = await sql<{ types: string; devices: number }>`select types, count(*)::int as devices from (
    select string_agg(type, ' ' order by id) as types from commands where broadcast_id = ${broadcastId} group by uid) each group by types`.execute(
    db,
  );
  expect(rows).toEqual([{ types: 'PowerMode FrequencySelect', devices: 1000 }]);
});
