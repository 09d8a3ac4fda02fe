import { encodeUplink } from '@waymark/device-protocol/mqtt/uplink';
import { sql } from 'kysely';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { heartbeatAt } from '../../ingest/testing/test-door.ts';
import { systemScope } from '../../platform/access/scope.ts';
import { connectAgm } from '../../testing/hub-client.ts';
import { findFreePort } from '../../testing/server-process.ts';
import { readProblem, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld } from './testing/device-world.ts';

const AT = Date.UTC(2026, 2, 18);
const REFUSED = 'Connection refused: Bad username or password';

interface Credential {
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
  readonly messageKey: string;
}

interface Agm {
  readonly uid: number;
  readonly group: number;
  readonly lat: number;
  readonly lon: number;
  readonly imei: string | null;
  readonly credential: Credential | null;
}

let server: TestServer;
let world: DeviceWorld;
let mqttPort: number;
const clients: MqttClient[] = [];
beforeAll(async () => {
  mqttPort = await findFreePort();
  server = await startTestServer({ settings: { WAYMARK_MQTT_PORT: String(mqttPort) } });
  world = await makeDeviceWorld(server);
});
afterEach(() => {
  for (const client of clients.splice(0)) client.end(true);
});
afterAll(() => server.close());

const reader = () => server.app.database.read(systemScope('test'));

async function add(uid: number, more: Record<string, unknown> = {}): Promise<Credential> {
  const body = { uid, group: world.groupId, lat: 36.1, lon: -96.1, ...more };
  const added = (await (await world.call('superadmin', 'POST', '/admin/apexagm/add', body)).json()) as Agm;
  if (!added.credential) throw new Error(JSON.stringify(added));
  return added.credential;
}

const update = (uid: number, body: Record<string, unknown>) =>
  world.call('superadmin', 'POST', `/admin/apexagm/${uid}`, body);

async function change(uid: number, body: Record<string, unknown>): Promise<Agm> {
  const response = await update(uid, body);
  expect(response.status).toBe(200);
  return (await response.json()) as Agm;
}

async function move(uid: number, more: Record<string, unknown> = {}): Promise<Credential> {
  const { credential } = await change(uid, { group: world.foreignGroupId, ...more });
  if (!credential) throw new Error('a device that moves gets a credential');
  return credential;
}

/** A real client; rejects with the broker's refusal. */
async function connect({ clientId, username, password }: Omit<Credential, 'messageKey'>): Promise<MqttClient> {
  const login = { clientId, username, password };
  const client = await mqtt.connectAsync(
    `mqtt://127.0.0.1:${mqttPort}`,
    { ...login, protocolVersion: 4, reconnectPeriod: 0 },
    false,
  );
  clients.push(client);
  return client;
}

const untilClosed = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', () => resolve()));

async function say(client: MqttClient, uid: number, at: number): Promise<void> {
  const { topic, payload, qos } = encodeUplink(uid, heartbeatAt(at));
  await client.publishAsync(topic, Buffer.from(payload), { qos });
}

async function listAudit(uid: number) {
  const { rows } = await sql<{ action: string; group_id: number; before: unknown; after: unknown }>`
    select action, group_id, before, after from audit where object_type = 'device' and object_id = ${String(uid)} order by id`.execute(
    reader().db,
  );
  return rows;
}

describe('in its company', () => {
  test('an edit changes the sent fields and keeps the others and the credential', async () => {
    const credential = await add(510_001, { imei: '300234063904190' });
    const same = { uid: 510_001, group: world.groupId, credential: null };
    expect(await change(510_001, { lat: 37 })).toEqual({ ...same, lat: 37, lon: -96.1, imei: '300234063904190' });
    expect(await change(510_001, { imei: '' })).toEqual({ ...same, lat: 37, lon: -96.1, imei: null });
    expect(await change(510_001, { lon: -97, imei: '300234063904191' })).toMatchObject({
      lon: -97,
      imei: '300234063904191',
    });
    expect(await change(510_001, { imei: null })).toMatchObject({ lat: 37, lon: -97, imei: null });
    expect((await connect(credential)).connected).toBe(true);
  });

  test('a new position is shown until the next fix of the device; last values stay', async () => {
    const device = await world.addDevice(510_002);
    await world.hearHeartbeats(device, [{ t: AT, lat: 40, lon: -100 }]);
    await change(510_002, { lat: 41, lon: -101 });
    const shown = () => world.fetch('admin', '/apexagm/510002/device');
    expect(await shown()).toMatchObject({ lat: 41, lon: -101, lastHeartbeat: '2026-03-18 00:00:00' });
    await world.hearHeartbeats(device, [{ t: AT + 60_000, lat: 0, lon: 0 }]);
    expect(await shown()).toMatchObject({ lat: 41, lon: -101, lastHeartbeat: '2026-03-18 00:01:00' });
    await world.hearHeartbeats(device, [{ t: AT + 120_000, lat: 41.0002, lon: -101 }]);
    expect(await shown()).toMatchObject({ lat: 41.0002, lon: -101 });
  });

  test('an edit notifies the consoles and is audited; an edit without a change does neither', async () => {
    await add(510_003);
    const socket = await connectAgm(server, world.callers.admin.token);
    const heard: unknown[] = [];
    socket.on('ReceiveDeviceListUpdate', (data: unknown) => heard.push(data));
    await change(510_003, { lat: 36.1, lon: -96.1, group: world.groupId, imei: null });
    await change(510_003, {});
    await change(510_003, { lat: 36.2 });
    await socket.emitWithAck('Fence');
    socket.disconnect();
    expect(heard).toEqual([{ uid: 510_003, isRemoved: false }]);
    const changes = (await listAudit(510_003)).filter(({ action }) => action === 'device-changed');
    const values = { group: world.groupId, lat: 36.1, lon: -96.1, imei: null };
    expect(changes).toEqual([
      { action: 'device-changed', group_id: world.groupId, before: values, after: { ...values, lat: 36.2 } },
    ]);
  });

  test('a new modem loses the Cloudloop id of the old one', async () => {
    await add(510_004, { imei: '300234063904200' });
    await reader().db.updateTable('devices').set({ cloudloop_thing: 'thing' }).where('uid', '=', 510_004).execute();
    const thing = async () =>
      (await reader().db.selectFrom('devices').select('cloudloop_thing').where('uid', '=', 510_004).executeTakeFirst())
        ?.cloudloop_thing;
    await change(510_004, { lat: 1, imei: '300234063904200' });
    expect(await thing()).toBe('thing');
    await change(510_004, { imei: '300234063904201' });
    expect(await thing()).toBeNull();
  });

  test.each([
    [510_001, { imei: '300234063904300' }, 409, 'imei-exists'],
    [510_001, { group: 999_999 }, 404, 'group-not-found'],
    [519_999, { lat: 1 }, 404, 'device-not-found'],
    [510_001, { lat: 91 }, 400, 'validation-failed'],
    [510_001, { lon: -181 }, 400, 'validation-failed'],
    [510_001, { imei: '1' }, 400, 'validation-failed'],
    [510_001, { group: -99 }, 400, 'validation-failed'],
  ])('edit of %i with %j is refused and stores nothing', async (uid, body, status, code) => {
    if (code === 'imei-exists') await add(510_009, { imei: '300234063904300' });
    const before = await listAudit(510_001);
    const response = await update(uid, body);
    expect([response.status, (await readProblem(response)).code]).toEqual([status, code]);
    expect(await listAudit(510_001)).toEqual(before);
  });
});

describe('to another company', () => {
  test('a move ends connection and old password, and the new credential works for the new company', async () => {
    const old = await add(511_001);
    const device = await connect(old);
    await say(device, 511_001, Date.now());
    expect(await world.fetch('admin', '/apexagm/511001/device')).toMatchObject({ isConnected: 1 });
    const closed = untilClosed(device);
    const fresh = await move(511_001);
    await closed;
    expect(fresh).toMatchObject({ clientId: old.clientId, username: old.username });
    await expect(connect(old)).rejects.toThrow(REFUSED);
    const at = Math.floor(Date.now() / 1000) * 1000;
    await say(await connect(fresh), 511_001, at);
    const address = '/apexagm/511001/getHeartbeatHistoricData';
    expect(await world.fetch('foreignAdmin', address)).toMatchObject({ rowsNumber: 1 });
    expect((await world.call('admin', 'GET', address)).status).toBe(404);
    expect(await world.fetch('superadmin', address)).toMatchObject({ rowsNumber: 2 });
  });

  test('a moved device starts with empty last values, no relay and no old position', async () => {
    await add(511_002);
    await add(511_003);
    const held = { uid: 511_002, groupId: world.groupId };
    await world.hearHeartbeats(held, [{ t: AT, lat: 40, lon: -100 }]);
    await world.hearPassage(held, { t: AT });
    await world.call('admin', 'POST', '/gateway', { name: 'truck-9', uids: [511_002, 511_003] });
    await world.call('admin', 'POST', '/apexagm/511002/autodownload', true);
    const untouched = await world.fetch<Record<string, unknown>>('admin', '/apexagm/511003/device');
    await move(511_002);
    expect(await world.fetch('foreignAdmin', '/apexagm/511002/device')).toEqual({
      ...untouched,
      uId: 511_002,
      groupId: world.foreignGroupId,
      lat: null,
      lon: null,
    });
    expect(await world.fetch('foreignAdmin', '/apexagm/lastPassage/511002')).toBeNull();
    expect(await world.fetch('foreignAdmin', '/apexagm/511002/site')).toMatchObject({
      lat: null,
      heartbeats: 0,
      passages: 0,
    });
    expect((await world.call('viewer', 'GET', '/apexagm/511002/device')).status).toBe(404);
    const gateways = await world.fetch<{ uids: number[] }[]>('admin', '/gateway');
    expect(gateways.map(({ uids }) => uids)).toEqual([[511_003]]);
  });

  test('records stay with the old company and are visible again when the device returns', async () => {
    await add(511_004);
    await world.hearHeartbeats({ uid: 511_004, groupId: world.groupId }, [{ t: AT }]);
    await move(511_004, { lat: 1, lon: 2 });
    const address = '/apexagm/511004/getHeartbeatHistoricData';
    expect(await world.fetch('foreignAdmin', address)).toEqual({ rowsNumber: 0, heartbeatList: [] });
    expect(await world.fetch('foreignAdmin', '/apexagm/511004/device')).toMatchObject({ lat: 1, lon: 2 });
    expect(await change(511_004, { group: world.groupId })).toMatchObject({ group: world.groupId, lat: 0, lon: 0 });
    expect(await world.fetch('admin', address)).toMatchObject({ rowsNumber: 1 });
  });

  test('both companies are notified of a move; a viewer of the old one is not', async () => {
    await add(511_005);
    const heard: string[] = [];
    const sockets = await Promise.all(
      (['viewer', 'admin', 'foreignAdmin'] as const).map(async (caller) => {
        const socket = await connectAgm(server, world.callers[caller].token);
        socket.on('ReceiveDeviceListUpdate', ({ isRemoved }: { isRemoved: boolean }) =>
          heard.push(`${caller}: ${isRemoved ? 'gone' : 'new'}`),
        );
        socket.on('ReceiveHeartbeat', () => heard.push(`${caller}: heartbeat`));
        return socket;
      }),
    );
    await move(511_005);
    await world.hearHeartbeats({ uid: 511_005, groupId: world.foreignGroupId }, [{ t: AT }]);
    await Promise.all(sockets.map((socket) => socket.emitWithAck('Fence')));
    for (const socket of sockets) socket.disconnect();
    expect([...new Set(heard)].toSorted()).toEqual(['admin: gone', 'foreignAdmin: heartbeat', 'foreignAdmin: new']);
  });

  test('each company has its own half of a move in the audit trail, without secrets', async () => {
    await add(511_006, { imei: '300234063904400' });
    const { password, messageKey } = await move(511_006, { lat: 1 });
    const rows = (await listAudit(511_006)).slice(2);
    expect(rows.map(({ action, group_id }) => [action, group_id])).toEqual([
      ['credential-revoked', world.groupId],
      ['device-moved', world.groupId],
      ['device-moved', world.foreignGroupId],
      ['credential-issued', world.foreignGroupId],
    ]);
    expect(rows.slice(1, 3).map(({ before, after }) => [before, after])).toEqual([
      [{ group: world.groupId, lat: 36.1, lon: -96.1, imei: '300234063904400' }, null],
      [null, { group: world.foreignGroupId, lat: 1, lon: 0, imei: '300234063904400' }],
    ]);
    expect(JSON.stringify(rows)).not.toContain(password);
    expect(JSON.stringify(rows)).not.toContain(messageKey);
  });

  test('a failed move changes nothing: connection and credential stay', async () => {
    const credential = await add(511_007);
    await add(511_008, { imei: '300234063904500' });
    const device = await connect(credential);
    expect((await update(511_007, { group: world.foreignGroupId, imei: '300234063904500' })).status).toBe(409);
    await say(device, 511_007, Date.now());
    expect(await world.fetch('admin', '/apexagm/511007/device')).toMatchObject({ isConnected: 1 });
  });

  test('two moves at the same time leave one device with one valid credential', async () => {
    await add(511_009);
    const issued = (await Promise.all([1, 2].map(() => change(511_009, { group: world.foreignGroupId })))).map(
      ({ credential }) => credential,
    );
    const [given] = issued.filter((credential) => credential !== null);
    expect(issued.filter((credential) => credential !== null)).toHaveLength(1);
    expect((await connect(given ?? { clientId: '', username: '', password: '' })).connected).toBe(true);
  });
});

describe('without a credential', () => {
  test('a device without a credential cannot connect, loses its connection, and the list shows it', async () => {
    const old = await add(512_001);
    const device = await connect(old);
    const closed = untilClosed(device);
    await world.call('superadmin', 'DELETE', '/admin/apexagm/512001/credential');
    await closed;
    await expect(connect(old)).rejects.toThrow(REFUSED);
    const listed = async () => {
      const list = await world.fetch<{ uid: number }[]>('superadmin', `/admin/apexagm/${world.groupId}`);
      return list.find(({ uid }) => uid === 512_001);
    };
    expect(await listed()).toMatchObject({ hasCredential: false, credentialIssuedAt: null });
    const response = await world.call('superadmin', 'POST', '/admin/apexagm/512001/credential');
    expect(await listed()).toMatchObject({ hasCredential: true });
    expect((await connect((await response.json()) as Credential)).connected).toBe(true);
  });

  test('a device that never had a credential cannot connect', async () => {
    await world.addDevice(512_002);
    await expect(connect({ clientId: 'agm-512002', username: '512002', password: '' })).rejects.toThrow(REFUSED);
    await expect(connect({ clientId: 'agm-512003', username: '512003', password: 'x' })).rejects.toThrow(REFUSED);
  });
});
