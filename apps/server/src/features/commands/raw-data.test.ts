import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readProblem, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld } from '../devices/testing/device-world.ts';

let server: TestServer;
let world: DeviceWorld;
let lastUid = 340_000;
beforeAll(async () => {
  server = await startTestServer();
  world = await makeDeviceWorld(server);
});
afterAll(() => server.close());

const ADDRESS = '/pigrun/DownloadRecordedRawDataRequest';
const START = '2026-03-16 09:40:00';

async function addDevice(firmware: number | null, isIridium = false): Promise<number> {
  const { uid } = await world.addDevice(++lastUid);
  await world.setState(uid, { firmware_version: firmware, is_iridium: isIridium });
  return uid;
}

const request = (uid: number, startDate: string, endDate: string) =>
  world.call('admin', 'POST', ADDRESS, { uid, startDate, endDate });

async function query(text: string, values: unknown[]): Promise<object[]> {
  return (await server.app.database.pool.query<object>(text, values)).rows;
}

const listCommands = (uid: number) =>
  query('select id, type, parameters, user_name from commands where uid = $1', [uid]);

describe('a request for the raw recording', () => {
  test('[C-031] [C-067] [C-105] a request of two minutes is queued for firmware 10.71 and answers the session id', async () => {
    const uid = await addDevice(10.71);
    const response = await request(uid, START, '2026-03-16 09:42:00');
    expect(response.status).toBe(200);
    const sessionId: unknown = JSON.parse(await response.text());
    const parameters = { FileType: 3, FileNamesStartDate: START, FileNamesEndDate: '2026-03-16 09:42:00' };
    expect(await listCommands(uid)).toEqual([
      { id: sessionId, type: 'DownloadRange', parameters, user_name: 'Dana Reyes' },
    ]);
  });

  test.each([
    ['10.70', 10.7, false],
    ['9.2, which has raw files of its own', 9.2, false],
    ['10.71 under a satellite', 10.71, true],
  ])('a request is refused for firmware %s', async (_, firmware, isIridium) => {
    const uid = await addDevice(firmware, isIridium);
    const response = await request(uid, START, '2026-03-16 09:42:00');
    expect([response.status, (await readProblem(response)).code]).toEqual([409, 'command-not-for-device']);
    expect(await listCommands(uid)).toEqual([]);
  });

  test.each([
    [
      '[C-097] over 120 s',
      START,
      '2026-03-16 09:42:01',
      'A raw data download request is limited to a two minute maximum interval.',
    ],
    ['that ends where it starts', START, START, 'The specified start date/time must be before the end date/time.'],
    [
      'that ends before it starts',
      START,
      '2026-03-16 09:39:59',
      'The specified start date/time must be before the end date/time.',
    ],
  ])('a request %s is refused with the documented text', async (_, start, end, detail) => {
    const uid = await addDevice(10.8);
    const response = await request(uid, start, end);
    expect(response.status).toBe(409);
    expect(await readProblem(response)).toMatchObject({ code: 'command-not-for-device', detail });
    expect(await listCommands(uid)).toEqual([]);
  });

  test.each([
    ['yesterday', '2026-03-16 09:42:00'],
    [START, '2026-02-30 00:00:00'],
    [START, undefined],
  ])('a request with dates %j to %j is refused', async (start, end) => {
    const response = await world.call('admin', 'POST', ADDRESS, {
      uid: await addDevice(10.8),
      startDate: start,
      endDate: end,
    });
    expect(response.status).toBe(400);
  });

  test('[C-106] a failed request answers only a log id, which is in the error log', async () => {
    const uid = await addDevice(10.7);
    const { token } = world.callers.admin;
    const body = { uid, startDate: START, endDate: '2026-03-16 09:42:00' };
    const response = await server.call('POST', `/api${ADDRESS}`, {
      token,
      body,
      headers: { accept: 'application/json, text/plain, */*' },
    });
    const text = await response.text();
    expect(response.status).toBe(409);
    expect(response.headers.get('content-type')).toContain('text/plain');
    expect(text).toMatch(/^\d+$/);
    await expect
      .poll(() => query('select code from error_log where id = $1', [text]))
      .toEqual([{ code: 'command-not-for-device' }]);
  });

  test('a request for a device of another company gets 404, and a viewer is refused', async () => {
    const { uid } = await world.addDevice(++lastUid, { groupId: world.foreignGroupId });
    expect((await request(uid, START, '2026-03-16 09:42:00')).status).toBe(404);
    const body = { uid: await addDevice(10.8), startDate: START, endDate: '2026-03-16 09:42:00' };
    expect((await world.call('viewer', 'POST', ADDRESS, body)).status).toBe(403);
  });
});
