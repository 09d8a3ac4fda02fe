import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { systemScope } from '../../platform/access/scope.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { OUTBOX_TIDY_CRONTAB } from '../outbox/outbox-tidy.jobs.ts';
import { ERROR_LOG_CRONTAB, tidyErrorLog } from './audit.part.ts';

const NOW = Date.parse('2026-06-01T00:00:00Z');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    settings: { WAYMARK_KEEP_ERROR_LOG_DAYS: '3650', WAYMARK_KEEP_ERROR_LOG_ROWS: '1000' },
  });
});
afterAll(() => server.close());

const db = () => server.app.database.read(systemScope('test')).db;

async function listIds(): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from error_log order by id`.execute(db());
  return rows.map(({ id }) => id);
}

/** Rows 1 to `count`; row n is n hours old. */
beforeEach(async () => {
  await sql`delete from error_log`.execute(db());
  await sql`insert into error_log (id, at, route, status, code, message, request_id)
    select n, ${new Date(NOW)}::timestamptz - n * interval '1 hour', 'GET /x', 404, 'not-found', 'm', 'r'
    from generate_series(1, 11000) n`.execute(db());
});

test('[W-031] deletes failures that are older than the age limit', async () => {
  await tidyErrorLog(server.app.database, { days: 2, rows: 100_000 }, NOW);
  expect(await listIds()).toEqual(Array.from({ length: 48 }, (_none, index) => index + 1));
});

test('[W-031] deletes the oldest failures beyond the size limit', async () => {
  await tidyErrorLog(server.app.database, { days: 36_500, rows: 500 }, NOW);
  expect(await listIds()).toEqual(Array.from({ length: 500 }, (_none, index) => index + 1));
});

test('[W-016] [W-031] the server schedules the deletion of old failures and messages, and runs it with its settings', async () => {
  const scheduled = [...ERROR_LOG_CRONTAB, ...OUTBOX_TIDY_CRONTAB].map(({ job }) => job);
  expect(scheduled).toEqual(expect.arrayContaining(['error-log.tidy', 'outbox.tidy']));
  await server.app.database.change(systemOrigin('test'), (change) =>
    change.enqueue({ name: 'error-log.tidy', payload: {} }),
  );
  const newest = Array.from({ length: 1000 }, (_none, index) => index + 1);
  await vi.waitFor(async () => expect(await listIds()).toEqual(newest));
});
