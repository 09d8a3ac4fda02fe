import type { Trend } from '@waymark/contract/devices/trend';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { systemScope } from '../../platform/access/scope.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld } from '../devices/testing/device-world.ts';

const HOUR = 3_600_000;
const OWN = 730_001;
const QUIET = 730_002;
const FOREIGN = 730_003;

let server: TestServer;
let world: DeviceWorld;
/** In the middle of the hour that is not over. */
let hour: number;
beforeAll(async () => {
  server = await startTestServer();
  world = await makeDeviceWorld(server);
  hour = Math.floor(Date.now() / HOUR) * HOUR;
  const own = await world.addDevice(OWN);
  await world.addDevice(QUIET);
  const foreign = await world.addDevice(FOREIGN, { groupId: world.foreignGroupId });
  await world.follow(OWN);
  await world.hearHeartbeats(own, [
    { t: hour - 30 * HOUR, battery: 1 },
    { t: hour - 3 * HOUR + 1000, battery: 8000, signalStrength: 80 },
    { t: hour - 3 * HOUR + 2000, battery: 8100, signalStrength: 90 },
    { t: hour, battery: 8500, signalStrength: 70 },
  ]);
  // Received while another company owned the device.
  await world.hearHeartbeats({ uid: OWN, groupId: world.foreignGroupId }, [{ t: hour - 5 * HOUR, battery: 2 }]);
  await world.hearHeartbeats(foreign, [{ t: hour, battery: 9000 }]);
  await world.hearPassage(own, { t: Date.now() - 30_000 });
  await world.hearPassage(own, { t: Date.now() - 20_000 });
});
afterAll(() => server.close());

type Caller = 'viewer' | 'admin' | 'superadmin' | 'foreignAdmin';
const read = (caller: Caller, uids = `${OWN},${QUIET},${FOREIGN},${OWN}`) =>
  world.fetch<Trend[]>(caller, `/apexagm/trends?uids=${uids}`);

test('[W-160] a trend has the hourly means of the last day and the passages of the last 14 days, of the own company', async () => {
  const [own, quiet, ...more] = await read('admin');
  expect(more).toEqual([]);
  expect(own?.battery).toEqual([...Array.from({ length: 20 }, () => null), 8050, null, null, 8500]);
  expect(own?.signal.slice(-4)).toEqual([-85, null, null, -70]);
  expect(own?.passages.reduce((sum, count) => sum + count, 0)).toBe(2);
  expect(quiet).toEqual({
    uid: QUIET,
    battery: Array.from({ length: 24 }, () => null),
    signal: Array.from({ length: 24 }, () => null),
    passages: Array.from({ length: 14 }, () => 0),
  });
});

test('trends are given of the devices that the caller may see', async () => {
  const seen = async (caller: Caller) => (await read(caller)).map(({ uid }) => uid);
  expect(await seen('viewer')).toEqual([OWN]);
  expect(await seen('foreignAdmin')).toEqual([FOREIGN]);
  expect(await seen('superadmin')).toEqual([OWN, QUIET, FOREIGN]);
});

test.each(['', '1,', 'x', Array.from({ length: 31 }, (_none, at) => at + 1).join()])(
  'trends of "%s" are refused',
  async (uids) => {
    expect((await world.call('admin', 'GET', `/apexagm/trends?uids=${uids}`)).status).toBe(400);
  },
);

test('trends are read through the key of the heartbeats, in the months of the day only', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select at from heartbeats
    where uid = ${OWN} and at >= ${new Date(hour - 23 * HOUR)} and at < ${new Date(hour + HOUR)} order by at desc limit 2000`.execute(
    server.app.database.read(systemScope('test')).db,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index (Only )?Scan.*heartbeats_\d/);
  expect(plan).not.toContain('Seq Scan');
});
