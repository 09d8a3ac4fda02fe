import { createHmac } from 'node:crypto';
import { PROBLEM_MEDIA_TYPE } from '@waymark/contract/problem-body';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemScope } from '../../platform/access/scope.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { startTestTextGateway, type TestTextGateway } from '../../platform/text/test-text-gateway.ts';
import { connectAgm } from '../../testing/hub-client.ts';
import { readProblem, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { findUserByEmail } from '../users/users.queries.ts';
import { addUser } from '../administration/add-user.store.ts';
import * as outbox from '../outbox/outbox.api.ts';

const TOKEN = 'token-of-the-gateway';
const PHONE = '9185550134';
const PAGE = '/api/webhooks/sms';

let stub: TestTextGateway;
let server: TestServer;
let groupId: number;
let userId: number;
let people = 0;

const gatewaySettings = () => ({
  WAYMARK_SMS_URL: stub.url,
  WAYMARK_SMS_ACCOUNT: 'AC42',
  WAYMARK_SMS_TOKEN: TOKEN,
  WAYMARK_SMS_FROM: '+19185550100',
});

const readerOf = (node: TestServer) => node.app.database.read(systemScope('test'));

beforeAll(async () => {
  stub = await startTestTextGateway();
  server = await startTestServer({ settings: gatewaySettings() });
  groupId = (await findUserByEmail(readerOf(server), 'admin@demo.waymark'))?.group_id ?? 0;
});
afterAll(async () => {
  await server.close();
  await stub.close();
});

beforeEach(async () => {
  const { db } = readerOf(server);
  await db.deleteFrom('stopped_phones').execute();
  await db.updateTable('users').set({ is_opted_in: false, phone: '' }).execute();
  userId = await addPerson();
});
afterEach(async () => {
  stub.received.length = 0;
  stub.answers.length = 0;
  await readerOf(server).db.deleteFrom('outbox').execute();
});

/** Adds a user of the demo company who has opted in. */
async function addPerson(phone = PHONE): Promise<number> {
  people += 1;
  const { database } = server.app;
  const email = `person-${people}@example.com`;
  const id = await database.change(systemOrigin('test'), (change) =>
    addUser(change, { groupId, email, name: `Person ${people}`, phone, role: 'viewer', password: 'Waymark-demo-1' }),
  );
  await readerOf(server).db.updateTable('users').set({ is_opted_in: true }).where('id', '=', id).execute();
  return id;
}

const emailOf = async (id: number) =>
  (await readerOf(server).db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;

/** Stores a message without a job that would send it. */
async function write(text: string, to = PHONE): Promise<number> {
  const values = {
    medium: 'sms',
    recipient: to,
    user_id: userId,
    subject: 'Passage',
    body_text: text,
    group_id: groupId,
  } as const;
  const row = await readerOf(server)
    .db.insertInto('outbox')
    .values({ ...values, holds_secret: false })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

const attempt = (...ids: number[]) =>
  server.app.database.change(systemOrigin('test'), async (change) => {
    for (const id of ids) await change.enqueue({ name: 'outbox.send', payload: { id } });
  });

const readRow = (id: number) =>
  readerOf(server).db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function untilRow(id: number, expected: object) {
  await vi.waitFor(async () => expect(await readRow(id)).toMatchObject(expected), 10_000);
  return readRow(id);
}

describe('a text message', () => {
  test('a text message is sent once to the phone of its user after its change has committed', async () => {
    await server.app.database.change(systemOrigin('test'), (change) =>
      outbox.add(change, {
        medium: 'sms',
        to: PHONE,
        userId,
        subject: 'Passage',
        text: 'Marker 4 passed',
        groupId,
      }),
    );
    await stub.untilReceived(1);
    expect(stub.received.map(({ fields }) => fields)).toEqual([
      { To: `+1${PHONE}`, From: '+19185550100', Body: 'Marker 4 passed' },
    ]);
    const { id } = await readerOf(server).db.selectFrom('outbox').select('id').executeTakeFirstOrThrow();
    await untilRow(id, { status: 'sent', attempts: 1, attempt_begun_at: null });
  });

  test.each([
    ['has not opted in', { is_opted_in: false }],
    ['has another phone now', { phone: '9185550135' }],
  ])('a text message is not sent to a user who %s', async (_, now) => {
    const id = await write('Marker 4 passed');
    await readerOf(server).db.updateTable('users').set(now).where('id', '=', userId).execute();
    await attempt(id);
    await untilRow(id, { status: 'dead', last_error: 'not opted in' });
    expect(stub.received).toEqual([]);
  });

  test('a text message is not sent to a deleted user', async () => {
    const id = await write('Marker 4 passed');
    await readerOf(server).db.deleteFrom('users').where('id', '=', userId).execute();
    await attempt(id);
    await untilRow(id, { status: 'dead', last_error: 'not opted in' });
    expect(stub.received).toEqual([]);
  });

  test('a text message is not sent to a stopped phone, even if its user has opted in', async () => {
    await readerOf(server)
      .db.insertInto('stopped_phones')
      .values({ phone: `1${PHONE}` })
      .execute();
    const id = await write('Marker 4 passed');
    await attempt(id);
    await untilRow(id, { status: 'dead', last_error: 'not opted in: this phone has said STOP' });
    expect(stub.received).toEqual([]);
  });

  test.each([429, 500])('a text message that the gateway answers with %i waits and is sent later', async (status) => {
    stub.answers.push({ status });
    const id = await write('Marker 4 passed');
    await attempt(id);
    const waiting = await untilRow(id, {
      status: 'waiting',
      attempts: 1,
      last_error: `the gateway answered ${status}`,
    });
    expect(waiting.next_attempt_at.getTime()).toBeGreaterThan(waiting.created_at.getTime());
    await readerOf(server)
      .db.updateTable('outbox')
      .set({ next_attempt_at: new Date(0) })
      .where('id', '=', id)
      .execute();
    await attempt(id);
    await untilRow(id, { status: 'sent', attempts: 2, last_error: null });
  });

  test('a text message that the gateway refuses is dead at once, with the reason', async () => {
    stub.answers.push({ status: 400, body: `{"code":21211,"message":"Invalid 'To' Phone Number"}` });
    const id = await write('Marker 4 passed');
    await attempt(id);
    const dead = await untilRow(id, { status: 'dead', attempts: 1 });
    expect(dead.last_error).toBe(`the gateway answered 400: 21211 Invalid 'To' Phone Number`);
  });

  test('a text message with an unknown outcome is dead and never retried automatically', async () => {
    stub.answers.push('broken');
    const id = await write('Marker 4 passed');
    await attempt(id);
    const dead = await untilRow(id, { status: 'dead', attempts: 1 });
    expect(dead.last_error).toContain('it is not known whether this message arrived');
    expect(stub.received).toHaveLength(1);
  });

  test('several nodes and jobs send a text message once', async () => {
    const other = await startTestServer({ settings: gatewaySettings(), beside: server });
    const ids: number[] = [];
    for (let n = 1; n <= 12; n += 1) ids.push(await write(`n${n}`));
    await attempt(...ids, ...ids, ...ids);
    for (const id of ids) await untilRow(id, { status: 'sent', attempts: 1 });
    await other.close();
    expect(stub.received).toHaveLength(ids.length);
    expect(new Set(stub.received.map(({ fields }) => fields.Body)).size).toBe(ids.length);
  });

  test('a text message waits without a gateway, is shown by the demo, and is sent once there is one', async () => {
    const without = await startTestServer();
    try {
      const { db } = readerOf(without);
      const viewer = await findUserByEmail(readerOf(without), 'viewer@demo.waymark');
      await db
        .updateTable('users')
        .set({ is_opted_in: true, phone: PHONE })
        .where('id', '=', viewer?.id ?? 0)
        .execute();
      await without.app.database.change(systemOrigin('test'), (change) =>
        outbox.add(change, {
          medium: 'sms',
          to: PHONE,
          userId: viewer?.id ?? 0,
          subject: 'Passage',
          text: 'waits',
          groupId: null,
        }),
      );
      const shown: unknown = await (await without.call('GET', '/api/dev/outbox')).json();
      expect(shown).toMatchObject([{ medium: 'sms', to: PHONE, text: 'waits', status: 'waiting', attempts: 0 }]);
      await without.app.close(); // a node without a gateway could claim the job
      const withGateway = await startTestServer({ settings: gatewaySettings(), beside: without });
      await stub.untilReceived(1);
      await withGateway.close();
      expect(stub.received.map(({ fields }) => fields.Body)).toEqual(['waits']);
    } finally {
      await without.close();
    }
  });
});

/** Signs like the gateway: the public address and the fields sorted by name, without separators. */
function signReply(fields: Readonly<Record<string, string>>, token = TOKEN): string {
  const sorted = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHmac('sha1', token)
    .update(`http://waymark.test${PAGE}${sorted.flat().join('')}`)
    .digest('base64');
}

function post(fields: Readonly<Record<string, string>>, signature = signReply(fields)): Promise<Response> {
  return fetch(server.address + PAGE, {
    method: 'POST',
    headers: { accept: PROBLEM_MEDIA_TYPE, 'x-twilio-signature': signature },
    body: new URLSearchParams(fields),
  });
}

const say = (Body: string, From = `+1${PHONE}`) =>
  post({ MessageSid: 'SM42', AccountSid: 'AC42', From, To: '+19185550100', Body });

async function isOptedIn(id = userId): Promise<boolean> {
  const user = await readerOf(server)
    .db.selectFrom('users')
    .select('is_opted_in')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return user.is_opted_in;
}

const listAudit = () =>
  readerOf(server)
    .db.selectFrom('audit')
    .select(['action', 'object_id', 'group_id', 'after'])
    .where('user_name', '=', 'text message')
    .orderBy('id')
    .execute();

describe('a phone that has sent STOP', () => {
  const email = () => emailOf(userId);
  const optIn = async (phone = PHONE, wants = true) => {
    const { token } = await server.signIn(await email());
    const body = { a2pMessagingOptInState: wants, phone };
    return server.call('POST', '/api/pigrun/user/update-a2p-messaging-state', { token, body });
  };
  const readMe = async () => {
    const { token } = await server.signIn(await email());
    return (await server.call('GET', '/api/pigrun/user/get-user', { token })).json() as Promise<object>;
  };

  test('[W-131] a stopped phone cannot be opted in by ticking the box: the answer says which number to text START to', async () => {
    await say('STOP');
    const response = await optIn();
    expect([response.status, await readProblem(response)]).toEqual([
      409,
      expect.objectContaining({
        code: 'phone-stopped',
        detail: 'This phone has sent STOP. Text START to +19185550100 from it.',
      }),
    ]);
    expect(await isOptedIn()).toBe(false);
    expect(await readMe()).toMatchObject({
      a2PMessagingOptInState: false,
      stoppedPhone: { textStartTo: '+19185550100' },
    });
    await say('START');
    const me = await readMe();
    expect(me).toMatchObject({ a2PMessagingOptInState: true });
    expect(me).not.toHaveProperty('stoppedPhone');
  });

  test('[W-131] a stopped phone is refused in any notation, and saved while the user does not opt in', async () => {
    await say('STOP');
    expect((await optIn(`+1 (918) 555-0134`)).status).toBe(409);
    expect((await optIn(PHONE, false)).status).toBe(200);
    expect((await optIn('9185550135')).status).toBe(200);
    expect(await readMe()).toMatchObject({ a2PMessagingOptInState: true, phone: '9185550135' });
  });

  test('[W-131] open consoles get the number to text START to', async () => {
    const { token } = await server.signIn(await email());
    const socket = await connectAgm(server, token);
    const heard = new Promise((resolve) => socket.on('ReceiveUserUpdate', resolve));
    await say('STOP');
    expect(await heard).toMatchObject({
      a2PMessagingOptInState: false,
      stoppedPhone: { textStartTo: '+19185550100' },
    });
    socket.disconnect();
  });

  test('[W-131] a phone is not opted in by a STOP and a tick at the same moment', async () => {
    await readerOf(server).db.updateTable('users').set({ is_opted_in: false }).where('id', '=', userId).execute();
    const { database } = server.app;
    const { token } = await server.signIn(await email());
    const waiting = (count: number) =>
      vi.waitFor(async () => {
        const { rowCount } = await database.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(rowCount).toBe(count);
      }, 10_000);
    const blocker = await database.pool.connect();
    let answers: Promise<Response>[] = [];
    try {
      // Lock the user row: the tick has checked for a STOP and waits for the row when the STOP arrives.
      await blocker.query('begin');
      await blocker.query('select from users where id = $1 for update', [userId]);
      const body = { a2pMessagingOptInState: true, phone: PHONE };
      answers = [server.call('POST', '/api/pigrun/user/update-a2p-messaging-state', { token, body })];
      await waiting(1);
      answers.push(say('STOP'));
      await waiting(2);
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await isOptedIn()).toBe(false);
  });
});

describe('replies of users', () => {
  test('a reply is answered with an empty TwiML document', async () => {
    const response = await say('Is this the pig?');
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'text/xml; charset=utf-8',
      '<?xml version="1.0" encoding="UTF-8"?><Response/>',
    ]);
    expect(await isOptedIn()).toBe(true);
  });

  test('STOP opts all users with this phone out and START in again, audited in their company', async () => {
    const other = await addPerson(`1${PHONE}`);
    const unlike = await addPerson('9185550135');
    const before = (await listAudit()).length;
    expect((await say(' Stop. ')).status).toBe(200);
    expect([await isOptedIn(), await isOptedIn(other), await isOptedIn(unlike)]).toEqual([false, false, true]);
    const id = await write('Marker 4 passed');
    await attempt(id);
    await untilRow(id, { status: 'dead' });

    expect((await say('START')).status).toBe(200);
    expect([await isOptedIn(), await isOptedIn(other), await isOptedIn(unlike)]).toEqual([true, true, true]);
    const next = await write('Marker 5 passed');
    await attempt(next);
    await untilRow(next, { status: 'sent' });
    expect(stub.received.map(({ fields }) => fields.Body)).toEqual(['Marker 5 passed']);

    const lines = (await listAudit()).slice(before);
    expect(lines.map(({ action, object_id: objectId, group_id: group }) => [action, objectId, group])).toEqual([
      ['phone-stopped', `1${PHONE}`, null],
      ['messaging-changed', String(userId), groupId],
      ['messaging-changed', String(other), groupId],
      ['phone-started', `1${PHONE}`, null],
      ['messaging-changed', String(userId), groupId],
      ['messaging-changed', String(other), groupId],
    ]);
    expect(lines[1]?.after).toEqual({ phone: PHONE, isOptedIn: false });
  });

  test('STOP works for a phone that an administrator entered with signs, and messages reach it', async () => {
    await readerOf(server).db.updateTable('users').set({ phone: '(918) 555-0134' }).where('id', '=', userId).execute();
    await say('STOP');
    expect(await isOptedIn()).toBe(false);
    await say('START');
    expect(await isOptedIn()).toBe(true);
    const id = await write('Marker 4 passed');
    await attempt(id);
    await untilRow(id, { status: 'sent' });
  });

  test('a repeated STOP or START changes nothing', async () => {
    await say('STOP');
    const before = (await listAudit()).length;
    expect((await say('unsubscribe')).status).toBe(200);
    expect((await listAudit()).length).toBe(before);
    expect(await isOptedIn()).toBe(false);
  });

  test('STOP of an unknown phone is stored: a user who enters it later gets no messages', async () => {
    await say('QUIT', '+19185550177');
    userId = await addPerson('9185550177');
    const id = await write('Marker 4 passed', '9185550177');
    await attempt(id);
    await untilRow(id, { status: 'dead', last_error: 'not opted in: this phone has said STOP' });
    expect(stub.received).toEqual([]);
  });

  test('a reply reaches the open consoles of the user', async () => {
    const { token } = await server.signIn(await emailOf(userId));
    const client = await connectAgm(server, token);
    const heard = new Promise((resolve) => client.once('ReceiveUserUpdate', resolve));
    await say('cancel');
    expect(await heard).toMatchObject({ id: userId, phone: PHONE, a2PMessagingOptInState: false });
    client.disconnect();
  });

  test('a reply without the right signature is refused', async () => {
    const fields = { From: `+1${PHONE}`, Body: 'STOP' };
    for (const signature of [
      '',
      'nonsense',
      signReply(fields, 'another token'),
      signReply({ ...fields, Body: 'START' }),
    ]) {
      const response = await post(fields, signature);
      expect(response.status).toBe(403);
      expect((await readProblem(response)).code).toBe('forbidden');
    }
    expect(await isOptedIn()).toBe(true);
    expect((await post(fields)).status).toBe(200);
    expect(await isOptedIn()).toBe(false);
  });

  test('a reply without a phone number is ignored', async () => {
    expect((await post({ Body: 'STOP' })).status).toBe(200);
    expect((await post({ From: 'Waymark', Body: 'STOP' })).status).toBe(200);
    expect(await isOptedIn()).toBe(true);
  });
});
