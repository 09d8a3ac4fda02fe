import { runsRoutes } from '@waymark/contract/routes/runs';
import { examplePath, type SavedPigPath } from '@waymark/contract/runs/pig-path';
import { readPath, readSavedPath, writeSavedPath } from '@waymark/contract/runs/read-path';
import { exampleSentRun, pigRun, runPath } from '@waymark/contract/runs/pig-run';
import { runBackward } from '@waymark/domain/path/line';
import { PATH_FLAGS } from '@waymark/commands/broadcast-codes';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemScope } from '../../platform/access/scope.ts';
import { connectAgm } from '../../testing/hub-client.ts';
import { readProblem, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld } from '../devices/testing/device-world.ts';

let server: TestServer;
let world: DeviceWorld;
let nextUid = 800_001;
let path: SavedPigPath;
beforeAll(async () => {
  server = await startTestServer();
  world = await makeDeviceWorld(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  path = await addPath();
});

type Caller = 'viewer' | 'admin' | 'superadmin' | 'foreignAdmin';
const reader = () => server.app.database.read(systemScope('test'));

async function addPath(other: Partial<typeof examplePath> = {}): Promise<SavedPigPath> {
  const { uid } = await world.addDevice(nextUid++);
  await world.setState(uid, { firmware_version: 10.71 });
  const sent = { ...examplePath, pigRunName: `Line ${uid}`, agms: [uid], notifications: [], ...other };
  const response = await world.call('admin', 'POST', '/pigrun/pigpath/add', sent);
  return world.fetch('admin', `/pigrun/pigpath/${(await response.json()) as number}`);
}

const now = () => formatUtcSecond(Date.now() - 1000);
const makeRun = (plan: typeof examplePath, other: object = {}) => ({
  ...exampleSentRun,
  pig: `Pig ${nextUid}`,
  launchTime: now(),
  pigPath: JSON.stringify(plan),
  markers: JSON.stringify(plan.markers),
  ...other,
});
const post = (run: unknown, caller: Caller = 'admin') => world.call(caller, 'POST', '/pigrun/add/', run);

async function launch(plan: typeof examplePath, other: object = {}): Promise<number> {
  const response = await post(makeRun(plan, other));
  expect(response.status).toBe(200);
  return runsRoutes.addRun.reply.parse(await response.json()).runId;
}

async function read(runId: number, caller: Caller = 'admin') {
  const run = pigRun.parse(await world.fetch(caller, `/pigrun/${runId}`));
  return { ...run, path: runPath.parse(JSON.parse(run.pigPath)) };
}

const countStatuses = (answers: readonly Response[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([status, found]) => [status, found?.length]),
  );

async function refuse(run: unknown, status: number, caller: Caller = 'admin') {
  const response = await post(run, caller);
  expect(response.status).toBe(status);
  const { code, detail } = await readProblem(response);
  return { code, detail };
}

describe('launching a run', () => {
  test('[R-002] a launch creates an active run with a copy of the path', async () => {
    const launchTime = now();
    const runId = await launch(path, { launchTime, pig: 'First pig' });
    const run = await read(runId);
    expect(run).toMatchObject({
      runId,
      rev: 1,
      groupId: world.groupId,
      pig: 'First pig',
      launchTime,
      recieveTime: null,
      Phase: 1,
      EditNextMarkerIndex: 1,
      EditNextMarkerIndex2: -1,
    });
    expect(run.path).toMatchObject({
      pathId: path.pathId,
      pigRunName: path.pigRunName,
      agms: path.agms,
      markers: path.markers,
    });
    await world.call('admin', 'POST', '/pigrun/pigpath/add', { ...path, rev: undefined, pigRunName: 'Renamed' });
    expect((await read(runId)).path.pigRunName).toBe(path.pigRunName);
  });

  test('[R-019] [R-020] a backward launch does not change the stored path', async () => {
    const run = await read(await launch(writeSavedPath({ ...readSavedPath(path), ...runBackward(readPath(path)) })));
    expect(run.path).toMatchObject({ launchSiteLat: path.recieveSiteLat, recieveSiteLon: path.launchSiteLon });
    expect(run.path.markers.map(({ name }) => name)).toEqual(path.markers.map(({ name }) => name).toReversed());
    expect(await world.fetch('admin', `/pigrun/pigpath/${path.pathId}`)).toEqual(path);
  });

  test('[R-022] refuses a launch on a path with an active run, also when two are posted at once', async () => {
    const answers = await Promise.all([1, 2, 3].map((at) => post(makeRun(path, { pig: `Race ${nextUid} ${at}` }))));
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: 2 });
    expect(await refuse(makeRun(path, { pig: 'Another' }), 409)).toMatchObject({ code: 'path-in-use' });
  });

  test('[R-023] refuses a launch of a pig that is in an active run of the company, ignoring case', async () => {
    await launch(path, { pig: 'Lone Ranger' });
    expect(await refuse(makeRun(await addPath(), { pig: ' lone RANGER ' }), 409)).toMatchObject({ code: 'pig-in-use' });
    const plans = [await addPath(), await addPath(), await addPath()];
    const answers = await Promise.all(plans.map((plan) => post(makeRun(plan, { pig: 'Everywhere' }))));
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: 2 });
  });

  test.each<[string, object, string | undefined]>([
    [
      '[F-018] refuses a launch in the future',
      { launchTime: '2999-01-01 00:00:00' },
      'Error ! Launch can not be set to future time.',
    ],
    ['[F-017] refuses a launch without a time', { launchTime: null }, 'Error ! Invalid format.'],
    ['refuses a launch with a path that is not JSON', { pigPath: '{' }, 'pigPath is not JSON.'],
    [
      'refuses a launch with a marker off the Earth',
      { markers: '[{"name":"A","lat":91,"lon":0}]' },
      'markers (0.lat) is not as it should be.',
    ],
    ['refuses a launch with malformed passages', { passages: '{"a":1}' }, 'passages () is not as it should be.'],
  ])('%s', async (_, wrong, detail) => {
    expect(await refuse(makeRun(path, wrong), 400)).toEqual({ code: 'run-invalid', detail });
  });

  test('refuses a launch with an invalid path or with members of another company, in the words of saving a path', async () => {
    const { uid: foreign } = await world.addDevice(nextUid++, { groupId: world.foreignGroupId });
    const rule = { ...examplePath.notifications[0], name: 'A stranger', userId: 999_999 };
    const refuseCopy = async (wrong: object) =>
      (await refuse(makeRun(path, { pigPath: JSON.stringify({ ...path, ...wrong }) }), 400)).detail;
    expect(await refuseCopy({ agms: [...path.agms, foreign] })).toBe(`There is no AGM ${foreign} in this company.`);
    expect(await refuseCopy({ notifications: [rule] })).toBe('A stranger is not a user of this company.');
    expect(await refuseCopy({ expectedSpeed: 50 })).toBe('Expected speed is not between .1 and 20 mph.');
    expect(await refuseCopy({ pigs: ['A', 'a'] })).toBe('Duplicate pig name: a');
  });

  test('a launch does not find a path of another company', async () => {
    expect(await refuse(makeRun(path), 400, 'foreignAdmin')).toEqual({
      code: 'run-invalid',
      detail: 'There is no such pig path.',
    });
  });

  test("a launch enqueues the commands of the path's flags and notifies the consoles of the company", async () => {
    const socket = await connectAgm(server, world.callers.admin.token);
    const heard = new Promise((resolve) => socket.once('ReceivePigRunUpdate', resolve));
    const flags = Object.fromEntries(
      PATH_FLAGS.map((flag) => [flag, flag === 'powerModeBroadcastCommandLaunchEvent' ? 'Y' : 'N']),
    );
    await world.call('admin', 'POST', '/pigpath/UpdateBroadcastCommandData', { pathId: path.pathId, ...flags });
    const runId = await launch(path);
    expect(await heard).toMatchObject({ runId, messagegName: 'RunCreated', rev: 1 });
    socket.disconnect();
    expect(await world.fetch('admin', `/commands/${path.agms[0]}`)).toMatchObject([
      { commandType: 'PowerMode', source: 'path' },
    ]);
  });
});

describe('runs', () => {
  test('runs are listed by launch, newest first, and can be filtered to active ones', async () => {
    const older = await launch(path, { launchTime: '2026-01-01 00:00:00' });
    const newer = await launch(await addPath(), { pig: `Newer ${nextUid}` });
    const ids = async (query = '') =>
      (await world.fetch<{ runId: number }[]>('admin', `/pigrun${query}`)).map(({ runId }) => runId);
    const all = await ids('?active=true');
    expect(all.indexOf(newer)).toBeLessThan(all.indexOf(older));
    expect(await ids('?active=false')).not.toContain(newer);
    expect(await ids('?page=1&rowsPerPage=1')).toHaveLength(1);
    expect([
      await ids(`?active=true&runId=${older}`),
      await ids(`?active=false&runId=${older}`),
      await ids('?runId=999999'),
    ]).toEqual([[older], [], []]);
  });

  test('[H-042] [H-043] runs are found by an instant between their launch and receive, completed ones too', async () => {
    const minutesAgo = (minutes: number) => formatUtcSecond(Date.now() - minutes * 60_000);
    const run = makeRun(path, { launchTime: minutesAgo(60) });
    const runId = runsRoutes.addRun.reply.parse(await (await post(run)).json()).runId;
    const isListedAt = async (minutes: number) => {
      const found = await world.fetch<readonly { runId: number }[]>(
        'admin',
        `/pigrun?at=${encodeURIComponent(minutesAgo(minutes))}`,
      );
      return found.some((each) => each.runId === runId);
    };
    expect([await isListedAt(61), await isListedAt(59), await isListedAt(1)]).toEqual([false, true, true]);
    await world.call('admin', 'POST', '/finished/pigrun/add/', { ...run, runId, recieveTime: minutesAgo(30) });
    expect([await isListedAt(61), await isListedAt(59), await isListedAt(31), await isListedAt(29)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test('a viewer sees only runs that notify them, with only their own rule', async () => {
    const rule = {
      ...examplePath.notifications[0],
      name: 'V',
      userId: world.viewerId,
    } as (typeof examplePath.notifications)[number];
    const admin = await reader()
      .db.selectFrom('users')
      .select('id')
      .where('group_id', '=', world.groupId)
      .where('role', '=', 'admin')
      .executeTakeFirstOrThrow();
    const told = await launch(await addPath({ notifications: [{ ...rule, userId: admin.id }, rule] }), {
      pig: `Told ${nextUid}`,
    });
    const untold = await launch(path);
    const seen = (await world.fetch<{ runId: number }[]>('viewer', '/pigrun')).map(({ runId }) => runId);
    expect(seen).toContain(told);
    expect(seen).not.toContain(untold);
    expect((await world.call('viewer', 'GET', `/pigrun/${untold}`)).status).toBe(404);
    expect((await read(told, 'viewer')).path.notifications).toEqual([rule]);
    expect((await read(told)).path.notifications).toHaveLength(2);
  });

  test('cancelling a run deletes its parts and frees its path', async () => {
    const runId = await launch(path);
    expect((await world.call('admin', 'DELETE', `/pigrun/pigpath/${path.pathId}`)).status).toBe(409);
    expect((await world.call('foreignAdmin', 'DELETE', `/pigrun/${runId}`)).status).toBe(404);
    expect((await world.call('admin', 'DELETE', `/pigrun/${runId}`)).status).toBe(200);
    expect((await world.call('admin', 'GET', `/pigrun/${runId}`)).status).toBe(404);
    expect(
      await reader().db.selectFrom('pig_run_markers').select('name').where('run_id', '=', runId).execute(),
    ).toEqual([]);
    await launch(path);
  });
});

describe('tools', () => {
  const call = async (method: string, address: string, body?: unknown) =>
    (await world.call('admin', method, address, body)).json();

  test('[R-063] [R-119] tools have eight types', async () => {
    const types = (await call('GET', '/pigrun/ToolType/GetAll')) as { name: string; toolTypeId: number }[];
    expect(types).toHaveLength(8);
    expect(types).toContainEqual({ name: 'MFL', toolTypeId: 5 });
  });

  test('[R-116] tools are found by type, speed and size; the search always returns one', async () => {
    const { toolId } = (await call('POST', '/pigrun/Tool/GetTool', {
      expectedSpeed: 3 / 2.237,
      size: 16 / 39.37,
      toolTypeId: 5,
    })) as { toolId: number };
    const tool = await reader().db.selectFrom('tools').selectAll().where('id', '=', toolId).executeTakeFirstOrThrow();
    expect(tool).toMatchObject({ tool_type_id: 5, speed_least: 0.5, speed_most: 1.5 });
    expect(await call('POST', '/pigrun/Tool/GetTool', { expectedSpeed: 900, size: 90, toolTypeId: 5 })).toEqual({
      toolId: expect.any(Number),
    });
    expect(
      (await world.call('admin', 'POST', '/pigrun/Tool/GetTool', { expectedSpeed: 1, size: 1, toolTypeId: 99 })).status,
    ).toBe(404);
  });

  test('[R-065] [R-121] each tool has its algorithms', async () => {
    const rows = await call('GET', '/pigrun/GetMachineLearningAlgorithmToolForToolId/1');
    expect(rows).toEqual(expect.arrayContaining([{ machineLearningAlgorithmId: expect.any(Number) }]));
    expect((await world.call('admin', 'GET', '/pigrun/GetMachineLearningAlgorithmToolForToolId/9999')).status).toBe(
      404,
    );
  });

  test('[R-064] [R-120] [R-122] tools are added to a run and removed from it', async () => {
    const runId = await launch(path);
    expect(await call('GET', `/pigrun/GetPigRunToolForRunId/${runId}`)).toEqual([]);
    expect(await call('POST', '/pigrun/AddPigRunTool', { runId, toolId: 6 })).toEqual(expect.any(Number));
    expect(await call('GET', `/pigrun/GetPigRunToolForRunId/${runId}`)).toEqual([{ runId, toolId: 6 }]);
    expect((await world.call('foreignAdmin', 'POST', '/pigrun/AddPigRunTool', { runId, toolId: 6 })).status).toBe(404);
    expect(await call('POST', '/pigrun/DeleteAllPigRunTools', { runId })).toBe(1);
    expect(await call('POST', '/pigrun/DeleteAllPigRunTools', { runId })).toBe(0);
  });
});
