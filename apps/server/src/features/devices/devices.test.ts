import {
  exampleDetail,
  exampleDevice,
  type DeviceDetailReply,
  type DeviceReply,
} from '@waymark/contract/devices/device';
import type { PassageRow } from '@waymark/contract/devices/passage-row';
import { parseUtc } from '@waymark/domain/time/utc';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyEvents } from '../../hub/testing/verify-events.ts';
import { systemScope } from '../../platform/access/scope.ts';
import { connectAgm } from '../../testing/hub-client.ts';
import { readProblem, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld, type HeldDevice } from './testing/device-world.ts';

const AT = Date.UTC(2026, 2, 18, 0, 3, 59);
const [FOLLOWED, HIDDEN, FOREIGN, MISSING] = [100_234, 100_235, 100_236, 100_299];

let server: TestServer;
let world: DeviceWorld;
let followed: HeldDevice;
beforeAll(async () => {
  server = await startTestServer();
  world = await makeDeviceWorld(server);
  followed = await world.addDevice(FOLLOWED, { imei: '300234063904190' });
  await world.addDevice(HIDDEN);
  await world.addDevice(FOREIGN, { groupId: world.foreignGroupId });
  await world.follow(FOLLOWED);
});
afterAll(() => server.close());

const at = (text: string) => {
  const parsed = parseUtc(text);
  if (!parsed.ok) throw new Error(text);
  return new Date(parsed.value);
};

describe('a device as it is answered', () => {
  beforeAll(async () => {
    await world.hearHeartbeats(followed, [{ t: AT, lat: 36.1301, lon: -96.0302 }]);
    await world.setState(FOLLOWED, {
      passage_at: at('2026-03-16 09:41:56.120'),
      passage_id: 70_311,
      detection_count: 148,
      power_mode: 2,
      stream_mode: 2,
      frequencies: [0, 22, 22, 10],
      sensitivities: [4, 4, 3, 3],
      enables: [1, 1, 0, 0],
      record_mode: 1,
      schedule: 0,
      geo_mode: 2,
      psg_state: 1,
      psg_size: 0,
      is_connected: true,
      is_bluetooth: false,
      expected_wakeup_at: at('2026-03-18 00:30:05'),
      shutdown_at: null,
      firmware_version: 10.71,
      product_number: 62,
      active_carrier: 'AT&T',
      primary_carrier: 'FirstNet',
      registration_status: 'Registered, roaming',
      disk_use_mb: 9214,
      disk_size_mb: 15_204,
      offline_files: 12,
      online_files: 340,
    });
  });

  test('[D-050] [D-051] [D-052] [D-055] [D-061] one device has all its last values, the signal as a negative number', async () => {
    expect(await world.fetch<DeviceDetailReply>('admin', `/apexagm/${FOLLOWED}/device`)).toEqual({
      ...exampleDetail,
      imei: '300234063904190',
      psgState: 1,
      psgSize: 0,
      groupId: world.groupId,
    });
  });

  test('[D-056] [D-057] [D-058] [D-060] the list has the same object without carrier and disk', async () => {
    const list = await world.fetch<DeviceReply[]>('admin', '/apexagm');
    const { uId, isConnected, isAutodownload, lastSchedule, lastRecordMode, ...others } = list[0] ?? exampleDevice;
    expect({ uId, isConnected, isAutodownload, lastSchedule, lastRecordMode }).toEqual({
      uId: FOLLOWED,
      isConnected: 1,
      isAutodownload: false,
      lastSchedule: 0,
      lastRecordMode: 1,
    });
    expect(others).not.toHaveProperty('activeCarrier');
    const detail = await world.fetch<DeviceDetailReply>('admin', `/apexagm/${FOLLOWED}/device`);
    const { activeCarrier, primaryCarrier, registrationStatus, ...withDisk } = detail;
    const { diskUseMBytes, diskSizeMBytes, diskShare, numberOfflineFiles, numberOnlineFiles, ...rest } = withDisk;
    expect([activeCarrier, primaryCarrier, registrationStatus]).toEqual(['AT&T', 'FirstNet', 'Registered, roaming']);
    expect([diskUseMBytes, diskSizeMBytes, numberOfflineFiles, numberOnlineFiles]).toEqual([9214, 15_204, 12, 340]);
    expect(diskShare).toBeNull();
    expect(rest).toEqual(list[0]);
  });

  test('[D-053] [D-054] Bluetooth and the connection are 0 or 1, and null before the first report', async () => {
    await world.setState(FOLLOWED, { is_bluetooth: true, is_connected: false });
    expect(await world.fetch('admin', `/apexagm/${FOLLOWED}/device`)).toMatchObject({ bluetooth: 1, isConnected: 0 });
    expect(await world.fetch('admin', `/apexagm/${HIDDEN}/device`)).toMatchObject({ bluetooth: null, isConnected: 0 });
  });

  test('a device without reports has null for all unknown values', async () => {
    const device = await world.fetch<DeviceDetailReply>('admin', `/apexagm/${HIDDEN}/device`);
    const { uId, groupId, isConnected, isIridium, isAutodownload, ...unknown } = device;
    expect([uId, groupId, isConnected, isIridium, isAutodownload]).toEqual([HIDDEN, world.groupId, 0, false, false]);
    expect(new Set(Object.values(unknown))).toEqual(new Set([null]));
  });
});

describe('visibility of devices', () => {
  const listUids = async (caller: Parameters<DeviceWorld['fetch']>[0]) =>
    (await world.fetch<DeviceReply[]>(caller, '/apexagm')).map(({ uId }) => uId);

  test('[M-037] a viewer sees followed devices, an admin those of the company, a superadmin all', async () => {
    expect(await listUids('viewer')).toEqual([FOLLOWED]);
    expect(await listUids('admin')).toEqual([FOLLOWED, HIDDEN]);
    expect(await listUids('foreignAdmin')).toEqual([FOREIGN]);
    expect(await listUids('superadmin')).toEqual([FOLLOWED, HIDDEN, FOREIGN]);
  });

  const READS = [
    '/:uid/device',
    '/lastPassage/:uid',
    '/ihab/:uid',
    '/:uid/getHeartbeatHistoricData',
    '/:uid/getPassageHistoricData',
  ];
  const WRITES = ['passage', 'heatbeat', 'error', 'deviceInfo', 'controlResponse', 'gpsFix'].map(
    (kind) => `/:uid/${kind}`,
  );

  test.each([
    ['viewer', HIDDEN],
    ['viewer', FOREIGN],
    ['admin', FOREIGN],
    ['admin', MISSING],
    ['foreignAdmin', FOLLOWED],
    ['superadmin', MISSING],
  ] as const)('%s cannot tell that %d exists', async (caller, uid) => {
    for (const path of READS) {
      const response = await world.call(caller, 'GET', `/apexagm${path.replace(':uid', String(uid))}`);
      expect({ path, status: response.status, code: (await readProblem(response)).code }).toEqual({
        path,
        status: 404,
        code: 'device-not-found',
      });
    }
  });

  test.each(['admin', 'foreignAdmin'] as const)('%s cannot write to a device of another company', async (caller) => {
    const uid = caller === 'admin' ? FOREIGN : FOLLOWED;
    const responses = [
      await world.call(caller, 'POST', `/apexagm/${uid}/autodownload`, true),
      ...(await Promise.all(
        WRITES.map((path) => world.call(caller, 'DELETE', `/apexagm${path.replace(':uid', String(uid))}`)),
      )),
    ];
    for (const response of responses) expect((await readProblem(response)).code).toBe('device-not-found');
  });

  test('[W-061] a viewer cannot follow a device of another company, and does not see it', async () => {
    await expect(world.follow(FOREIGN)).rejects.toMatchObject({ code: '23503' });
    expect(await listUids('viewer')).toEqual([FOLLOWED]);
    expect((await world.call('viewer', 'GET', `/apexagm/${FOREIGN}/device`)).status).toBe(404);
  });
});

describe('the last passage', () => {
  const address = `/apexagm/lastPassage/${FOLLOWED}`;

  test('[D-062] the last passage is null at first, then the records of the newest passage as one row', async () => {
    expect(await world.fetch('viewer', address)).toBeNull();
    await world.hearPassage(followed, { t: AT, psgSeq: 2, mask: 7, detectionCount: 5 });
    await world.hearPassage(followed, { t: AT - 60_000, psgSeq: 1, mask: 1 });
    const row = await world.fetch<PassageRow>('viewer', address);
    expect(row).toMatchObject({
      uid: FOLLOWED,
      passageTimeStamp: '2026-03-18 00:03:59.000',
      passageTimeEndOfSnip: '2026-03-18 00:04:14.000',
      detectionCount: 5,
      passageDetectedFrequency: 22,
      packetComplexInformation: 2,
      alt: 214_300,
    });
    expect(new Set([row.elfId, row.geoId, row.magId]).size).toBe(3);
    expect(row.passageId).toBe(row.magId);
    expect(row).not.toHaveProperty('data');
  });
});

describe('the report interval of a device', () => {
  test('[D-064] an Active device was heard in the last 15 minutes, or is not', async () => {
    const read = async () => world.fetch<{ isHeartbeatActive: boolean }>('admin', `/apexagm/ihab/${HIDDEN}`);
    expect(await read()).toEqual({ uid: HIDDEN, isHeartbeatActive: false, lastHeartbeat: null });
    await world.setState(HIDDEN, { power_mode: 0, heartbeat_at: new Date(Date.now() - 10 * 60_000) });
    expect((await read()).isHeartbeatActive).toBe(true);
    await world.setState(HIDDEN, { heartbeat_at: new Date(Date.now() - 20 * 60_000) });
    expect((await read()).isHeartbeatActive).toBe(false);
    await world.setState(HIDDEN, { power_mode: 2, schedule: 0 });
    expect((await read()).isHeartbeatActive).toBe(true);
  });
});

describe('automatic download', () => {
  test('[D-063] the auto-download flag is stored, sent to the consoles and audited', async () => {
    const client = await connectAgm(server, world.callers.viewer.token);
    await verifyEvents({
      client,
      fetch: () => world.fetch<DeviceDetailReply>('viewer', `/apexagm/${FOLLOWED}/device`),
      apply: (stale, { data }) => ({ ...stale, isAutodownload: (data as { isAutoDownload: boolean }).isAutoDownload }),
      action: () => world.call('admin', 'POST', `/apexagm/${FOLLOWED}/autodownload`, true),
      expected: ['ReceiveDownloadMode'],
    });
    client.disconnect();
    expect(await world.fetch('viewer', `/apexagm/${FOLLOWED}/device`)).toMatchObject({ isAutodownload: true });
    const { rows } = await sql`select user_name, before, after from audit
      where action = 'auto-download-changed' and object_id = ${String(FOLLOWED)}`.execute(
      server.app.database.read(systemScope('test')).db,
    );
    expect(rows).toEqual([
      { user_name: 'Dana Reyes', before: { isAutoDownload: false }, after: { isAutoDownload: true } },
    ]);
  });

  test.each([['"true"'], [1], [{ isAutoDownload: true }]])(
    'the body is a bare boolean: %j is refused',
    async (body) => {
      expect((await world.call('admin', 'POST', `/apexagm/${FOLLOWED}/autodownload`, body)).status).toBe(400);
    },
  );
});
