import { CONSOLE_CLIENT_ID } from '@waymark/contract/routes/session';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ settings: { WAYMARK_TRUST_PROXY: 'loopback' } });
});
afterAll(() => server.close());

async function guess(address: string, username: string): Promise<number> {
  const body = { grant_type: 'password', username, password: 'Wrong-guess-1', client_id: CONSOLE_CLIENT_ID };
  return (await server.call('POST', '/api/oauth/token', { body, headers: { 'x-forwarded-for': address } })).status;
}

test('[W-032] throttles the sign-ins of an IPv6 /64 as one address', async () => {
  const statuses: number[] = [];
  for (let host = 1; host <= 35; host++)
    statuses.push(await guess(`2001:db8:1:2::${host}`, `nobody-${host}@example.com`));
  expect(statuses.at(0)).toBe(403);
  expect(statuses).toContain(429);
  expect(await guess('2001:db8:1:3::1', 'nobody@example.com')).toBe(403);
});
