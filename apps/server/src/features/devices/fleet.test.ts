import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemScope } from '../../platform/access/scope.ts';
import { Notices } from '../../platform/database/notices.ts';
import { createLog } from '../../platform/log.ts';
import { connectAgm } from '../../testing/hub-client.ts';
import { readProblem, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createCredentialCheck } from '../credentials/credentials.queries.ts';
import { DEVICE_ACCESS_CHANNEL, readDeviceAccessNotice } from '../credentials/device-access-notice.ts';
import { DEVICES_CHANNEL } from '../../platform/access/device-access.ts';
import { makeDeviceWorld, type DeviceWorld } from './testing/device-world.ts';

const AT = Date.UTC(2026, 2, 18);
const ADD = '/admin/apexagm/add';

let server: TestServer;
let world: DeviceWorld;
let notices: Notices;
const ended: string[] = [];
const changed: string[] = [];
beforeAll(async () => {
  server = await startTestServer();
  world = await makeDeviceWorld(server);
  notices = new Notices(server.connection, createLog('silent'));
  const hear = (payload: string) => ended.push(...readDeviceAccessNotice(payload).clientIds);
  notices.on(DEVICE_ACCESS_CHANNEL, { hear, missed: () => undefined });
  notices.on(DEVICES_CHANNEL, { hear: (uid) => changed.push(uid), missed: () => undefined });
  await notices.start();
});
afterAll(async () => {
  await notices.close();
  await server.close();
});

/** Collects notices from here on; earlier ones have already arrived. */
async function forgetNotices(): Promise<void> {
  const clientIds = ['fence'];
  await server.app.database.pool.query('select pg_notify($1, $2)', [
    DEVICE_ACCESS_CHANNEL,
    JSON.stringify({ clientIds, issuedAt: null }),
  ]);
  await expect.poll(() => ended).toContain('fence');
  ended.length = 0;
}

const reader = () => server.app.database.read(systemScope('test'));
const add = (body: Record<string, unknown>) =>
  world.call('superadmin', 'POST', ADD, { lat: 0, lon: 0, group: world.groupId, ...body });

interface Added {
  readonly credential: {
    readonly clientId: string;
    readonly username: string;
    readonly password: string;
    readonly messageKey: string;
  };
}

describe('adding a device', () => {
  test('[G-051] [G-052] adding a device answers 201 with the device and its credential', async () => {
    const socket = await connectAgm(server, world.callers.admin.token);
    const heard = new Promise((resolve) => socket.on('ReceiveDeviceListUpdate', resolve));
    const response = await add({ uid: 500_001, lat: 36.1, lon: -96.1, imei: '300234063904190' });
    expect(response.status).toBe(201);
    const { credential, ...device } = (await response.json()) as Added;
    expect(device).toEqual({ uid: 500_001, group: world.groupId, lat: 36.1, lon: -96.1, imei: '300234063904190' });
    expect(await createCredentialCheck(reader())(credential)).toMatchObject({ kind: 'device', uid: 500_001 });
    expect(await heard).toEqual({ uid: 500_001, isRemoved: false });
    socket.disconnect();
    expect(await world.fetch('admin', '/apexagm/500001/device')).toMatchObject({
      lat: 36.1,
      lon: -96.1,
      lastHeartbeat: null,
    });
  });

  test('a device at 0/0 has no position, with a missing or an empty IMEI', async () => {
    expect((await add({ uid: 500_002 })).status).toBe(201);
    expect((await add({ uid: 500_003, imei: '' })).status).toBe(201);
    expect(await world.fetch('admin', '/apexagm/500003/device')).toMatchObject({ lat: null, lon: null, imei: null });
  });

  test.each([
    [{ uid: 500_001 }, 409, 'uid-exists'],
    [{ uid: 500_001, group: 999_999 }, 404, 'group-not-found'],
    [{ uid: 500_009, imei: '300234063904190' }, 409, 'imei-exists'],
    [{ uid: 500_009, imei: '12345' }, 400, 'validation-failed'],
    [{ uid: 0 }, 400, 'validation-failed'],
    [{ uid: 100_000_000_000_000 }, 400, 'validation-failed'],
    [{ uid: 500_009, lat: 91 }, 400, 'validation-failed'],
  ])('%j is refused', async (body, status, code) => {
    const response = await add(body);
    expect([response.status, (await readProblem(response)).code]).toEqual([status, code]);
  });

  test('[G-045] a uid that exists is refused with the company that has it, whichever it is', async () => {
    const taken = await readProblem(await add({ uid: 500_001, group: world.foreignGroupId }));
    expect(taken).toMatchObject({
      code: 'uid-exists',
      detail: `UID exists in Group Number: ${world.groupId}`,
      words: { text: 'UID exists in Group Number: {group}', values: { group: world.groupId } },
    });
  });

  test('adding one uid twice at the same time adds one device', async () => {
    const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await add({ uid: 500_004 })).status));
    expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 409, 409, 409]);
  });

  test('[G-033] [G-050] a company is listed with its devices; one that does not exist is not found', async () => {
    const connectable = {
      hasCredential: true,
      credentialIssuedAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as unknown,
    };
    const list = await world.fetch<{ uid: number }[]>('superadmin', `/admin/apexagm/${world.groupId}`);
    expect(list.slice(0, 2)).toEqual([
      { uid: 500_001, group: world.groupId, lat: 36.1, lon: -96.1, imei: '300234063904190', ...connectable },
      { uid: 500_002, group: world.groupId, lat: 0, lon: 0, imei: null, ...connectable },
    ]);
    expect(await world.fetch('superadmin', `/admin/apexagm/${world.foreignGroupId}`)).toEqual([]);
    expect((await world.call('superadmin', 'GET', '/admin/apexagm/999999')).status).toBe(404);
  });
});

describe('removing a device', () => {
  test('[G-053] removing a device ends its credential and connection; its records stay with the company', async () => {
    const { credential } = (await (await add({ uid: 500_010, imei: '300234063904191' })).json()) as Added;
    const device = { uid: 500_010, groupId: world.groupId };
    await world.hearHeartbeats(device, [{ t: AT }]);
    await world.call('admin', 'POST', '/gateway', { name: 'truck-9', uids: [500_010, 500_001] });
    const socket = await connectAgm(server, world.callers.admin.token);
    const heard = new Promise((resolve) => socket.on('ReceiveDeviceListUpdate', resolve));
    await forgetNotices();
    const response = await world.call('superadmin', 'DELETE', '/admin/apexagm/500010');
    expect([response.status, await response.json()]).toEqual([200, {}]);
    expect(await heard).toEqual({ uid: 500_010, isRemoved: true });
    socket.disconnect();
    await expect.poll(() => ended.toSorted()).toEqual(['agm-500010', 'btgw-truck-9']);
    expect(await createCredentialCheck(reader())(credential)).toBeNull();
    const gateways = await world.fetch<{ uids: number[] }[]>('admin', '/gateway');
    expect(gateways.map(({ uids }) => uids)).toEqual([[500_001]]);
    expect((await world.call('admin', 'GET', '/apexagm/500010/device')).status).toBe(404);
    const { rows } = await sql`select group_id from heartbeats where uid = 500010`.execute(reader().db);
    expect(rows).toEqual([{ group_id: world.groupId }]);
  });

  test('a device added to another company starts empty, and that company sees no old records', async () => {
    const response = await add({ uid: 500_010, imei: '300234063904191', group: world.foreignGroupId });
    expect(response.status).toBe(201);
    expect(await world.fetch('foreignAdmin', '/apexagm/500010/device')).toMatchObject({
      lastHeartbeat: null,
      lastBattery: null,
    });
    const address = '/apexagm/500010/getHeartbeatHistoricData';
    expect(await world.fetch('foreignAdmin', address)).toEqual({ rowsNumber: 0, heartbeatList: [] });
    expect((await world.call('admin', 'GET', address)).status).toBe(404);
    expect(await world.fetch('superadmin', address)).toMatchObject({ rowsNumber: 1 });
  });

  test('removing a device deletes waveforms that a passage in another company could take over', async () => {
    const device = await world.addDevice(500_011);
    const early = {
      uid: device.uid,
      kind: 0,
      psg_seq: 7,
      is_snippet: false,
      data: Buffer.of(0),
      received_at: new Date(),
    };
    await reader().db.insertInto('early_waveforms').values(early).execute();
    await world.call('superadmin', 'DELETE', '/admin/apexagm/500011');
    expect(await reader().db.selectFrom('early_waveforms').select('uid').execute()).toEqual([]);
  });

  test('removing an unknown device gets 404', async () => {
    const response = await world.call('superadmin', 'DELETE', '/admin/apexagm/599999');
    expect([response.status, (await readProblem(response)).code]).toEqual([404, 'device-not-found']);
  });
});

test('adding and removing a device notifies every node, so that none stores for the wrong company', async () => {
  await add({ uid: 500_030 });
  await world.call('superadmin', 'DELETE', '/admin/apexagm/500030');
  await expect.poll(() => changed.filter((uid) => uid === '500030')).toEqual(['500030', '500030']);
});

test('adding and removing a device are audited without secrets', async () => {
  const { credential } = (await (await add({ uid: 500_020 })).json()) as Added;
  await world.call('superadmin', 'DELETE', '/admin/apexagm/500020');
  const { rows } = await sql<{ action: string; group_id: number; text: string }>`
    select action, group_id, concat(before, after) as text from audit where object_id = '500020' order by id`.execute(
    reader().db,
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'device-added',
    'credential-issued',
    'credential-revoked',
    'device-removed',
  ]);
  expect(new Set(rows.map((row) => row.group_id))).toEqual(new Set([world.groupId]));
  for (const { text } of rows) {
    expect(text).not.toContain(credential.password);
    expect(text).not.toContain(credential.messageKey);
  }
});
