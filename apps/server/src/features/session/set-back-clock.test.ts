import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

// A test cannot set the database clock back, so it moves all stored times an hour ahead.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const setBack = () =>
  server.app.database.pool.query(
    "update attempts set last_at = last_at + interval '1 hour', blocked_until = blocked_until + interval '1 hour'",
  );
const attempt = async (password: string) =>
  (
    await server.call('POST', '/api/oauth/token', {
      body: { grant_type: 'password', username: 'viewer@demo.waymark', password, client_id: 'c' },
    })
  ).status;

test('[W-094] sign-ins are not refused after the clock was set back an hour', async () => {
  await server.signIn('viewer@demo.waymark');
  await setBack();
  await server.signIn('viewer@demo.waymark');
  expect(await attempt('Wrong-pass-1')).toBe(403);
  await setBack();
  await server.signIn('viewer@demo.waymark');
});

test('[W-094] a throttled address still waits, but no longer than before', async () => {
  const statuses = [];
  for (let n = 0; n < 7; n++) statuses.push(await attempt('Wrong-pass-1'));
  expect(statuses.at(-1)).toBe(429);
  await setBack();
  expect(await attempt('Wrong-pass-1')).toBe(429);
  const { rows } = await server.app.database.pool.query<{ longest: number }>(
    'select max(extract(epoch from blocked_until - clock_timestamp()))::float8 as longest from attempts',
  );
  expect(rows[0]?.longest).toBeLessThanOrEqual(300);
});
