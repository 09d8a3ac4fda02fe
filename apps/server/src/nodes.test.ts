import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connectAgm } from './testing/hub-client.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

// Two nodes on one database, without Redis: sessions and sign-ins synchronize through the database.
let here: TestServer;
let there: TestServer;
beforeAll(async () => {
  here = await startTestServer();
  there = await startTestServer({ beside: here });
});
afterAll(async () => {
  await there.close();
  await here.close();
});

const userInfo = async (node: TestServer, token: string) => (await node.call('GET', '/api/userinfo', { token })).status;

test('a token of one node is valid on the other', async () => {
  const { token } = await here.signIn('viewer@demo.waymark');
  expect(await userInfo(there, token)).toBe(200);
});

test('a sign-out on one node ends the connection and the cached token on the other', async () => {
  const { token, cookie } = await here.signIn('viewer@demo.waymark');
  expect(await userInfo(there, token)).toBe(200);
  const socket = await connectAgm(there, token);
  const ended = new Promise((resolve) => socket.once('ReceiveSessionEnd', resolve));
  await here.call('POST', '/api/oauth/logout', { headers: { cookie } });
  expect(await ended).toEqual({ reason: 'signed-out' });
  await vi.waitFor(async () => expect(await userInfo(there, token)).toBe(401));
});

test('failed sign-ins on several nodes count together', async () => {
  const grant = { grant_type: 'password', username: 'both@nodes.test', password: 'Wrong-pass-1', client_id: 'c' };
  const attempt = (node: TestServer) => node.call('POST', '/api/oauth/token', { body: grant });
  for (const node of [here, there, here, there, here]) expect((await attempt(node)).status).toBe(403);
  expect((await attempt(there)).status).toBe(429);
});
