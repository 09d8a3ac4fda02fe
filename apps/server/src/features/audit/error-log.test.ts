import type { RouteReply } from '@waymark/contract/route';
import type { auditRoutes } from '@waymark/contract/routes/audit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemScope } from '../../platform/access/scope.ts';
import { readProblem, startTestServer, type TestServer } from '../../testing/test-server.ts';

type Answer = RouteReply<typeof auditRoutes.listErrors>;

let server: TestServer;
let superadmin: string;
beforeAll(async () => {
  server = await startTestServer();
  superadmin = (await server.signIn('superadmin@demo.waymark')).token;
});
afterAll(() => server.close());

async function list(search: string): Promise<Answer> {
  const response = await server.call('GET', `/api/admin/error-log?${search}`, { token: superadmin });
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}

/** Rows are written a moment after their answer. */
const find = (logId: number) =>
  vi.waitFor(async () => {
    const { entries } = await list(`logId=${logId}`);
    expect(entries).toHaveLength(1);
    return entries[0];
  });

const logIdsOf = ({ entries }: Answer) => entries.map(({ logId }) => logId);

test('a failure is found by the LogId that its answer carried', async () => {
  const { token } = await server.signIn('admin@demo.waymark');
  const refused = await server.call('GET', '/api/admin/group', { token });
  const { logId } = await readProblem(refused);
  expect(await find(logId)).toMatchObject({
    logId,
    userName: 'Dana Reyes',
    route: 'GET /api/admin/group',
    status: 403,
    code: 'forbidden',
    message: 'Your role does not allow this.',
    requestId: refused.headers.get('x-request-id'),
  });
});

test('a console failure is found with its message', async () => {
  const body = { message: 'it broke', stack: 'at home.ts:7', location: '/' };
  const logId = Number(await (await server.call('POST', '/api/console/error', { token: superadmin, body })).text());
  expect(await find(logId)).toMatchObject({
    status: 0,
    code: 'console-error',
    route: 'console /',
    message: 'it broke\nat home.ts:7',
  });
});

test('an unknown LogId finds nothing', async () => {
  expect((await list('logId=999999999')).entries).toEqual([]);
});

describe('pages', () => {
  beforeAll(async () => {
    // Nodes reserve ids in blocks, so the order of ids differs from the order of times.
    for (const [id, at] of [
      [900_000_001, '2001-01-01 00:00:02'],
      [900_000_002, '2001-01-01 00:00:01'],
      [900_000_003, '2001-01-01 00:00:02'],
      [900_000_004, '2001-01-01 00:00:03.500'],
    ] as const) {
      await sql`insert into error_log (id, at, route, status, code, message, request_id)
        values (${id}, ${`${at}Z`}, 'GET /x', 404, 'not-found', 'm', 'r')`.execute(
        server.app.database.read(systemScope('test')).db,
      );
    }
  });

  test('pages show the newest first by time, and each failure once', async () => {
    const first = await list('endDate=2001-01-01 00:00:03&rowsPerPage=2');
    expect([logIdsOf(first), first.hasMore]).toEqual([[900_000_004, 900_000_003], true]);
    const rest = await list(`endDate=2001-01-01 00:00:03&rowsPerPage=2&before=900000003`);
    expect([logIdsOf(rest), rest.hasMore]).toEqual([[900_000_001, 900_000_002], false]);
  });

  test('both ends of the time span are inclusive', async () => {
    expect(logIdsOf(await list('startDate=2001-01-01 00:00:02&endDate=2001-01-01 00:00:02'))).toEqual([
      900_000_003, 900_000_001,
    ]);
  });
});

test.each(['logId=abc', 'logId=0', 'logId=99999999999999999999', 'startDate=now'])('%s is refused', async (search) => {
  expect((await server.call('GET', `/api/admin/error-log?${search}`, { token: superadmin })).status).toBe(400);
});
