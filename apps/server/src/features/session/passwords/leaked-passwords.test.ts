import { afterAll, beforeAll, expect, test } from 'vitest';
import { readProblem, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { openLinkDesk, PASSWORD } from '../testing/link-desk.ts';

let server: TestServer;
let desk: Awaited<ReturnType<typeof openLinkDesk>>;
beforeAll(async () => {
  server = await startTestServer();
  desk = await openLinkDesk(server);
});
afterAll(() => server.close());

const LEAKED = 'Password123!';
const refusalOf = async (response: Response) => {
  const { status, code, detail } = await readProblem(response);
  return [status, code, detail];
};
const REFUSED = [400, 'password-invalid', 'This password is on a list of common leaked passwords. Choose another one.'];

test('[W-017] refuses a leaked password as the own new one', async () => {
  const { email } = await desk.addMember();
  const { token } = await server.signIn(email, PASSWORD);
  const body = { password: LEAKED, currentPassword: PASSWORD };
  expect(await refusalOf(await server.call('POST', '/api/user/setpassword', { token, body }))).toEqual(REFUSED);
});

test('[W-017] refuses a leaked password or the own name by link, and the link stays valid', async () => {
  const { email } = await desk.addMember();
  const token = await desk.mailLink(email);
  expect(await refusalOf(await desk.submitLink(token, LEAKED))).toEqual(REFUSED);
  expect((await refusalOf(await desk.submitLink(token, 'Dana-Reyes-1')))[1]).toBe('password-invalid');
  expect((await desk.submitLink(token)).status).toBe(200);
});

test('[W-017] refuses a leaked password, or the name of the user, from an admin', async () => {
  const { token } = await server.signIn('admin@demo.waymark');
  const user = { group: -99, name: 'Vera Wallin', email: 'vera@links.test', phone: '9185550134', role: 'viewer' };
  const save = (fields: Readonly<Record<string, unknown>>) =>
    server.call('POST', '/api/user', { token, body: { ...user, ...fields } });
  expect(await refusalOf(await save({ password: LEAKED }))).toEqual(REFUSED);
  expect((await refusalOf(await save({ password: 'Vera.Wallin1' })))[1]).toBe('password-invalid');
  const added = (await (await save({ password: PASSWORD })).json()) as { id: number };
  const known = await server.call('POST', '/api/user', { token, body: { id: added.id, password: 'Wallin-2026' } });
  expect((await refusalOf(known))[1]).toBe('password-invalid');
});
