import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { systemScope } from '../../../platform/access/scope.ts';
import { readProblem, type TestServer } from '../../../testing/test-server.ts';
import { startExternalServer } from '../testing/external-server.ts';
import { openLinkDesk, PASSWORD } from '../testing/link-desk.ts';

const EMAIL = 'olga@provider.test';
const EXTERNAL = [409, 'external-user'];
let site: Awaited<ReturnType<typeof startExternalServer>>;
let server: TestServer;
let desk: Awaited<ReturnType<typeof openLinkDesk>>;
/** The access token of a user of the provider. */
let token: string;

beforeAll(async () => {
  site = await startExternalServer();
  ({ server } = site);
  desk = await openLinkDesk(server);
  token = (await site.travel('olga')).hash.get('access_token') ?? '';
});
afterAll(() => site.close());

const db = () => server.app.database.read(systemScope('test')).db;
const codeOf = async (response: Response) => [response.status, (await readProblem(response)).code];
const countPasswords = async () => {
  const { rows } =
    await sql`select 1 from passwords join users on users.id = user_id where external_issuer is not null`.execute(db());
  return rows.length;
};

test('[W-014] a user of a provider cannot set a password', async () => {
  const body = { password: 'Another-pass-2', currentPassword: PASSWORD };
  expect(await codeOf(await server.call('POST', '/api/user/setpassword', { token, body }))).toEqual(EXTERNAL);
  expect(await countPasswords()).toBe(0);
});

test('[W-014] an admin cannot give a password to a user of a provider, and can still rename the user', async () => {
  const { token: admin } = await server.signIn('admin@demo.waymark');
  const user = await desk.findUser(EMAIL);
  const save = (fields: Readonly<Record<string, unknown>>) =>
    server.call('POST', '/api/user', { token: admin, body: { id: user?.id, ...fields } });
  expect(await codeOf(await save({ password: 'Given-by-admin-4' }))).toEqual(EXTERNAL);
  expect(await countPasswords()).toBe(0);
  expect((await save({ name: 'Olga', password: '' })).status).toBe(200);
});

test('[W-014] a user of a provider gets no link; the answer is the same', async () => {
  const { email } = await desk.addMember();
  const [external, local] = [await desk.askForLink(EMAIL), await desk.askForLink(email)];
  expect([external.status, await external.text()]).toEqual([local.status, await local.text()]);
  await desk.waitForToken(email);
  await vi.waitFor(async () => {
    expect(
      (await sql`select 1 from graphile_worker.jobs where task_identifier = 'session.password-link'`.execute(db()))
        .rows,
    ).toEqual([]);
  });
  expect((await sql`select 1 from outbox where recipient = ${EMAIL}`.execute(db())).rows).toEqual([]);
});

test('[W-014] a user of a provider cannot sign in with a password or link, even if the database holds one', async () => {
  const { id, email } = await desk.addMember();
  const link = await desk.mailLink(email);
  await sql`update users set external_issuer = 'https://other.test', external_subject = 'x' where id = ${id}`.execute(
    db(),
  );
  await expect(server.signIn(email, PASSWORD)).rejects.toThrow('403');
  await sql`update users set link_epoch = (select epoch from password_links where user_id = ${id}) where id = ${id}`.execute(
    db(),
  );
  expect(await desk.refusalOf(link)).toEqual([400, 'link-invalid']);
});

test('[W-038] a name of the provider with hidden controls is not shown: the email stands in', async () => {
  await site.travel('olga\u202Eagain');
  expect(await desk.findUser('olgaagain@provider.test')).toMatchObject({ name: 'olgaagain@provider.test' });
});

test('[W-023] a user of a provider ends sessions within ten minutes of a sign-in, and needs a new sign-in later', async () => {
  const { id: userId } = (await desk.findUser(EMAIL)) ?? {};
  await sql`update sessions set created_at = now() - interval '11 minutes' where user_id = ${userId}`.execute(db());
  const end = () => server.call('POST', '/api/user/sessions/end', { token, body: {} });
  expect(await codeOf(await end())).toEqual([403, 'recent-sign-in-needed']);
  const list = async () => (await (await server.call('GET', '/api/user/sessions', { token })).json()) as unknown[];
  expect(await list()).toMatchObject([{ isExternal: true, isCurrent: false }]);

  token = (await site.travel('olga')).hash.get('access_token') ?? '';
  expect((await end()).status).toBe(200);
  expect(await list()).toEqual([]);
});
