import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyEvents } from '../../hub/testing/verify-events.ts';
import { systemScope } from '../../platform/access/scope.ts';
import { connectAgm } from '../../testing/hub-client.ts';
import { readProblem, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld } from './testing/device-world.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;

interface Site {
  readonly since: string;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly heartbeats: number;
  readonly passages: number;
}

let server: TestServer;
let world: DeviceWorld;
beforeAll(async () => {
  server = await startTestServer();
  world = await makeDeviceWorld(server);
});
afterAll(() => server.close());

const reader = () => server.app.database.read(systemScope('test'));
const read = (uid: number) => world.fetch<Site>('admin', `/apexagm/${uid}/site`);

async function move(uid: number, lat: number, lon: number): Promise<Site> {
  const response = await world.call('admin', 'POST', `/apexagm/${uid}/site`, { lat, lon });
  expect(response.status).toBe(200);
  return (await response.json()) as Site;
}

/** Moves the start of the site into the past. */
async function setSince(uid: number, at: number): Promise<void> {
  await reader()
    .db.updateTable('devices')
    .set({ site_since: new Date(at) })
    .where('uid', '=', uid)
    .execute();
}

const writeSecond = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

describe('a site', () => {
  test('a site shows the position of the device and its reports since, across days', async () => {
    const device = await world.addDevice(520_001);
    expect(await read(520_001)).toMatchObject({ lat: null, lon: null, heartbeats: 0, passages: 0 });
    const since = Date.UTC(2026, 2, 18, 12);
    await setSince(520_001, since);
    const before = [since - DAY, since - HOUR, since - 1000];
    const after = [since, since + HOUR, since + 11 * HOUR, since + 13 * HOUR, since + 3 * DAY];
    await world.hearHeartbeats(
      device,
      [...before, ...after].map((t) => ({ t, lat: 40, lon: -100 })),
    );
    await world.hearPassage(device, { t: since - HOUR });
    await world.hearPassage(device, { t: since + HOUR });
    expect(await read(520_001)).toEqual({
      since: '2026-03-18 12:00:00',
      lat: 40,
      lon: -100,
      heartbeats: 5,
      passages: 1,
    });
  });

  test('the first site begins when the device is added', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    await world.addDevice(520_002);
    const { since } = await read(520_002);
    expect(Date.parse(`${since.replace(' ', 'T')}Z`)).toBeGreaterThanOrEqual(before);
  });

  test('the site of an invisible device is not found', async () => {
    await world.addDevice(520_003);
    for (const caller of ['viewer', 'foreignAdmin'] as const) {
      const response = await world.call(caller, 'GET', '/apexagm/520003/site');
      expect([response.status, (await readProblem(response)).code]).toEqual([404, 'device-not-found']);
    }
    await world.follow(520_003);
    expect(await world.fetch('viewer', '/apexagm/520003/site')).toMatchObject({ heartbeats: 0 });
  });
});

describe('moving a device to its next site', () => {
  test('moving shows the new position until the next fix, restarts the counts and keeps all records', async () => {
    const device = await world.addDevice(520_010);
    const now = Date.now();
    await setSince(520_010, now - DAY);
    await world.hearHeartbeats(device, [{ t: now - 2 * HOUR, lat: 40, lon: -100 }]);
    await world.hearPassage(device, { t: now - HOUR });
    expect(await read(520_010)).toMatchObject({ heartbeats: 1, passages: 1 });
    const moved = await move(520_010, 41.5, -101.5);
    expect(moved).toMatchObject({ lat: 41.5, lon: -101.5, heartbeats: 0, passages: 0 });
    expect(await read(520_010)).toEqual(moved);
    const shown = () => world.fetch('admin', '/apexagm/520010/device');
    expect(await shown()).toMatchObject({ lat: 41.5, lon: -101.5, lastHeartbeat: writeSecond(now - 2 * HOUR) });
    expect(await world.fetch('admin', '/apexagm/520010/getHeartbeatHistoricData')).toMatchObject({ rowsNumber: 1 });
    expect(await world.fetch('admin', '/apexagm/520010/getPassageHistoricData')).toMatchObject({ rowsNumber: 1 });
    await world.hearHeartbeats(device, [{ t: now + 60_000, lat: 41.5001, lon: -101.5001 }]);
    expect(await shown()).toMatchObject({ lat: 41.5001, lon: -101.5001 });
    expect(await read(520_010)).toMatchObject({ lat: 41.5001, heartbeats: 1, passages: 0 });
  });

  test('consoles that reload the list on the event get the new position', async () => {
    const device = await world.addDevice(520_011);
    await world.hearHeartbeats(device, [{ t: Date.now() - HOUR, lat: 40, lon: -100 }]);
    const client = await connectAgm(server, world.callers.admin.token);
    const fetch = () => world.fetch<{ uId: number; lat: number; lon: number }[]>('admin', '/apexagm');
    const events = await verifyEvents({
      client,
      fetch,
      apply: (devices, { data }) =>
        devices.map((each) => (each.uId === data.uid && !data.isRemoved ? { ...each, lat: 42, lon: -102 } : each)),
      action: () => move(520_011, 42, -102),
      expected: ['ReceiveDeviceListUpdate'],
    });
    client.disconnect();
    expect(events).toEqual([{ name: 'ReceiveDeviceListUpdate', data: { uid: 520_011, isRemoved: false } }]);
  });

  test('moving is audited with the site before and after', async () => {
    const device = await world.addDevice(520_012);
    await setSince(520_012, Date.UTC(2026, 2, 18));
    await world.hearHeartbeats(device, [{ t: Date.UTC(2026, 2, 19), lat: 40, lon: -100 }]);
    const after = await move(520_012, 43, -103);
    const { rows } = await sql`select user_name, group_id, before, after from audit
      where object_id = '520012' and action = 'device-moved-to-site'`.execute(reader().db);
    const before = { since: '2026-03-18 00:00:00', lat: 40, lon: -100, heartbeats: 1, passages: 0 };
    expect(rows).toEqual([{ user_name: expect.any(String) as unknown, group_id: world.groupId, before, after }]);
  });

  test('moving keeps credential, followers and settings of the device', async () => {
    await world.addDevice(520_013);
    await world.follow(520_013);
    await world.setState(520_013, { battery_mv: 8620, power_mode: 2 });
    await move(520_013, 1, 2);
    expect(await world.fetch('viewer', '/apexagm/520013/device')).toMatchObject({
      lastBattery: 8620,
      lastPowerMode: 2,
      lat: 1,
      lon: 2,
    });
  });

  test.each([
    ['admin', 529_999, { lat: 1, lon: 1 }, 404],
    ['foreignAdmin', 520_013, { lat: 1, lon: 1 }, 404],
    ['viewer', 520_013, { lat: 1, lon: 1 }, 403],
    ['admin', 520_013, { lat: 91, lon: 1 }, 400],
    ['admin', 520_013, { lat: 1 }, 400],
    ['admin', 520_013, { lat: '1', lon: '1' }, 400],
  ] as const)('a move by %s of %i with %j gets %i', async (caller, uid, body, status) => {
    expect((await world.call(caller, 'POST', `/apexagm/${uid}/site`, body)).status).toBe(status);
  });
});
