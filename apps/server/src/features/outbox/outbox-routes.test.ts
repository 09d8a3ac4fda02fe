import type { RouteReply } from '@waymark/contract/route';
import type { outboxRoutes } from '@waymark/contract/routes/outbox';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemScope } from '../../platform/access/scope.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { startTestSmtpServer, type TestSmtpServer } from '../../platform/mail/test-smtp-server.ts';
import { readProblem, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { addGroup } from '../administration/groups.store.ts';
import { findUserByEmail } from '../users/users.queries.ts';

let smtp: TestSmtpServer;
let server: TestServer;
let ownGroup: number;
let otherGroup: number;
let admin: string;
let superadmin: string;

const tables = () => server.app.database.read(systemScope('test')).db;

beforeAll(async () => {
  smtp = await startTestSmtpServer({});
  server = await startTestServer({ settings: { WAYMARK_SMTP_URL: smtp.url } });
  ownGroup =
    (await findUserByEmail(server.app.database.read(systemScope('test')), 'admin@demo.waymark'))?.group_id ?? 0;
  otherGroup = await server.app.database.change(systemOrigin('test'), (change) => addGroup(change, 'Another company'));
  admin = (await server.signIn('admin@demo.waymark')).token;
  superadmin = (await server.signIn('superadmin@demo.waymark')).token;
});
beforeEach(() => tables().deleteFrom('outbox').execute());
afterAll(async () => {
  await server.close();
  await smtp.close();
});

interface Written {
  readonly groupId?: number | null;
  readonly status?: 'dead' | 'waiting';
  readonly holdsSecret?: boolean;
}

/** Stores a message that is not due for an hour, so that the worker leaves it alone. */
async function write(
  subject: string,
  { groupId = ownGroup, status = 'dead', holdsSecret = false }: Written = {},
): Promise<number> {
  const row = await tables()
    .insertInto('outbox')
    .values({
      medium: 'mail',
      recipient: 'dana.reyes@example.com',
      subject,
      body_text: `text of ${subject}`,
      group_id: groupId,
      holds_secret: holdsSecret,
      status,
      attempts: 4,
      last_error: 'connect ECONNREFUSED',
      next_attempt_at: new Date(Date.now() + 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

async function list(token: string, query = '') {
  const response = await server.call('GET', `/api/outbox${query}`, { token });
  return (await response.json()) as RouteReply<typeof outboxRoutes.listMessages>;
}

const retry = (token: string, id: number) => server.call('POST', `/api/outbox/${id}/retry`, { token });
const subjectsOf = ({ messages }: Awaited<ReturnType<typeof list>>) => messages.map(({ subject }) => subject);

describe('the list', () => {
  test('the list shows dead messages by default, with the reason', async () => {
    const id = await write('a');
    await write('b', { status: 'waiting' });
    const { messages, hasMore } = await list(admin);
    expect(messages).toEqual([
      {
        id,
        medium: 'mail',
        to: 'dana.reyes@example.com',
        subject: 'a',
        text: 'text of a',
        status: 'dead',
        attempts: 4,
        lastError: 'connect ECONNREFUSED',
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        sentAt: null,
      },
    ]);
    expect(hasMore).toBe(false);
    expect(subjectsOf(await list(admin, '?status=waiting'))).toEqual(['b']);
    expect(subjectsOf(await list(admin, '?status=sent'))).toEqual([]);
  });

  test('the list shows an admin the own company and the superadmin all', async () => {
    await write('own');
    await write('foreign', { groupId: otherGroup });
    await write('of nobody', { groupId: null });
    expect(subjectsOf(await list(admin))).toEqual(['own']);
    expect(subjectsOf(await list(superadmin))).toEqual(['of nobody', 'foreign', 'own']);
  });

  test('the list has pages, newest first, and says whether there are more', async () => {
    for (let n = 1; n <= 26; n += 1) await write(`n${n}`);
    const [first, second, third] = [await list(admin), await list(admin, '?page=2'), await list(admin, '?page=3')];
    expect([first.messages.length, first.hasMore, subjectsOf(first)[0]]).toEqual([25, true, 'n26']);
    expect([subjectsOf(second), second.hasMore]).toEqual([['n1'], false]);
    expect([subjectsOf(third), third.hasMore]).toEqual([[], false]);
  });

  test('the list hides a text with a secret', async () => {
    await write('a', { holdsSecret: true });
    expect((await list(superadmin)).messages).toMatchObject([{ subject: 'a', text: null }]);
  });

  test('the mail with a password link counts as secret', async () => {
    const body = { client_id: 'c', email: 'admin@demo.waymark', connection: 'x' };
    await server.call('POST', '/api/dbconnections/change_password', { body });
    await vi.waitFor(async () => expect((await list(admin, '?status=sent')).messages).toHaveLength(1), 10_000);
    expect((await list(admin, '?status=sent')).messages).toMatchObject([{ to: 'admin@demo.waymark', text: null }]);
  });

  test.each(['?status=lost', '?page=0', '?page=x', '?page=10001'])('%s is refused', async (query) => {
    expect((await server.call('GET', `/api/outbox${query}`, { token: admin })).status).toBe(400);
  });
});

describe('a retry', () => {
  test('a retry sends a dead message and is audited with the user', async () => {
    const before = smtp.received.length;
    const id = await write('once more');
    expect((await retry(admin, id)).status).toBe(200);
    await vi.waitFor(
      async () => expect((await list(admin, '?status=sent')).messages).toMatchObject([{ id, attempts: 1 }]),
      10_000,
    );
    expect(smtp.received).toHaveLength(before + 1);
    const line = await tables()
      .selectFrom('audit')
      .selectAll()
      .where('object_type', '=', 'message')
      .where('object_id', '=', String(id))
      .executeTakeFirst();
    expect(line).toMatchObject({ action: 'message-retried', user_name: 'Dana Reyes', group_id: ownGroup });
    expect(JSON.stringify(line)).not.toContain('text of');
  });

  test('a retry sends a message of which it is not known whether it arrived', async () => {
    const id = await write('perhaps');
    await tables().updateTable('outbox').set({ handed_over_at: new Date() }).where('id', '=', id).execute();
    expect((await retry(admin, id)).status).toBe(200);
    await vi.waitFor(
      async () => expect((await list(admin, '?status=sent')).messages).toMatchObject([{ id, attempts: 1 }]),
      10_000,
    );
  });

  test.each(['waiting', 'sent'] as const)('a retry of a message that is %s is refused', async (status) => {
    const id = await write('a', { status: 'waiting' });
    if (status === 'sent')
      await tables().updateTable('outbox').set({ status, sent_at: new Date() }).where('id', '=', id).execute();
    const response = await retry(admin, id);
    expect([response.status, (await readProblem(response)).code]).toEqual([409, 'message-not-dead']);
  });

  test('one of two retries at once succeeds', async () => {
    const id = await write('a');
    const statuses = await Promise.all(
      [retry(admin, id), retry(admin, id)].map(async (response) => (await response).status),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('a retry of an unknown message or of another company gets 404', async () => {
    const foreign = await write('a', { groupId: otherGroup });
    for (const id of [foreign, 999_999]) {
      const response = await retry(admin, id);
      expect([response.status, (await readProblem(response)).code]).toEqual([404, 'message-not-found']);
    }
    expect((await list(superadmin)).messages).toMatchObject([{ id: foreign, status: 'dead' }]);
  });
});
