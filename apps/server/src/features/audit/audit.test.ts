import type { RouteReply } from '@waymark/contract/route';
import type { auditRoutes } from '@waymark/contract/routes/audit';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemScope } from '../../platform/access/scope.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import type { AuditEntry as WrittenEntry, ChangeOrigin } from '../../platform/database/change.ts';
import { readProblem, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld } from '../devices/testing/device-world.ts';
import { MOST_ROWS } from './audit.routes.ts';

type Answer = RouteReply<typeof auditRoutes.listAudit>;
type Query = Readonly<Record<string, string | number>>;
type CallerName = Parameters<DeviceWorld['call']>[0];

let server: TestServer;
let world: DeviceWorld;
beforeAll(async () => {
  server = await startTestServer();
  world = await makeDeviceWorld(server);
});
afterAll(() => server.close());

const toSearch = (query: Query) =>
  new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)])).toString();

const list = (query: Query = {}, caller: CallerName = 'admin') =>
  world.fetch<Answer>(caller, `/audit?${toSearch(query)}`);

async function write(entry: WrittenEntry, origin: Partial<ChangeOrigin> = {}): Promise<void> {
  await server.app.database.change({ ...systemOrigin('test work'), ...origin }, (change) => change.audit(entry));
}

/** Inserts an entry with a chosen time; the trail itself always uses the current time. */
async function writeAt(at: string, objectId: string, groupId: number | null = world.groupId): Promise<void> {
  await sql`insert into audit (at, user_name, group_id, action, object_type, object_id)
    values (${`${at}Z`}, 'Past Master', ${groupId}, 'tested', 'thing', ${objectId})`.execute(
    server.app.database.read(systemScope('test')).db,
  );
}

const idsOf = ({ entries }: Answer) => entries.map(({ objectId }) => objectId);

describe('an entry', () => {
  test('an entry says who did what to which object, from where, before and after', async () => {
    const body = { a2pMessagingOptInState: true, phone: '9185550199' };
    expect((await world.call('viewer', 'POST', '/pigrun/user/update-a2p-messaging-state', body)).status).toBe(200);
    const { entries } = await list({ action: 'messaging-changed' });
    expect(entries[0]).toMatchObject({
      userId: world.viewerId,
      groupId: world.groupId,
      address: expect.stringMatching(/127\.0\.0\.1$/),
      objectType: 'user',
      objectId: String(world.viewerId),
      before: { isOptedIn: false },
      after: { isOptedIn: true, phone: '9185550199' },
    });
    expect(entries[0]?.objectName).toBe(entries[0]?.userName);
    expect(entries[0]?.requestId).toMatch(/.+/);
    expect(entries[0]?.at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  test('a company has its current name, and a deleted object has none', async () => {
    await write({ action: 'group-renamed', objectType: 'group', objectId: world.groupId, groupId: world.groupId });
    await write({ action: 'user-removed', objectType: 'user', objectId: 999_999, groupId: world.groupId });
    const { entries } = await list({ rowsPerPage: 2 });
    expect(entries.map(({ objectName }) => objectName)).toEqual([null, 'Demo Pipelines']);
  });
});

describe('company borders', () => {
  beforeAll(async () => {
    await write({ action: 'border', objectType: 'thing', objectId: 'own', groupId: world.groupId });
    await write({ action: 'border', objectType: 'thing', objectId: 'foreign', groupId: world.foreignGroupId });
    await write({ action: 'border', objectType: 'thing', objectId: 'of the system' });
  });

  test.each([
    ['admin', {}, ['own']],
    ['foreignAdmin', {}, ['foreign']],
    ['superadmin', {}, ['of the system', 'foreign', 'own']],
  ] as const)('%s', async (caller, query, ids) => {
    expect(idsOf(await list({ action: 'border', ...query }, caller))).toEqual(ids);
  });

  test('the superadmin may filter by company; an admin gets nothing for another company', async () => {
    const query = { action: 'border', groupId: world.foreignGroupId };
    expect(idsOf(await list(query, 'superadmin'))).toEqual(['foreign']);
    expect(idsOf(await list(query, 'admin'))).toEqual([]);
  });

  test('an admin sees no other company under any filter or in the export', async () => {
    const queries: Query[] = [
      {},
      { person: 'test work' },
      { objectType: 'thing' },
      { objectType: 'thing', objectId: 'foreign' },
    ];
    for (const query of queries) {
      const groups = (await list({ ...query, rowsPerPage: 200 })).entries.map(({ groupId }) => groupId);
      expect(groups.filter((groupId) => groupId !== world.groupId)).toEqual([]);
    }
    const csv = await (await world.call('admin', 'GET', '/audit/export?action=border')).text();
    expect(csv).toContain('own');
    expect(csv).not.toMatch(/foreign|of the system/);
  });

  test('an admin does not learn the name of a company or a user of another company', async () => {
    const { rows } = await sql<{ id: number }>`select id from users where group_id = ${world.foreignGroupId}`.execute(
      server.app.database.read(systemScope('test')).db,
    );
    const objects = [
      { objectType: 'group', objectId: world.foreignGroupId },
      { objectType: 'user', objectId: rows[0]?.id ?? 0 },
    ] as const;
    for (const object of objects) await write({ action: 'handed-over', ...object, groupId: world.groupId });
    const namesFor = async (caller: CallerName) =>
      (await list({ action: 'handed-over' }, caller)).entries.map(({ objectName }) => objectName);
    expect(await namesFor('admin')).toEqual([null, null]);
    expect(await namesFor('superadmin')).toEqual([expect.any(String), expect.any(String)]);
  });

  test('the trail of a company shows what the staff does to it', async () => {
    await world.call('superadmin', 'POST', '/admin/apexagm/add', {
      uid: 810_001,
      group: world.groupId,
      lat: 0,
      lon: 0,
    });
    expect((await list({ action: 'device-added', objectId: '810001' })).entries).toMatchObject([
      { groupId: world.groupId },
    ]);
    expect((await list({ objectId: '810001' }, 'foreignAdmin')).entries).toEqual([]);
  });
});

describe('filters', () => {
  test.each([
    ['a part of the name in any letter case', 'DANA REY', 1],
    ['a sign of a pattern is a sign', '%', 0],
    ['nobody', 'no such person', 0],
  ])('person: %s', async (_title, person, least) => {
    await write(
      { action: 'named', objectType: 'thing', objectId: 1, groupId: world.groupId },
      { userName: 'Dana Reyes' },
    );
    expect((await list({ person, action: 'named' })).entries.length).toBeGreaterThanOrEqual(least);
    expect((await list({ person })).entries.length > 0).toBe(least > 0);
  });

  test('person: finds a user who has been deleted or renamed since', async () => {
    await write(
      { action: 'left', objectType: 'thing', objectId: 1, groupId: world.groupId },
      { userId: 999_998, userName: 'Gone Ångström' },
    );
    expect((await list({ person: 'ångström' })).entries).toMatchObject([{ action: 'left' }]);
    expect((await list({ person: '999998' })).entries).toMatchObject([{ action: 'left' }]);
  });

  test('person: finds the sign-ins too, which the server writes for the user', async () => {
    await server.signIn('viewer@demo.waymark');
    const { entries } = await list({ person: String(world.viewerId), rowsPerPage: 1 });
    expect(entries).toMatchObject([{ userId: null, action: 'signed-in', objectId: String(world.viewerId) }]);
    const name = entries[0]?.objectName ?? '';
    expect((await list({ person: name, rowsPerPage: 1 })).entries).toEqual(entries);
  });

  test('object, action, and all at once', async () => {
    await write({ action: 'one', objectType: 'gate', objectId: 5, groupId: world.groupId });
    await write({ action: 'two', objectType: 'gate', objectId: 5, groupId: world.groupId });
    await write({ action: 'two', objectType: 'gate', objectId: 6, groupId: world.groupId });
    expect(idsOf(await list({ objectType: 'gate' }))).toEqual(['6', '5', '5']);
    expect(idsOf(await list({ objectType: 'gate', objectId: 5 }))).toEqual(['5', '5']);
    expect(idsOf(await list({ objectType: 'gate', objectId: 5, action: 'two', person: 'TEST' }))).toEqual(['5']);
    expect(idsOf(await list({ objectType: ' ', objectId: '', action: 'two', person: '' }))).toEqual(['6', '5']);
  });

  test('time: both ends are in it', async () => {
    for (const at of ['2001-02-03 04:05:05', '2001-02-03 04:05:06', '2001-02-03 04:05:07.900', '2001-02-03 04:05:08'])
      await writeAt(at, at);
    const query = { startDate: '2001-02-03 04:05:06', endDate: '2001-02-03 04:05:07' };
    expect(idsOf(await list(query))).toEqual(['2001-02-03 04:05:07.900', '2001-02-03 04:05:06']);
    expect(idsOf(await list({ endDate: '2001-02-03 04:05:05' }))).toEqual(['2001-02-03 04:05:05']);
    expect(
      idsOf(await list({ startDate: '1000-01-01 00:00:00', endDate: '9999-12-31 23:59:59', rowsPerPage: 1 })),
    ).toHaveLength(1);
  });

  test.each([
    'startDate=yesterday',
    'rowsPerPage=201',
    'rowsPerPage=0',
    'before=x',
    'before=-1',
    'groupId=1.5',
    `person=${'x'.repeat(201)}`,
    'person=a%00b',
  ])('%s is refused', async (search) => {
    const response = await world.call('admin', 'GET', `/audit?${search}`);
    expect([response.status, (await readProblem(response)).code]).toEqual([400, 'validation-failed']);
  });
});

describe('pages', () => {
  test('[W-037] a page after an entry of another company is empty, as after an entry that does not exist', async () => {
    await writeAt('2000-01-01 00:00:00', 'own, older');
    await writeAt('2000-01-02 00:00:00', 'foreign', world.foreignGroupId);
    await writeAt('2000-01-03 00:00:00', 'of the system', null);
    const [foreign] = (await list({ objectId: 'foreign' }, 'superadmin')).entries;
    const [ofSystem] = (await list({ objectId: 'of the system' }, 'superadmin')).entries;
    const none = await list({ before: 999_999_999 });
    expect(none).toEqual({ entries: [], hasMore: false });
    for (const before of [foreign?.id ?? 0, ofSystem?.id ?? 0]) expect(await list({ before })).toEqual(none);
    expect(idsOf(await list({ before: foreign?.id ?? 0 }, 'superadmin'))).toContain('own, older');
  });

  test('pages show the newest first and each entry once, also for entries of one instant', async () => {
    for (const objectId of ['a', 'b', 'c']) await writeAt('2002-01-01 00:00:00', objectId);
    await writeAt('2002-01-02 00:00:00', 'd');
    await writeAt('2001-12-31 00:00:00', 'e');
    const span = { startDate: '2001-12-31 00:00:00', endDate: '2002-01-02 00:00:00', rowsPerPage: 2 };
    const seen: string[] = [];
    let before: Query = {};
    for (let hasMore = true; hasMore;) {
      const page = await list({ ...span, ...before });
      seen.push(...idsOf(page));
      hasMore = page.hasMore;
      before = { before: page.entries.at(-1)?.id ?? 0 };
    }
    expect(seen).toEqual(['d', 'c', 'b', 'a', 'e']);
  });

  test('a page has 50 entries by default and says whether there are more', async () => {
    for (let index = 0; index < 51; index++) await writeAt('2003-01-01 00:00:00', String(index));
    const span = { startDate: '2003-01-01 00:00:00', endDate: '2003-01-01 00:00:00' };
    const page = await list(span);
    expect([page.entries.length, page.hasMore]).toEqual([50, true]);
    const whole = await list({ ...span, rowsPerPage: 51 });
    expect([whole.entries.length, whole.hasMore]).toEqual([51, false]);
  });
});

describe('the export', () => {
  const readCsv = (text: string) => parse<Record<string, string>>(text, { bom: true, columns: true });
  const fetchCsv = async (query: Query, caller: CallerName = 'admin') => {
    const response = await world.call(caller, 'GET', `/audit/export?${toSearch(query)}`);
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  test('the export is a file that spreadsheets read as UTF-8', async () => {
    await writeAt('2004-01-01 00:00:00', 'ü "quoted", and 😀');
    const { response, bytes } = await fetchCsv({ objectId: 'ü "quoted", and 😀' });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="audit_\d{4}-\d\d-\d\d\.csv"$/);
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(readCsv(bytes.toString())).toEqual([
      {
        time_utc: '2004-01-01 00:00:00',
        user_id: '',
        user: 'Past Master',
        company_id: String(world.groupId),
        address: '',
        request_id: '',
        action: 'tested',
        object_type: 'thing',
        object_id: 'ü "quoted", and 😀',
        object: '',
        before: '',
        after: '',
      },
    ]);
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://x")'])(
    'the export writes %j as text, not as a formula',
    async (userName) => {
      await write({ action: 'formula', objectType: 'thing', objectId: userName, groupId: world.groupId }, { userName });
      const { bytes } = await fetchCsv({ action: 'formula' });
      const [row] = readCsv(bytes.toString());
      expect([row?.['user'], row?.['object_id']]).toEqual([`'${userName}`, `'${userName}`]);
    },
  );

  test('the export has all matching entries, with before and after as JSON, over several parts', async () => {
    const entries = Array.from({ length: 1100 }, (_none, index) => ({
      action: 'many',
      objectType: 'thing',
      objectId: index,
      groupId: world.groupId,
      before: { n: index },
    }));
    await server.app.database.change(systemOrigin('test work'), (change) => change.auditAll(entries));
    const rows = readCsv((await fetchCsv({ action: 'many' })).bytes.toString());
    expect(rows.map((row) => row['object_id'])).toEqual(entries.map(({ objectId }) => String(objectId)).toReversed());
    expect(rows[0]).toMatchObject({ before: '{"n":1099}', after: '' });
  });

  test('the export is audited, with its filter', async () => {
    await fetchCsv({ action: 'many', startDate: '2026-01-01 00:00:00' });
    expect((await list({ rowsPerPage: 1 })).entries).toMatchObject([
      {
        action: 'audit-exported',
        userName: 'Dana Reyes',
        groupId: world.groupId,
        after: { action: 'many', startDate: '2026-01-01 00:00:00', rows: 1100 },
      },
    ]);
    await fetchCsv({ action: 'many', groupId: world.groupId }, 'superadmin');
    expect((await list({ rowsPerPage: 1 })).entries).toMatchObject([
      { action: 'audit-exported', groupId: world.groupId },
    ]);
    await fetchCsv({ action: 'many' }, 'superadmin');
    expect((await list({ rowsPerPage: 1 }, 'superadmin')).entries).toMatchObject([{ objectId: 'all', groupId: null }]);
  });

  test('the export is limited to the newest rows', async () => {
    await sql`insert into audit (user_name, group_id, action, object_type, object_id)
      select 'x', ${world.groupId}::bigint, 'flood', 'thing', n from generate_series(1, ${MOST_ROWS + 10}::int) n`.execute(
      server.app.database.read(systemScope('test')).db,
    );
    const lines = (await fetchCsv({ action: 'flood' })).bytes.toString().trim().split('\r\n');
    expect(lines).toHaveLength(MOST_ROWS + 1);
    expect(lines[1]).toContain(`,${MOST_ROWS + 10},`);
  });
});
