import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connectAgm } from './testing/hub-client.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

// Two nodes on one database, without Redis: what concerns identity travels through the database.
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

test('a token of one node is good on the other', async () => {
  const { token } = await here.signIn('viewer@demo.waymark');
  expect(await userInfo(there, token)).toBe(200);
});

test('who signs out on one node is forgotten on the other, connection and remembered token', async () => {
  const { token, cookie } = await here.signIn('viewer@demo.waymark');
  expect(await userInfo(there, token)).toBe(200);
  const socket = await connectAgm(there, token);
  const ended = new Promise((resolve) => socket.once('ReceiveSessionEnd', resolve));
  await here.call('POST', '/api/oauth/logout', { headers: { cookie } });
  expect(await ended).toEqual({ reason: 'signed-out' });
  await vi.waitFor(async () => expect(await userInfo(there, token)).toBe(401));
});

test('failed attempts count together, whichever node they meet', async () => {
  const grant = { grant_type: 'password', username: 'both@nodes.test', password: 'Wrong-pass-1', client_id: 'c' };
  const attempt = (node: TestServer) => node.call('POST', '/api/oauth/token', { body: grant });
  for (const node of [here, there, here, there, here]) expect((await attempt(node)).status).toBe(403);
  expect((await attempt(there)).status).toBe(429);
});
