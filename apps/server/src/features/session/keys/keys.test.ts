import { KEY_SCOPES } from '@waymark/contract/key-scopes';
import type { RouteReply } from '@waymark/contract/route';
import type { keysRoutes } from '@waymark/contract/routes/keys';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemScope } from '../../../platform/access/scope.ts';
import { systemOrigin } from '../../../platform/http/call.ts';
import { createLog, stderrOutput } from '../../../platform/log.ts';
import { connectAgm } from '../../../testing/hub-client.ts';
import { readProblem, startTestServer, type CallOptions, type TestServer } from '../../../testing/test-server.ts';
import { addUser } from '../../administration/add-user.store.ts';
import { addGroup } from '../../administration/groups.store.ts';
import { insertDevice } from '../../devices/devices.store.ts';
import { endLostSessions } from '../session-sweep.ts';

type MadeKey = RouteReply<typeof keysRoutes.makeKey>;
type ListedKey = RouteReply<typeof keysRoutes.listKeys>[number];

const PASSWORD = 'Waymark-demo-1';
const UID = 100_777;
const FULL = { name: 'Historian', scopes: [...KEY_SCOPES], currentPassword: PASSWORD };

let here: TestServer;
let there: TestServer;
let admin: string;
let groupId: number;
beforeAll(async () => {
  here = await startTestServer();
  there = await startTestServer({ beside: here });
  admin = (await here.signIn('admin@demo.waymark')).token;
  [groupId = 0] = (await query(sql<{ id: number }>`select id from groups`)).map(({ id }) => id);
  await here.app.database.change(systemOrigin('test'), (change) =>
    insertDevice(change, { uid: UID, groupId, imei: null, lat: 0, lon: 0 }),
  );
});
afterAll(async () => {
  await there.close();
  await here.close();
});
beforeEach(() => query(sql`delete from attempts`));

async function query<Row>(text: RawBuilder<Row>): Promise<Row[]> {
  return (await text.execute(here.app.database.read(systemScope('test')).db)).rows;
}

const post = (body: unknown, token = admin) => here.call('POST', '/api/key', { token, body });
async function make(changes: object = {}, token = admin): Promise<MadeKey> {
  const response = await post({ ...FULL, ...changes }, token);
  expect(response.status).toBe(201);
  return (await response.json()) as MadeKey;
}
const list = async (token = admin) =>
  (await (await here.call('GET', '/api/key', { token })).json()) as readonly ListedKey[];
const find = async (id: number) => (await list()).find((key) => key.id === id);
const revoke = (id: number) => here.call('DELETE', `/api/key/${id}`, { token: admin });
const ask = async (node: TestServer, key: string, options: CallOptions = {}) =>
  node.call('GET', '/api/userinfo', { token: key, ...options });
const statusOf = async (node: TestServer, key: string) => (await ask(node, key)).status;
const command = (key: string, commandType: string, parameters: object = {}) =>
  here.call('POST', '/api/commands/queue', {
    token: key,
    body: { uid: UID, commandType, parameters, timeStampSent: '2026-03-18 00:03:59' },
  });

describe('making an API key', () => {
  test('[W-400] the answer has the key once; the list has its purpose, scopes, limits and maker without it', async () => {
    const made = await make({ addresses: ['127.0.0.0/8'], expiresAt: '2100-01-01 00:00:00' });
    expect(made.key).toMatch(/^wmk_[0-9a-z]{12}_[\w-]{43}$/);
    expect(made.key.startsWith(`${made.prefix}_`)).toBe(true);
    const { key: _once, ...listed } = made;
    expect(await find(made.id)).toEqual(listed);
    expect(listed).toMatchObject({
      name: 'Historian',
      scopes: [...KEY_SCOPES],
      addresses: ['127.0.0.0/8'],
      expiresAt: '2100-01-01 00:00:00',
      madeBy: expect.any(String),
      hasMakerLeft: false,
      isExpired: false,
      lastUsedAt: null,
    });
  });

  test('[W-400] the database has only a hash of the key, in no table the key itself', async () => {
    const { id, key } = await make();
    const [row] = await query(sql<{ hash: Buffer }>`select hash from api_keys where id = ${id}`);
    expect(row?.hash).toHaveLength(32);
    const tables = await query(
      sql<{ name: string }>`select table_name as name from information_schema.tables
        where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`,
    );
    const secret = `%${key.slice(-43)}%`;
    for (const { name } of tables.filter((table) => !table.name.startsWith('_'))) {
      const found = await query(sql`select from ${sql.table(name)} t where t::text like ${secret}`);
      expect({ name, rows: found.length }).toEqual({ name, rows: 0 });
    }
  });

  test.each([
    ['a wrong password', { currentPassword: 'Wrong-pass-1' }, 'current-password-wrong'],
    ['no password', { currentPassword: undefined }, 'current-password-wrong'],
    ['an expiry in the past', { expiresAt: '2020-01-01 00:00:00' }, 'key-expiry-past'],
    ['no scope', { scopes: [] }, 'validation-failed'],
    ['an unknown scope', { scopes: ['users:write'] }, 'validation-failed'],
    ['a name of spaces', { name: '   ' }, 'validation-failed'],
    ['a name with a line break', { name: 'a\nb' }, 'validation-failed'],
    ['an address that is none', { addresses: ['example.com'] }, 'validation-failed'],
    ['a range that is none', { addresses: ['10.0.0.0/33'] }, 'validation-failed'],
    ['too many addresses', { addresses: Array.from({ length: 21 }, (_, at) => `10.0.0.${at}`) }, 'validation-failed'],
  ])('[W-400] makeKey refuses %s', async (_what, changes, code) => {
    const before = (await list()).length;
    expect(await readProblem(await post({ ...FULL, ...changes }))).toMatchObject({ code });
    expect(await list()).toHaveLength(before);
  });

  test('[W-400] a company has at most 100 keys', async () => {
    const token = await signInOther('many');
    await make({}, token);
    await query(sql`insert into api_keys (group_id, lookup, hash, name, scopes, made_by_id, made_by_name)
      select group_id, 'filler' || n, hash, name, scopes, made_by_id, made_by_name
      from generate_series(1, 99) n, (select * from api_keys order by id desc limit 1) k`);
    expect(await readProblem(await post(FULL, token))).toMatchObject({ code: 'too-many-keys' });
  });
});

/** Adds a company with an admin and returns the admin's token. */
async function signInOther(name: string): Promise<string> {
  const email = `${name}@keys.test`;
  await here.app.database.change(systemOrigin('test'), async (change) => {
    const other = await addGroup(change, `Company ${name}`);
    await addUser(change, { groupId: other, email, name: `Admin ${name}`, role: 'admin', password: PASSWORD });
  });
  return (await here.signIn(email)).token;
}

describe('the end of an API key', () => {
  test('[W-403] a revoked key is refused on every node at once, and its hub connections close', async () => {
    const { id, key } = await make();
    expect([await statusOf(here, key), await statusOf(there, key)]).toEqual([200, 200]);
    const sockets = [await connectAgm(here, key), await connectAgm(there, key)];
    const ends = sockets.map((socket) => new Promise((resolve) => socket.once('ReceiveSessionEnd', resolve)));
    expect((await revoke(id)).status).toBe(200);
    expect(await Promise.all(ends)).toEqual([{ reason: 'signed-out' }, { reason: 'signed-out' }]);
    await vi.waitFor(async () => expect([await statusOf(here, key), await statusOf(there, key)]).toEqual([401, 401]));
    expect(await readProblem(await revoke(id))).toMatchObject({ code: 'key-not-found' });
  });

  test('[W-403] a superadmin lists the keys of every company and revokes one, which its company reads in its audit', async () => {
    const { id, key } = await make();
    const superadmin = (await here.signIn('superadmin@demo.waymark')).token;
    expect((await list(superadmin)).find((each) => each.id === id)).toMatchObject({ groupId });
    expect((await here.call('DELETE', `/api/key/${id}`, { token: superadmin })).status).toBe(200);
    await vi.waitFor(async () => expect(await statusOf(there, key)).toBe(401));
    const trail = await (await here.call('GET', '/api/audit?action=api-key-revoked', { token: admin })).json();
    expect(trail).toMatchObject({
      entries: expect.arrayContaining([expect.objectContaining({ objectId: String(id) })]),
    });
  });

  test('[W-403] revoking one key leaves the others and the sessions of its maker', async () => {
    const [gone, kept] = [await make(), await make()];
    expect(await statusOf(there, kept.key)).toBe(200);
    await revoke(gone.id);
    await vi.waitFor(async () => expect(await statusOf(there, gone.key)).toBe(401));
    expect([await statusOf(there, kept.key), await statusOf(there, admin)]).toEqual([200, 200]);
  });

  test('[W-402] an expired key is refused, although it was used before, and the list says so', async () => {
    const { id, key } = await make({ expiresAt: '2100-01-01 00:00:00' });
    expect(await statusOf(here, key)).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2100, 0, 1, 0, 0, 1) });
    try {
      expect(await readProblem(await ask(here, key))).toMatchObject({ status: 401 });
    } finally {
      vi.useRealTimers();
    }
    await query(sql`update api_keys set expires_at = now() where id = ${id}`);
    expect(await find(id)).toMatchObject({ isExpired: true });
  });

  test('[W-403] the sweep ends a connection of a revoked key whose notice was lost, and no other', async () => {
    const [gone, kept] = [await make(), await make()];
    await query(sql`delete from api_keys where id = ${gone.id}`);
    const actorOf = ({ id }: MadeKey) =>
      ({ userId: -id, name: '', email: '', role: 'admin', groupId, sessionId: `key:${id}`, expiresAt: 0 }) as const;
    const ended: unknown[] = [];
    await endLostSessions({
      database: here.app.database,
      log: createLog('silent'),
      actors: () => [actorOf(gone), actorOf(kept)],
      end: (each) => ended.push(each),
    });
    expect(ended).toEqual([{ userId: -gone.id, sessionId: `key:${gone.id}` }]);
  });

  test('[W-407] the keys of a removed company end', async () => {
    const token = await signInOther('closing');
    const { key } = await make({}, token);
    expect(await statusOf(there, key)).toBe(200);
    const superadmin = (await here.signIn('superadmin@demo.waymark')).token;
    const [{ id: userId, group_id: other } = { id: 0, group_id: 0 }] = await query(
      sql<{ id: number; group_id: number }>`select id, group_id from users where email = 'closing@keys.test'`,
    );
    for (const address of [`/api/admin/user/${userId}`, `/api/admin/group/${other}`])
      expect((await here.call('DELETE', address, { token: superadmin })).status).toBe(200);
    await vi.waitFor(async () => expect(await statusOf(there, key)).toBe(401));
  });

  test('[W-407] a key outlives the maker who leaves, and the list says that they have left', async () => {
    const email = 'leaving@keys.test';
    const userId = await here.app.database.change(systemOrigin('test'), (change) =>
      addUser(change, { groupId, email, name: 'Lee Leaving', role: 'admin', password: PASSWORD }),
    );
    const { id, key } = await make({}, (await here.signIn(email)).token);
    expect(await find(id)).toMatchObject({ hasMakerLeft: false });
    await here.call('POST', '/api/user', { token: admin, body: { id: userId, role: 'viewer' } });
    expect(await find(id)).toMatchObject({ madeBy: 'Lee Leaving', hasMakerLeft: true });
    await here.call('DELETE', `/api/user/${userId}`, { token: admin });
    expect(await find(id)).toMatchObject({ madeBy: 'Lee Leaving', hasMakerLeft: true });
    expect(await statusOf(here, key)).toBe(200);
  });
});

describe('the limits of an API key', () => {
  test.each([
    [['127.0.0.1'], 200],
    [['127.0.0.0/8'], 200],
    [['2001:db8::/32', '127.0.0.1/32'], 200],
    [['127.0.0.2'], 403],
    [['::1'], 403],
    [['192.0.2.0/24', '2001:db8::/32'], 403],
  ])('[W-402] a key for %j answers a caller at 127.0.0.1 with %i', async (addresses, status) => {
    const { key } = await make({ addresses });
    expect(await statusOf(here, key)).toBe(status);
    expect(await statusOf(here, key)).toBe(status);
  });

  test.each(['wmk_', 'wmk_x', `wmk_${'0'.repeat(12)}_${'A'.repeat(43)}`])(
    '[W-402] the unknown key %s is refused as a wrong token is',
    async (key) => {
      expect(await readProblem(await ask(here, key))).toMatchObject({ status: 401, code: 'unauthenticated' });
    },
  );

  test('[W-402] the public part of a key with another secret is refused', async () => {
    const { prefix } = await make();
    expect(await statusOf(here, `${prefix}_${'A'.repeat(43)}`)).toBe(401);
  });

  test('[W-405] each key has its own number of calls per minute', async () => {
    const node = await startTestServer({ beside: here, settings: { WAYMARK_KEY_REQUESTS_PER_MINUTE: '2' } });
    try {
      const [busy, other] = [await make(), await make()];
      expect([await statusOf(node, busy.key), await statusOf(node, busy.key)]).toEqual([200, 200]);
      const refused = await ask(node, busy.key);
      expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
      expect([await statusOf(node, other.key), await statusOf(node, admin)]).toEqual([200, 200]);
    } finally {
      await node.close();
    }
  });

  test('[W-405] the last use is stored to the minute, at the latest when the node stops', async () => {
    const node = await startTestServer({ beside: here });
    const { id, key } = await make();
    await ask(node, key);
    expect(await find(id)).toMatchObject({ lastUsedAt: null, lastUsedAddress: null });
    await node.close();
    expect(await find(id)).toMatchObject({
      lastUsedAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:00$/),
      lastUsedAddress: '127.0.0.1',
    });
  });

  test.each([
    ['AGMShutDwn', {}],
    ['FactoryReset', {}],
    ['AddressChange', { address: 'elsewhere.example.com' }],
    ['SdMode', { SdMode: 3 }],
    ['PowerMode', { powerMode: 3 }],
  ])('[W-406] a key may not send %s %j, which cannot be undone from afar', async (type, parameters) => {
    const { key } = await make();
    expect(await readProblem(await command(key, type, parameters))).toMatchObject({ code: 'key-command-refused' });
    expect((await command(admin, type, parameters)).status).not.toBe(403);
  });
});

describe('the traces of an API key', () => {
  test('[W-404] audit, queue and error log name the key that acted', async () => {
    const { id, key } = await make({ name: 'Robot of the night shift' });
    const queued = (await (await command(key, 'DeviceInfo')).json()) as { queuedBy: string };
    expect(queued.queuedBy).toBe('API key Robot of the night shift');
    const trail = await query(
      sql`select user_id, user_name, action, object_type from audit where user_id = ${-id} or object_id = ${String(id)}
        and object_type = 'api-key' order by id`,
    );
    expect(trail).toEqual([
      expect.objectContaining({ action: 'api-key-made', object_type: 'api-key' }),
      { user_id: -id, user_name: 'API key Robot of the night shift', action: 'command-queued', object_type: 'device' },
    ]);
    const refused = await readProblem(await here.call('GET', '/api/audit', { token: key }));
    expect(refused.code).toBe('key-not-open');
    const superadmin = (await here.signIn('superadmin@demo.waymark')).token;
    await vi.waitFor(async () => {
      const errors = await here.call('GET', `/api/admin/error-log?logId=${refused.logId}`, { token: superadmin });
      expect(await errors.json()).toMatchObject({
        entries: [{ userId: -id, userName: 'API key Robot of the night shift' }],
      });
    });
  });

  test('[W-404] no log line and no row of audit or error log shows a key', async () => {
    const lines: string[] = [];
    const write = vi.spyOn(stderrOutput, 'write').mockImplementation((line: string) => {
      lines.push(line);
    });
    const node = await startTestServer({ beside: here, logLevel: 'trace' });
    const { id, key } = await make({ addresses: ['192.0.2.1'] });
    const wrong = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
    for (const token of [key, wrong]) {
      await node.call('GET', '/api/userinfo', { token });
      await node.call('GET', '/api/audit', { token });
      await node.call('POST', '/api/commands/queue', { token, body: { uid: 'x' } });
      await node.call('GET', `/api/nowhere?token=${token}`, { token });
      await connectAgm(node, token).catch(() => undefined);
    }
    await revoke(id);
    await node.close();
    write.mockRestore();
    expect(lines.length).toBeGreaterThan(5);
    const secret = key.slice(-43, -1);
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
    const rows = await query(
      sql`select from audit a where a::text like ${`%${secret}%`} union all select from error_log e where e::text like ${`%${secret}%`}`,
    );
    expect(rows).toHaveLength(0);
  });
});
