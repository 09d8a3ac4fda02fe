import type { RouteReply } from '@waymark/contract/route';
import type { wallboardsRoutes } from '@waymark/contract/routes/wallboards';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { systemScope } from '../../../platform/access/scope.ts';
import { connectAgm } from '../../../testing/hub-client.ts';
import { readProblem, startTestServer, type TestServer } from '../../../testing/test-server.ts';

type Made = RouteReply<typeof wallboardsRoutes.makeWallboard>;
type Listed = RouteReply<typeof wallboardsRoutes.listWallboards>[number];

const PASSWORD = 'Waymark-demo-1';

let here: TestServer;
let there: TestServer;
let admin: string;
beforeAll(async () => {
  here = await startTestServer();
  there = await startTestServer({ beside: here });
  admin = (await here.signIn('admin@demo.waymark')).token;
});
afterAll(async () => {
  await there.close();
  await here.close();
});
beforeEach(() => query(sql`delete from attempts`));

async function query<Row>(text: RawBuilder<Row>): Promise<Row[]> {
  return (await text.execute(here.app.database.read(systemScope('test')).db)).rows;
}

const post = (body: object) =>
  here.call('POST', '/api/wallboard', {
    token: admin,
    body: { name: 'Left screen', currentPassword: PASSWORD, ...body },
  });
async function make(body: object = {}): Promise<Made> {
  const response = await post(body);
  expect(response.status).toBe(201);
  return (await response.json()) as Made;
}
const list = async () =>
  (await (await here.call('GET', '/api/wallboard', { token: admin })).json()) as readonly Listed[];
const read = (node: TestServer, token: string) => node.call('GET', '/api/wallboard/board', { token });
const statusOf = async (node: TestServer, token: string) => (await read(node, token)).status;
const revoke = (id: number) => here.call('DELETE', `/api/wallboard/${id}`, { token: admin });

test('[W-376] the answer has the token once; the list has name, maker and expiry without it', async () => {
  const made = await make({ expiresAt: '2100-01-01 00:00:00' });
  expect(made.token).toMatch(/^wmw_[0-9a-z]{12}_[\w-]{43}$/);
  expect(made.token.startsWith(`${made.prefix}_`)).toBe(true);
  const { token: _once, ...listed } = made;
  expect((await list()).find(({ id }) => id === made.id)).toEqual(listed);
  const stored = await query(sql`select 1 from api_keys k where k::text like ${`%${made.token.slice(-43)}%`}`);
  expect(stored).toEqual([]);
});

test('[W-376] a wallboard needs the password of its maker, a name and an expiry in the future', async () => {
  expect((await post({ currentPassword: 'wrong' })).status).toBe(403);
  expect((await post({ name: ' ' })).status).toBe(400);
  expect(await readProblem(await post({ expiresAt: '2020-01-01 00:00:00' }))).toMatchObject({
    code: 'key-expiry-past',
  });
});

test('[W-376] a company has at most 100 wallboards, which its API keys do not count toward', async () => {
  await query(sql`insert into api_keys (group_id, lookup, hash, name, scopes, made_by_id, made_by_name)
    select (select group_id from users where email = 'admin@demo.waymark'), 'filler' || n, sha256('x'), 'Filler',
      case when n <= 100 then '{runs:read}'::text[] else '{wallboard}' end, 1, 'Filler'
    from generate_series(1, 200) n`);
  try {
    expect(await readProblem(await post({}))).toMatchObject({ code: 'too-many-wallboards' });
  } finally {
    await query(sql`delete from api_keys where name = 'Filler'`);
  }
  expect((await post({})).status).toBe(201);
});

test('[W-376] wallboards and API keys stand in lists of their own, and neither route revokes the other', async () => {
  const { id } = await make();
  const keys = (await (await here.call('GET', '/api/key', { token: admin })).json()) as readonly { id: number }[];
  expect(keys.map((key) => key.id)).not.toContain(id);
  expect((await here.call('DELETE', `/api/key/${id}`, { token: admin })).status).toBe(404);
  expect(await statusOf(here, (await make()).token)).toBe(200);
  expect((await list()).map((wallboard) => wallboard.id)).toContain(id);
});

test('[W-377] the database refuses a wallboard with a scope of an API key', async () => {
  const { id } = await make();
  await expect(query(sql`update api_keys set scopes = '{wallboard,runs:read}' where id = ${id}`)).rejects.toThrow(
    'api_keys_wallboard',
  );
});

test('[W-378] a revoked wallboard is refused on every node at once, and its hub connections close', async () => {
  const { id, token } = await make();
  expect([await statusOf(here, token), await statusOf(there, token)]).toEqual([200, 200]);
  const sockets = [await connectAgm(here, token), await connectAgm(there, token)];
  const ends = sockets.map((socket) => new Promise((resolve) => socket.once('ReceiveSessionEnd', resolve)));
  expect((await revoke(id)).status).toBe(200);
  expect(await Promise.all(ends)).toEqual([{ reason: 'signed-out' }, { reason: 'signed-out' }]);
  await vi.waitFor(async () => expect([await statusOf(here, token), await statusOf(there, token)]).toEqual([401, 401]));
  expect(await readProblem(await revoke(id))).toMatchObject({ code: 'wallboard-not-found' });
});

test('[W-378] an expired wallboard is refused, although it was used before', async () => {
  const { token } = await make({ expiresAt: '2100-01-01 00:00:00' });
  expect(await statusOf(here, token)).toBe(200);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2100, 0, 1, 0, 0, 1) });
  try {
    expect(await readProblem(await read(here, token))).toMatchObject({ status: 401 });
  } finally {
    vi.useRealTimers();
  }
});

test('[W-376] the audit names who made and who revoked a wallboard, and no line has its token', async () => {
  const { id, token } = await make({ name: 'Right screen' });
  await revoke(id);
  const lines = await query<{ action: string; user_name: string; text: string }>(
    sql`select action, user_name, a::text as text from audit a
      where object_type = 'wallboard' and object_id = ${String(id)} order by id`,
  );
  expect(lines.map(({ action }) => action)).toEqual(['wallboard-made', 'wallboard-revoked']);
  expect(lines[0]?.text).toContain('Right screen');
  for (const { text } of lines) expect(text).not.toContain(token.slice(-43));
});

test('[W-376] the last use of a wallboard is stored to the minute', async () => {
  const node = await startTestServer({ beside: here });
  const { id, token } = await make();
  await read(node, token);
  await node.close();
  expect((await list()).find((wallboard) => wallboard.id === id)).toMatchObject({
    lastUsedAt: expect.stringMatching(/:00$/) as string,
    lastUsedAddress: '127.0.0.1',
  });
});

test('[W-379] the board is that of the company, with its name and the time of the server', async () => {
  const { token } = await make();
  const board = (await (await read(here, token)).json()) as { now: number; company: string; runs: unknown[] };
  expect(board).toMatchObject({ company: 'Demo Pipelines', runs: [], alerts: [] });
  expect(Math.abs(board.now - Date.now())).toBeLessThan(60_000);
});
