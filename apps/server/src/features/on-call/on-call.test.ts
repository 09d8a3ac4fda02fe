import type { OnCallSettings } from '@waymark/contract/alerts/on-call';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectAgm } from '../../testing/hub-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld } from '../devices/testing/device-world.ts';
import { makeToldRuns, type ToldRuns } from '../runs/alerts/testing/told-runs.ts';

type Caller = Parameters<DeviceWorld['call']>[0];

const HOUR_MS = 3_600_000;
let server: TestServer;
let world: DeviceWorld;
let runs: ToldRuns;
beforeAll(async () => {
  server = await startTestServer();
  world = await makeDeviceWorld(server);
  runs = makeToldRuns(server, world);
});
beforeEach(() =>
  server.app.database.pool.query(
    'delete from escalation_policies; delete from on_call_rosters; delete from on_call_overrides',
  ),
);
afterAll(() => server.close());

async function send(method: string, address: string, body?: object, by: Caller = 'admin'): Promise<OnCallSettings> {
  const response = await world.call(by, method, address, body);
  if (response.status !== 200) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return (await response.json()) as OnCallSettings;
}
const statusOf = async (method: string, address: string, body: object, by: Caller = 'admin') =>
  (await world.call(by, method, address, body)).status;
const read = () => world.fetch<OnCallSettings>('admin', '/on-call');
const step = (other: object = {}) => ({ afterMinutes: 5, onCall: true, userIds: [], media: ['email'], ...other });
const write = (from: number, until: number, userId: number | null = null) => ({
  userId,
  from: formatUtcSecond(from),
  until: formatUtcSecond(until),
});

test('[W-357] roster, overrides and steps are stored, told to consoles and audited', async () => {
  const { userId } = await runs.addPerson();
  const socket = await connectAgm(server, world.callers.admin.token);
  const heard: unknown[] = [];
  socket.on('ReceiveOnCall', (data: unknown) => heard.push(data));
  const roster = { timeZone: 'America/Chicago', shifts: [{ userId, from: 480, until: 960 }] };
  const now = Date.now();
  const before = await server.app.database.pool.query<{ id: number }>('select coalesce(max(id), 0) as id from audit');
  await send('POST', '/on-call/roster', roster);
  const { overrides } = await send('POST', '/on-call/overrides', write(now, now + HOUR_MS, userId));
  await send('POST', '/on-call/escalation', { pathId: null, steps: [step()] });
  expect(await read()).toMatchObject({ roster, steps: [step()], paths: [], overrides: [{ userId }] });
  await send('DELETE', `/on-call/overrides/${overrides[0]?.id}`);
  expect((await read()).overrides).toEqual([]);
  await socket.emitWithAck('Fence');
  socket.disconnect();
  expect(heard).toEqual(Array.from({ length: 4 }, () => ({ groupId: world.groupId })));
  const { rows } = await server.app.database.pool.query<{ action: string }>(
    'select action from audit where id > $1 and group_id = $2 order by id',
    [before.rows[0]?.id, world.groupId],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'on-call-roster-changed',
    'on-call-override-added',
    'escalation-changed',
    'on-call-override-removed',
  ]);
});

test('[W-357] users and paths of other companies, overlapping shifts and steps out of order are refused', async () => {
  const { userId } = await runs.addPerson();
  const shift = { userId, from: 0, until: 60 };
  const roster = (other: object) => ({ timeZone: 'UTC', shifts: [shift], ...other });
  const now = Date.now();
  const steps = (...list: object[]) => ({ pathId: null, steps: list });
  expect(await statusOf('POST', '/on-call/roster', roster({}), 'foreignAdmin')).toBe(404);
  expect(await statusOf('POST', '/on-call/roster', roster({ shifts: [shift, shift] }))).toBe(400);
  expect(await statusOf('POST', '/on-call/roster', roster({ timeZone: 'Mars/Olympus' }))).toBe(400);
  expect(await statusOf('POST', '/on-call/overrides', write(now, now - 1000))).toBe(400);
  expect(await statusOf('POST', '/on-call/overrides', write(now, now + HOUR_MS, userId), 'foreignAdmin')).toBe(404);
  expect(await statusOf('POST', '/on-call/escalation', steps(step({ userIds: [userId] })), 'foreignAdmin')).toBe(404);
  expect(await statusOf('POST', '/on-call/escalation', steps(step(), step()))).toBe(400);
  expect(await statusOf('POST', '/on-call/escalation', { pathId: 999_999, steps: [] })).toBe(404);
  const { overrides } = await send('POST', '/on-call/overrides', write(now, now + HOUR_MS));
  expect(await statusOf('DELETE', `/on-call/overrides/${overrides[0]?.id}`, {}, 'foreignAdmin')).toBe(404);
  expect((await world.call('viewer', 'GET', '/on-call')).status).toBe(403);
});

test('[W-547] a superadmin reads and changes the roster of the company that they name, and of none without a name', async () => {
  const { userId } = await runs.addPerson();
  const roster = { timeZone: 'UTC', shifts: [{ userId, from: 0, until: 60 }] };
  const named = { groupId: world.groupId };
  expect(await statusOf('POST', '/on-call/roster', roster, 'superadmin')).toBe(404);
  expect(await statusOf('POST', '/on-call/roster', { ...roster, groupId: world.foreignGroupId }, 'superadmin')).toBe(
    404,
  );
  await send('POST', '/on-call/roster', { ...roster, ...named }, 'superadmin');
  const override = { ...write(Date.now(), Date.now() + HOUR_MS, userId), ...named };
  const { overrides } = await send('POST', '/on-call/overrides', override, 'superadmin');
  await send('POST', '/on-call/escalation', { pathId: null, steps: [step()], ...named }, 'superadmin');
  const address = `/on-call?groupId=${world.groupId}`;
  expect(await world.fetch('superadmin', address)).toMatchObject({ roster, steps: [step()], overrides: [{ userId }] });
  expect(await read()).toMatchObject({ roster, steps: [step()] });
  await send('DELETE', `/on-call/overrides/${overrides[0]?.id}`, {}, 'superadmin');
  expect((await read()).overrides).toEqual([]);
  expect((await world.call('foreignAdmin', 'GET', address)).status).toBe(404);
});

test('[W-357] every user of the company sees who is on call now and until when, in a gap that no one is', async () => {
  const { userId } = await runs.addPerson();
  const now = Math.floor(Date.now() / 1000) * 1000;
  const ask = (by: Caller) => world.fetch<{ name: string | null; until: string | null }>(by, '/on-call/now');
  expect(await ask('viewer')).toEqual({ name: null, until: null, timeZone: 'UTC' });
  await send('POST', '/on-call/overrides', write(now, now + HOUR_MS, userId));
  expect(await ask('viewer')).toMatchObject({ name: expect.any(String), until: formatUtcSecond(now + HOUR_MS) });
  expect((await ask('foreignAdmin')).name).toBeNull();
});

test.each<['moves to another company' | 'is deleted']>([['moves to another company'], ['is deleted']])(
  '[W-354] a user who %s leaves shifts, overrides and steps, and the others stay',
  async (what) => {
    const { userId } = await runs.addPerson();
    const other = await runs.addPerson();
    const shifts = [
      { userId, from: 0, until: 60 },
      { userId: other.userId, from: 60, until: 120 },
    ];
    await send('POST', '/on-call/roster', { timeZone: 'UTC', shifts });
    await send('POST', '/on-call/overrides', write(Date.now(), Date.now() + HOUR_MS, userId));
    await send('POST', '/on-call/escalation', { pathId: null, steps: [step({ userIds: [userId, other.userId] })] });
    const response =
      what === 'is deleted'
        ? await world.call('superadmin', 'DELETE', `/admin/user/${userId}`)
        : await world.call('superadmin', 'POST', '/admin/user', { id: userId, group: world.foreignGroupId });
    expect(response.status).toBe(200);
    expect(await read()).toMatchObject({
      roster: { shifts: [shifts[1]] },
      overrides: [{ userId: null }],
      steps: [{ userIds: [other.userId] }],
    });
  },
);
