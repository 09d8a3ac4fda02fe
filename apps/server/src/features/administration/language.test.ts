import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function call(who: 'admin' | 'viewer' | 'superadmin', method: string, address: string, body?: unknown) {
  const { token } = await server.signIn(`${who}@demo.waymark`);
  return server.call(method, `/api${address}`, { token, body });
}
const read = async (who: 'admin' | 'viewer') => {
  const user = (await (await call(who, 'GET', '/pigrun/user/get-user')).json()) as Record<string, unknown>;
  return [user['language'], user['companyLanguage']];
};
const choose = async (who: 'admin' | 'viewer', language: unknown) =>
  (await call(who, 'POST', '/pigrun/user/language', { language })).status;

test('[W-508] a user without a choice has the language of the company, English at first', async () => {
  expect(await read('viewer')).toEqual([null, 'en']);
  expect((await call('admin', 'POST', '/company/language', { language: 'fr' })).status).toBe(200);
  expect(await choose('viewer', 'es')).toBe(200);
  expect([await read('viewer'), await read('admin')]).toEqual([
    ['es', 'fr'],
    [null, 'fr'],
  ]);
  expect(await choose('viewer', null)).toBe(200);
  expect(await read('viewer')).toEqual([null, 'fr']);
});

test('[W-508] unknown languages are refused, and only an admin chooses for a company', async () => {
  expect(await choose('admin', 'de')).toBe(400);
  expect((await call('admin', 'POST', '/company/language', { language: null })).status).toBe(400);
  for (const who of ['viewer', 'superadmin'] as const)
    expect((await call(who, 'POST', '/company/language', { language: 'es' })).status).toBe(403);
  expect(await read('admin')).toEqual([null, 'fr']);
});
