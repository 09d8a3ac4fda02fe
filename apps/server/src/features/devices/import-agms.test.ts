import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemScope } from '../../platform/access/scope.ts';
import { connectAgm } from '../../testing/hub-client.ts';
import { readProblem, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createCredentialCheck } from '../credentials/credentials.queries.ts';
import { makeDeviceWorld, type DeviceWorld } from './testing/device-world.ts';

const IMPORT = '/admin/apexagm/import';

interface Row {
  readonly line: number;
  readonly uid: number;
}
interface Credential {
  readonly uid: number;
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
  readonly messageKey: string;
}
interface Imported {
  readonly rows: readonly Row[];
  readonly errors: readonly { readonly line: number; readonly message: string; readonly words: unknown }[];
  readonly added: number;
  readonly credentials: readonly Credential[];
}

let server: TestServer;
let world: DeviceWorld;
beforeAll(async () => {
  server = await startTestServer();
  world = await makeDeviceWorld(server);
});
afterAll(() => server.close());

const reader = () => server.app.database.read(systemScope('test'));
const send = (csv: string, more: Record<string, unknown> = {}) =>
  world.call('superadmin', 'POST', IMPORT, { group: world.groupId, csv, isPreview: false, ...more });

async function load(csv: string, more: Record<string, unknown> = {}): Promise<Imported> {
  const response = await send(csv, more);
  expect(response.status).toBe(200);
  return (await response.json()) as Imported;
}

async function listUids(from: number, to: number): Promise<number[]> {
  const rows = await reader()
    .db.selectFrom('devices')
    .select('uid')
    .where('uid', '>=', from)
    .where('uid', '<=', to)
    .orderBy('uid')
    .execute();
  return rows.map(({ uid }) => uid);
}

const takenIn = (group: number) => ({
  message: `UID exists in Group Number: ${group}`,
  words: { text: 'UID exists in Group Number: {group}', values: { group } },
});

const listOf = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

describe('an import', () => {
  test('an import adds the devices of the file, each with a credential', async () => {
    const csv = 'uid;lat;lon;imei\r\n530001;36,1;-96,1;300234063904190\r\n530002;;;\r\n';
    const { rows, errors, added, credentials } = await load(csv);
    expect({ rows, errors, added }).toEqual({
      rows: [
        { line: 2, uid: 530_001, lat: 36.1, lon: -96.1, imei: '300234063904190' },
        { line: 3, uid: 530_002, lat: 0, lon: 0, imei: null },
      ],
      errors: [],
      added: 2,
    });
    expect(credentials.map(({ uid }) => uid)).toEqual([530_001, 530_002]);
    for (const credential of credentials) {
      expect(await createCredentialCheck(reader())(credential)).toMatchObject({ kind: 'device', uid: credential.uid });
      expect(credential.messageKey).toMatch(/^[0-9a-f]{48}$/);
    }
    expect(await world.fetch('admin', '/apexagm/530001/device')).toMatchObject({
      lat: 36.1,
      lon: -96.1,
      imei: '300234063904190',
    });
    expect(await world.fetch('admin', '/apexagm/530002/device')).toMatchObject({
      lat: null,
      lon: null,
      groupId: world.groupId,
    });
  });

  test('a preview answers the same as an import and adds nothing', async () => {
    const csv = 'uid,lat,lon\n530011,36,-96\n530012,x,-96\n530001,1,1\n';
    const said = await load(csv, { isPreview: true });
    expect(said).toEqual({
      rows: [
        { line: 2, uid: 530_011, lat: 36, lon: -96, imei: null },
        { line: 4, uid: 530_001, lat: 1, lon: 1, imei: null },
      ],
      errors: [
        { line: 3, message: 'Invalid latitude', words: { text: 'Invalid latitude', values: {} } },
        { line: 4, ...takenIn(world.groupId) },
      ],
      added: 0,
      credentials: [],
    });
    expect(await load(csv)).toEqual(said);
    expect(await load('530011', { isPreview: true })).toMatchObject({ errors: [], added: 0, credentials: [] });
    expect(await listUids(530_011, 530_012)).toEqual([]);
  });

  test('[G-045] an import with a uid or IMEI that exists in any company adds no device', async () => {
    const device = { uid: 530_021, group: world.foreignGroupId, lat: 0, lon: 0, imei: '300234063904191' };
    await world.call('superadmin', 'POST', '/admin/apexagm/add', device);
    const { errors, added, credentials } = await load('uid,imei\n530022,\n530021,\n530023,300234063904191\n');
    expect({ errors, added, credentials }).toMatchObject({
      errors: [
        { line: 3, ...takenIn(world.foreignGroupId) },
        { line: 4, message: 'Another device has this IMEI.' },
      ],
      added: 0,
      credentials: [],
    });
    expect(await listUids(530_022, 530_023)).toEqual([]);
  });

  test('an import of 5,000 devices adds them all and notifies the consoles once', async () => {
    const uids = listOf(540_000, 5000);
    const socket = await connectAgm(server, world.callers.foreignAdmin.token);
    const heard: unknown[] = [];
    socket.on('ReceiveDeviceListUpdate', (data: unknown) => heard.push(data));
    const csv = ['uid,lat,lon', ...uids.map((uid, index) => `${uid},${index / 100},${-index / 50}`)].join('\n');
    const { added, credentials } = await load(csv, { group: world.foreignGroupId });
    await socket.emitWithAck('Fence');
    socket.disconnect();
    expect([added, new Set(credentials.map(({ password }) => password)).size]).toEqual([5000, 5000]);
    expect(heard).toEqual([{ uid: 540_000, isRemoved: false }]);
    const list = await world.fetch<{ uid: number; lat: number; hasCredential: boolean }[]>(
      'superadmin',
      `/admin/apexagm/${world.foreignGroupId}`,
    );
    const imported = list.filter(({ uid }) => uid >= 540_000 && uid < 545_000);
    expect(imported.map(({ uid }) => uid)).toEqual(uids);
    expect(imported.every(({ hasCredential }) => hasCredential)).toBe(true);
    const last = credentials.at(-1);
    expect(await createCredentialCheck(reader())(last ?? { clientId: '', username: '', password: '' })).toMatchObject({
      uid: 544_999,
    });
  });

  test('an import is audited with an entry for each device, without secrets', async () => {
    const { credentials } = await load('530031\n530032');
    const { rows } = await sql<{
      action: string;
      object_id: string;
      user_name: string;
      group_id: number;
      text: string;
    }>`
      select action, object_id, user_name, group_id, concat(before, after) as text from audit
      where object_id in ('530031', '530032') order by object_id, id`.execute(reader().db);
    const lines = ['530031', '530032'].flatMap((uid) => [
      [uid, 'device-added'],
      [uid, 'credential-issued'],
    ]);
    expect(rows.map(({ object_id, action }) => [object_id, action])).toEqual(lines);
    expect(new Set(rows.map(({ group_id }) => group_id))).toEqual(new Set([world.groupId]));
    const text = rows.map((row) => row.text).join();
    for (const { password, messageKey } of credentials) {
      expect(text).not.toContain(password);
      expect(text).not.toContain(messageKey);
    }
  });
});

describe('at the same time', () => {
  test('the same file imported twice at once is added once, as a whole', async () => {
    const csv = listOf(550_000, 200).join('\n');
    const reversed = listOf(550_000, 200).toReversed().join('\n');
    const results = await Promise.all([load(csv), load(reversed), load(csv)]);
    expect(results.map(({ added }) => added).toSorted((one, other) => one - other)).toEqual([0, 0, 200]);
    expect(results.flatMap(({ errors }) => errors)).toHaveLength(400);
    expect(await listUids(550_000, 550_199)).toHaveLength(200);
  });

  test('an import beside an added device of the file adds either the whole file or nothing', async () => {
    const outcomes = await Promise.all(
      listOf(0, 8).map(async (round) => {
        const uids = listOf(560_000 + round * 100, 50);
        const single = uids[25] ?? 0;
        const adding = () =>
          world.call('superadmin', 'POST', '/admin/apexagm/add', { uid: single, group: world.groupId, lat: 0, lon: 0 });
        const [imported, added] = await Promise.all([load(uids.join('\n')), adding()]);
        const stored = await listUids(uids[0] ?? 0, uids.at(-1) ?? 0);
        return { imported: imported.added, added: added.status, stored: stored.length };
      }),
    );
    for (const { imported, added, stored } of outcomes) {
      expect([
        [50, 409, 50],
        [0, 201, 1],
      ]).toContainEqual([imported, added, stored]);
    }
  });

  test('an import waits for a pending addition of one of its devices, and then finds it', async () => {
    const client = await server.app.database.pool.connect();
    await client.query('begin');
    await client.query('insert into devices (uid, group_id) values (570000, $1)', [world.groupId]);
    const importing = load('570000\n570001');
    await expect
      .poll(
        async () =>
          (await sql<{ n: number }>`select count(*) as n from pg_locks where not granted`.execute(reader().db)).rows[0]
            ?.n,
      )
      .toBeGreaterThan(0);
    await client.query('commit');
    client.release();
    expect(await importing).toMatchObject({
      added: 0,
      errors: [{ line: 1, message: `UID exists in Group Number: ${world.groupId}` }],
    });
    expect(await listUids(570_000, 570_001)).toEqual([570_000]);
  });
});

describe('a call is refused', () => {
  test.each([
    ['an unknown company', { group: 999_999 }, 404, 'group-not-found'],
    ['an unknown company in a preview', { group: 999_999, isPreview: true }, 404, 'group-not-found'],
    ['a file above 1 MB', { csv: 'x'.repeat(1_048_577) }, 400, 'validation-failed'],
    ['a body above its limit', { csv: 'x'.repeat(4_000_000) }, 413, 'body-too-large'],
    ['no text', { csv: 7 }, 400, 'validation-failed'],
    ['no word on whether it is a preview', { isPreview: undefined }, 400, 'validation-failed'],
  ])('a call with %s is refused', async (_title, body, status, code) => {
    const response = await send('530099', body);
    expect([response.status, (await readProblem(response)).code]).toEqual([status, code]);
    expect(await listUids(530_099, 530_099)).toEqual([]);
  });
});
