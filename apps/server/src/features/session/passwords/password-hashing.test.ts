import { CONSOLE_CLIENT_ID } from '@waymark/contract/routes/session';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemScope } from '../../../platform/access/scope.ts';
import { systemOrigin } from '../../../platform/http/call.ts';
import { readProblem, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { attempts } from '../throttle/attempt-queue.ts';
import { replacePassword } from './password.service.ts';
import { hashing, hashPassword } from './passwords.ts';
import { openLinkDesk, PASSWORD } from '../testing/link-desk.ts';

let server: TestServer;
let desk: Awaited<ReturnType<typeof openLinkDesk>>;
beforeAll(async () => {
  server = await startTestServer();
  desk = await openLinkDesk(server);
});
afterAll(() => server.close());
beforeEach(() => sql`delete from attempts`.execute(server.app.database.read(systemScope('test')).db));

/** Occupies hashing slots until it is released, so that other work waits. */
function blockHashing(count = 2) {
  const gate = Promise.withResolvers<void>();
  const works = Array.from({ length: count }, (_, n) =>
    hashing.run({ key: `block ${n}`, failures: 0 }, () => gate.promise),
  );
  return {
    release: async () => {
      gate.resolve();
      await Promise.all(works);
    },
  };
}

const signIn = (username: string, password = PASSWORD) =>
  server.call('POST', '/api/oauth/token', {
    body: { grant_type: 'password', username, password, client_id: CONSOLE_CLIENT_ID },
  });

const BUSY = [429, 'passwords-busy'];
const codeOf = async (response: Response) => [response.status, (await readProblem(response)).code];

test('[W-012] answers a wrong link without hashing; a right one is hashed', async () => {
  const { email } = await desk.addMember();
  const token = await desk.mailLink(email);
  const block = blockHashing();
  expect(await desk.refusalOf('no-such-link')).toEqual([400, 'link-invalid']);
  const right = desk.submitLink(token);
  expect(await desk.refusalOf('another-guess')).toEqual([400, 'link-invalid']);
  await block.release();
  expect((await right).status).toBe(200);
});

test('[W-012] refuses a sign-in that finds the queue full, gives a time to wait, and does not count it as an attempt', async () => {
  const { email } = await desk.addMember();
  const block = blockHashing(34);
  const refused = await signIn(email);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await codeOf(refused)).toEqual(BUSY);
  const { rows } = await sql<{ failures: number }>`select failures from attempts`.execute(
    server.app.database.read(systemScope('test')).db,
  );
  expect(rows).toEqual([{ failures: 0 }, { failures: 0 }]);
  await block.release();
  expect((await signIn(email)).status).toBe(200);
});

test('[W-012] handles eight attempts at a time; the others wait without a database connection', async () => {
  const block = blockHashing();
  const guesses = Array.from({ length: 12 }, (_, n) => signIn(`unknown${n}@links.test`));
  await vi.waitFor(() => expect(attempts.figures).toMatchObject({ running: 8, waiting: 4 }), { timeout: 20_000 });
  await vi.waitFor(() => expect(hashing.figures.waiting).toBe(8), { timeout: 20_000 });
  await block.release();
  expect((await Promise.all(guesses)).map(({ status }) => status)).toEqual(guesses.map(() => 403));
  expect(attempts.figures).toMatchObject({ running: 0, waiting: 0 });
});

test('[W-012] no database connection waits while the password that an admin gives is hashed', async () => {
  const { token: admin } = await server.signIn('admin@demo.waymark');
  const user = {
    group: -99,
    name: 'Vera',
    email: 'vera@links.test',
    phone: '9185550134',
    role: 'viewer',
    password: 'Given-by-admin-4',
  };
  const block = blockHashing();
  const saving = server.call('POST', '/api/user', { token: admin, body: user });
  await vi.waitFor(() => expect(hashing.figures.waiting).toBe(1), { timeout: 20_000 });
  const { db } = server.app.database.read(systemScope('test'));
  await vi.waitFor(async () => {
    const open =
      await sql`select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`.execute(
        db,
      );
    expect(open.rows).toEqual([]);
  });
  await block.release();
  expect((await saving).status).toBe(200);
});

describe('a password that is replaced while it is compared', () => {
  /** Starts `work`, which compares the old password, and replaces that before the comparison ends. */
  async function replaceDuring(userId: number, work: () => Promise<Response>): Promise<Response> {
    const hash = await hashPassword('Given-by-admin-4');
    const block = blockHashing();
    const answer = work();
    await vi.waitFor(() => expect(hashing.figures.waiting).toBe(1), { timeout: 20_000 });
    await server.app.database.change(systemOrigin('test'), (change) => replacePassword(change, userId, hash));
    await block.release();
    return answer;
  }

  test('[W-175] opens no session', async () => {
    const { id, email } = await desk.addMember();
    expect((await replaceDuring(id, () => signIn(email))).status).toBe(403);
    const { rows } = await sql`select 1 from sessions where user_id = ${id} and ended_at is null`.execute(
      server.app.database.read(systemScope('test')).db,
    );
    expect(rows).toEqual([]);
    expect((await signIn(email, 'Given-by-admin-4')).status).toBe(200);
  });

  test('[W-175] sets no new password', async () => {
    const { id, email } = await desk.addMember();
    const { token } = await server.signIn(email, PASSWORD);
    const body = { currentPassword: PASSWORD, password: 'Brand-new-pass-3' };
    const answer = await replaceDuring(id, () => server.call('POST', '/api/user/setpassword', { token, body }));
    expect(await codeOf(answer)).toEqual([403, 'current-password-wrong']);
    expect((await signIn(email, 'Given-by-admin-4')).status).toBe(200);
  });
});
