import { pathsRoutes, type DeviceReadiness } from '@waymark/contract/routes/paths';
import { examplePath, savedPigPath, type SavedPigPath } from '@waymark/contract/runs/pig-path';
import { PATH_FLAGS } from '@waymark/commands/broadcast-codes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemScope } from '../../platform/access/scope.ts';
import { readProblem, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { fillZones } from '../runs/runs.part.ts';
import { makeDeviceWorld, type DeviceWorld } from '../devices/testing/device-world.ts';

let server: TestServer;
let world: DeviceWorld;
let nextUid = 700_001;
beforeAll(async () => {
  server = await startTestServer();
  world = await makeDeviceWorld(server);
});
afterAll(() => server.close());

type Caller = 'viewer' | 'admin' | 'superadmin' | 'foreignAdmin';
type Sent = typeof examplePath & { rev?: number };

const reader = () => server.app.database.read(systemScope('test'));
const addDevice = async (groupId = world.groupId) => (await world.addDevice(nextUid++, { groupId })).uid;
const post = (path: unknown, caller: Caller = 'admin') => world.call(caller, 'POST', '/pigrun/pigpath/add', path);

async function makePath(other: Partial<Sent> = {}): Promise<Sent> {
  const uid = await addDevice();
  return { ...examplePath, pigRunName: `Line ${uid}`, agms: [uid], notifications: [], ...other };
}

async function save(path: Sent, caller: Caller = 'admin'): Promise<number> {
  const response = await post(path, caller);
  expect(response.status).toBe(200);
  return pathsRoutes.savePath.reply.parse(await response.json());
}

const read = async (pathId: number, caller: Caller = 'admin') =>
  savedPigPath.parse(await world.fetch(caller, `/pigrun/pigpath/${pathId}`));

async function refuse(path: unknown, status: number, caller: Caller = 'admin') {
  const response = await post(path, caller);
  expect(response.status).toBe(status);
  const { code, detail } = await readProblem(response);
  return { code, detail };
}

const listAudit = async (pathId: number) =>
  (
    await reader()
      .db.selectFrom('audit')
      .select('action')
      .where('object_type', '=', 'path')
      .where('object_id', '=', String(pathId))
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

describe('a path', () => {
  test('[R-109] [R-110] [R-111] a path is added by one call, which returns its number', async () => {
    const sent = await makePath();
    const pathId = await save(sent);
    const saved = await read(pathId);
    expect(saved).toMatchObject({ ...sent, pathId, markers: saved.markers });
    expect(await listAudit(pathId)).toEqual(['path-added']);
  });

  test('[W-310] a path has the zone of its launch site, or the one chosen by hand until it is taken back', async () => {
    const sent = await makePath();
    const pathId = await save(sent);
    expect(await read(pathId)).toMatchObject({ timeZone: 'America/Chicago', ownTimeZone: null });
    await save({ ...sent, pathId, ownTimeZone: 'America/Denver' });
    expect(await read(pathId)).toMatchObject({ timeZone: 'America/Denver', ownTimeZone: 'America/Denver' });
    await save({ ...sent, pathId });
    expect(await read(pathId)).toMatchObject({ timeZone: 'America/Denver' });
    await save({ ...sent, pathId, ownTimeZone: null, launchSiteLat: 52.5, launchSiteLon: 13.4 });
    expect(await read(pathId)).toMatchObject({ timeZone: 'Europe/Berlin', ownTimeZone: null });
    expect(await refuse({ ...sent, pathId, ownTimeZone: 'Mars/Olympus' }, 400)).toMatchObject({
      code: 'validation-failed',
    });
  });

  test('[W-310] paths and runs of older versions get the zone of their launch site', async () => {
    const sent = await makePath({ ownTimeZone: 'America/Denver' });
    const pathId = await save(sent);
    const { db } = reader();
    await db.updateTable('pig_paths').set({ time_zone: null, own_time_zone: null }).where('id', '=', pathId).execute();
    expect(await read(pathId)).toMatchObject({ timeZone: 'UTC' });
    await fillZones(server.app.database);
    expect(await read(pathId)).toMatchObject({ timeZone: 'America/Chicago', ownTimeZone: null });
  });

  test('[R-048] [R-049] [R-051] [R-052] a path is read with all its fields unchanged', async () => {
    const sent = await makePath({
      offlineAgms: { [nextUid - 1]: { lat: 36.01, lon: -96.64 } },
      pigLineKml: [
        [-96.767, 35.985],
        [-96.4, 36.1],
        [-96.03, 36.13],
      ],
      pigs: ['A', 'B', 'C', 'D', 'E'],
    });
    const pathId = await save({ ...sent, offlineAgms: { [sent.agms[0] ?? 0]: { lat: 36.01, lon: -96.64 } } });
    const saved = await read(pathId);
    expect(saved).toEqual({
      ...sent,
      timeZone: 'America/Chicago',
      ownTimeZone: null,
      offlineAgms: { [sent.agms[0] ?? 0]: { lat: 36.01, lon: -96.64 } },
      pathId,
      groupId: world.groupId,
      rev: 1,
      markers: saved.markers,
    });
    expect(saved.markers.map(({ DistanceFromLaunch: _, ...marker }) => marker)).toEqual(
      sent.markers.map(({ DistanceFromLaunch: _, ...marker }) => marker),
    );
    expect(await listAudit(pathId)).toEqual(['path-added']);
  });

  test('[R-112] a path is changed by the same call, which refuses a change of an old version', async () => {
    const sent = await makePath();
    const pathId = await save(sent);
    expect(await save({ ...sent, pathId, pigRunName: 'Second', rev: 1 })).toBe(pathId);
    expect(await refuse({ ...sent, pathId, pigRunName: 'Too late', rev: 1 }, 409)).toMatchObject({
      code: 'path-changed',
    });
    expect(await read(pathId)).toMatchObject({ pigRunName: 'Second', rev: 2 });
    await save({ ...sent, pathId, pigRunName: 'Without looking' });
    expect(await read(pathId)).toMatchObject({ pigRunName: 'Without looking', rev: 3 });
    expect(await listAudit(pathId)).toEqual(['path-added', 'path-saved', 'path-saved']);
  });

  test('[W-247] a path name exists once in a company, whatever its case; another company may have it too', async () => {
    const sent = await makePath({ pigRunName: 'North Line' });
    const pathId = await save(sent);
    expect(await refuse(await makePath({ pigRunName: ' north LINE ' }), 400)).toEqual({
      code: 'path-invalid',
      detail: 'There is already a pig path with the name North Line.',
    });
    expect(await save({ ...sent, pathId, pigRunName: 'NORTH Line' })).toBe(pathId);
    const other = await makePath({ pigRunName: 'South Line' });
    const otherId = await save(other);
    await refuse({ ...other, pathId: otherId, pigRunName: 'north line' }, 400);
    const agms = [await addDevice(world.foreignGroupId)];
    await save(await makePath({ pigRunName: 'North line', agms }), 'foreignAdmin');
  });

  test('[W-247] of two users who save paths of one name at once only one succeeds', async () => {
    const paths = [await makePath({ pigRunName: 'At once' }), await makePath({ pigRunName: 'at once' })];
    const statuses = (await Promise.all(paths.map((path) => post(path)))).map(({ status }) => status);
    expect(statuses.toSorted((one, next) => one - next)).toEqual([200, 400]);
  });

  test('[W-247] names that were stored before this rule stay readable and can be saved again', async () => {
    const sent = await makePath();
    const pathId = await save(sent);
    const names = ['Valve', 'valve'];
    const markers = sent.markers.map((marker, at) => ({ ...marker, name: names[at] ?? marker.name }));
    const detail = 'Duplicate marker name: valve';
    expect(await refuse({ ...sent, pathId, markers }, 400)).toEqual({ code: 'path-invalid', detail });
    const { rows } = await server.app.database.pool.query<{ markers: { name: string }[] }>(
      'select markers from pig_paths where id = $1',
      [pathId],
    );
    const stored = rows[0]?.markers.map((marker, at) => ({ ...marker, name: names[at] ?? marker.name }));
    await server.app.database.pool.query('update pig_paths set markers = $2 where id = $1', [
      pathId,
      JSON.stringify(stored),
    ]);
    const read0 = await read(pathId);
    expect(read0.markers.map(({ name }) => name).slice(0, 2)).toEqual(names);
    expect(await save({ ...sent, pathId, markers: read0.markers, notes: 'Saved again.' })).toBe(pathId);
  });

  test('[R-113] a path is listed by name, for its company and the superadmin only', async () => {
    await save(await makePath({ pigRunName: 'zulu' }));
    await save(await makePath({ pigRunName: 'Alpha' }));
    const namesFor = async (caller: Caller) =>
      (await world.fetch<SavedPigPath[]>(caller, '/pigrun/pigpath')).map(({ pigRunName }) => pigRunName);
    const own = await namesFor('admin');
    expect(own.indexOf('Alpha')).toBeLessThan(own.indexOf('zulu'));
    expect(await namesFor('superadmin')).toEqual(expect.arrayContaining(own));
    expect(await namesFor('foreignAdmin')).not.toEqual(expect.arrayContaining(['zulu']));
  });

  test('[R-114] [R-115] a path is deleted with its flags; there is no call to delete all', async () => {
    const pathId = await save(await makePath());
    const flags = Object.fromEntries(PATH_FLAGS.map((flag) => [flag, 'N']));
    expect(
      (await world.call('admin', 'POST', '/pigpath/UpdateBroadcastCommandData', { pathId, ...flags })).status,
    ).toBe(200);
    expect((await world.call('admin', 'DELETE', '/pigrun/pigpath')).status).toBe(405);
    expect((await world.call('foreignAdmin', 'DELETE', `/pigrun/pigpath/${pathId}`)).status).toBe(404);
    expect((await world.call('admin', 'DELETE', `/pigrun/pigpath/${pathId}`)).status).toBe(200);
    expect((await world.call('admin', 'GET', `/pigrun/pigpath/${pathId}`)).status).toBe(404);
    expect(
      await reader().db.selectFrom('pig_path_broadcast_flags').selectAll().where('path_id', '=', pathId).execute(),
    ).toEqual([]);
  });

  test('[R-108] a path is hidden from viewers', async () => {
    expect((await world.call('viewer', 'GET', '/pigrun/pigpath')).status).toBe(403);
    expect((await post(await makePath(), 'viewer')).status).toBe(403);
  });

  test('a path belongs to the company of its AGMs, which must all be of one', async () => {
    const foreign = await addDevice(world.foreignGroupId);
    expect(await refuse(await makePath({ agms: [foreign] }), 400)).toEqual({
      code: 'path-invalid',
      detail: `There is no AGM ${foreign} in this company.`,
    });
    const own = await addDevice();
    expect(await refuse(await makePath({ agms: [own, foreign] }), 400, 'superadmin')).toMatchObject({
      detail: 'All AGMs of a path belong to one company.',
    });
    const pathId = await save(await makePath({ agms: [foreign] }), 'superadmin');
    expect(await read(pathId, 'foreignAdmin')).toMatchObject({ groupId: world.foreignGroupId });
  });

  test('[W-060] a path loses a device that leaves the company, and refuses to take it back', async () => {
    const [gone, stays] = [await addDevice(), await addDevice()];
    const [first, middle, last] = examplePath.markers;
    if (!first || !middle || !last) throw new Error('the example has three markers');
    const sent = await makePath({
      agms: [gone, stays],
      markers: [first, { ...middle, linkedUid: gone, autoLinkedUids: [gone, stays] }, last],
    });
    const pathId = await save(sent);
    const { rev } = await read(pathId);
    expect(
      (await world.call('superadmin', 'POST', `/admin/apexagm/${gone}`, { group: world.foreignGroupId })).status,
    ).toBe(200);
    const path = await read(pathId);
    expect([path.agms, path.rev]).toEqual([[stays], rev + 1]);
    expect(path.markers[1]).toMatchObject({ linkedUid: null, autoLinkedUids: [stays] });
    expect(await refuse({ ...sent, pathId }, 400)).toMatchObject({
      detail: `There is no AGM ${gone} in this company.`,
    });
  });

  test('a path has markers measured by the server; skipped ones lose their automatic settings', async () => {
    const [first, middle, last] = examplePath.markers;
    if (!first || !middle || !last) throw new Error('the example has three markers');
    const eager = { autoLink: true, autoVerify: true, linkedUid: 5, DistanceFromLaunch: 999 };
    const pathId = await save(
      await makePath({
        markers: [
          { ...first, ...eager, state: 'TRACK' },
          { ...middle, ...eager },
          { ...middle, ...eager, name: 'Skipped', state: 'SKIP', lon: -96.5 },
          { ...last, ...eager, state: 'TRACK' },
        ],
      }),
    );
    const { markers } = await read(pathId);
    expect(markers.map(({ state, autoLink, linkedUid }) => [state, autoLink, linkedUid])).toEqual([
      ['SKIP', false, null],
      ['TRACK', true, 5],
      ['SKIP', false, null],
      ['SKIP', false, null],
    ]);
    const metres = markers.map(({ DistanceFromLaunch: distance }) => distance);
    expect(metres).toEqual(metres.toSorted((one, other) => one - other));
    expect(metres[0]).toBe(0);
    expect(metres.at(-1)).toBeGreaterThan(60_000);
  });

  test.each<[string, Partial<Sent>, string]>([
    ['[R-067]', { csvFileName: '' }, 'CSV file is required.'],
    ['[R-068]', { csvFileName: 'x'.repeat(251) }, 'The CSV file name is too long. Maximum length is 250 characters.'],
    ['[R-070]', { pigRunName: '  ' }, 'Pig run name cannot be empty or contain only whitespace.'],
    ['[R-071]', { pigRunName: 'x'.repeat(151) }, 'Pig run name is too long. Maximum length is 150 characters.'],
    ['[R-073]', { expectedSpeed: 9 }, 'Expected speed is not between .1 and 20 mph.'],
    ['[R-076]', { pipelineDiameter: 51 }, 'Pipeline diameter is not between 4 and 50 inches.'],
    ['[R-078]', { markers: [] }, 'Missing receive site'],
    ['[R-080]', { agms: [] }, 'Need to add at least 1 AGM'],
    ['[R-081]', { pigLineGenerated: [] }, 'Missing AGMs or launch/receive sites'],
    ['[R-082]', { pigs: [] }, 'Need to add at least 1 pig'],
    ['[R-083]', { notes: 'x'.repeat(1001) }, 'Pig run notes cannot exceed 1000 characters.'],
    ['twice the same pig', { pigs: ['A', 'a'] }, 'Duplicate pig name: a'],
  ])('%s is refused by the server too: %#', async (_, wrong, detail) => {
    expect(await refuse(await makePath(wrong), 400)).toEqual({ code: 'path-invalid', detail });
  });

  test('[R-107] a path with six pigs, a marker off the Earth or an invalid speed is refused', async () => {
    const [first] = examplePath.markers;
    for (const wrong of [
      { pigs: ['1', '2', '3', '4', '5', '6'] },
      { markers: [{ ...first, lat: 91 }] },
      { expectedSpeed: '3' },
    ]) {
      expect(await refuse({ ...(await makePath()), ...wrong }, 400)).toMatchObject({ code: 'validation-failed' });
    }
  });

  test('a path may notify users of its company only', async () => {
    const rule = {
      ...examplePath.notifications[0],
      name: 'A stranger',
      userId: 999_999,
    } as (typeof examplePath.notifications)[number];
    expect(await refuse(await makePath({ notifications: [rule] }), 400)).toEqual({
      code: 'path-invalid',
      detail: 'A stranger is not a user of this company.',
    });
    const admin = await reader()
      .db.selectFrom('users')
      .select('id')
      .where('group_id', '=', world.groupId)
      .executeTakeFirstOrThrow();
    const pathId = await save(await makePath({ notifications: [{ ...rule, userId: admin.id }] }));
    expect((await read(pathId)).notifications).toEqual([{ ...rule, userId: admin.id }]);
  });
});

describe('the readiness of a path', () => {
  test('the readiness lists each device of the path, in the order of the line', async () => {
    const [ready, far, silent] = [await addDevice(), await addDevice(), await addDevice()];
    const [marker] = examplePath.markers.filter(({ state }) => state === 'TRACK');
    const on = {
      is_connected: true,
      battery_mv: 8900,
      enables: [1, 1, 0, 0],
      frequencies: [0, 22, 10, 10],
      record_mode: 1,
    };
    await world.setState(ready, { ...on, lat: marker?.lat ?? 0, lon: marker?.lon ?? 0 });
    await world.setState(far, { ...on, lat: 37, lon: -96, battery_mv: 7100 });
    const pathId = await save(await makePath({ agms: [silent, far, ready] }));
    const states = await world.fetch<DeviceReadiness[]>('admin', `/pigrun/pigpath/${pathId}/readiness`);
    expect(states.map(({ uid, presence }) => [uid, presence])).toEqual([
      [ready, 'online'],
      [far, 'online'],
      [silent, 'unknown'],
    ]);
    expect(states.map(({ faults }) => faults.length)).toEqual([0, 2, 2]);
    expect(states[0]).toMatchObject({
      markerName: marker?.name,
      distanceToMarker: 0,
      detectors: ['MAG', '22 Hz'],
      batteryMv: 8900,
      recordMode: 1,
    });
  });
});
