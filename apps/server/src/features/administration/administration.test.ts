import { USER_TEXTS } from '@waymark/domain/account/user';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyEvents } from '../../hub/testing/verify-events.ts';
import { systemScope } from '../../platform/access/scope.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { connectAgm } from '../../testing/hub-client.ts';
import { readProblem, startTestServer, type SignedIn, type TestServer } from '../../testing/test-server.ts';
import { insertDevice } from '../devices/devices.store.ts';
import { addGroup } from './groups.store.ts';
import { addUser } from './add-user.store.ts';

interface Listed {
  readonly id: number;
  readonly group: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly role: 'viewer' | 'admin';
  readonly revision: number;
}

const PASSWORD = 'Correct-horse-8';
const PHONE = '9185550134';
const domainOf = (length: number) => `${'d'.repeat(length - 3)}.io`;

let server: TestServer;
let callers: { readonly [Name in 'viewer' | 'admin' | 'superadmin' | 'foreign']: SignedIn };
let demo: number;
let foreign: number;
let people = 0;

beforeAll(async () => {
  server = await startTestServer();
  foreign = await server.app.database.change(systemOrigin('test'), async (change) => {
    const groupId = await addGroup(change, 'Another company');
    await addUser(change, {
      groupId,
      email: 'admin@another.test',
      name: 'Ann Other',
      role: 'admin',
      password: PASSWORD,
    });
    return groupId;
  });
  callers = {
    viewer: await server.signIn('viewer@demo.waymark'),
    admin: await server.signIn('admin@demo.waymark'),
    superadmin: await server.signIn('superadmin@demo.waymark'),
    foreign: await server.signIn('admin@another.test', PASSWORD),
  };
  demo = (await list('admin', '/user'))[0]?.group ?? 0;
});
afterAll(() => server.close());

type Caller = keyof typeof callers;

const db = () => server.app.database.read(systemScope('test')).db;
const call = (caller: Caller, method: string, address: string, body?: unknown) =>
  server.call(method, `/api${address}`, { token: callers[caller].token, body });

async function list<Row = Listed>(caller: Caller, address: string): Promise<Row[]> {
  const response = await call(caller, 'GET', address);
  expect(response.status).toBe(200);
  return (await response.json()) as Row[];
}

async function save<Row = Listed>(caller: Caller, address: string, body: unknown): Promise<Row> {
  const response = await call(caller, 'POST', address, body);
  if (response.status !== 200) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Row;
}

async function codeOf(response: Response): Promise<readonly [number, string]> {
  return [response.status, (await readProblem(response)).code];
}

const newMail = () => `person-${++people}@example.com`;
const newUser = (fields: Readonly<Record<string, unknown>> = {}) => ({
  group: -99,
  name: 'Dana Reyes',
  email: newMail(),
  phone: PHONE,
  role: 'viewer',
  ...fields,
});
const addLocal = (fields?: Readonly<Record<string, unknown>>) =>
  save('admin', '/user', newUser({ password: PASSWORD, ...fields }));
const newGroup = async (groupName: string) =>
  (await save<{ id: number }>('superadmin', '/admin/group', { groupName })).id;

async function signInAdminOf(groupId: number): Promise<SignedIn> {
  const email = newMail();
  await server.app.database.change(systemOrigin('test'), (change) =>
    addUser(change, { groupId, email, name: 'Ann Other', role: 'admin', password: PASSWORD }),
  );
  return server.signIn(email, PASSWORD);
}

/** The last audit entry that a user caused: jobs write entries at any time. */
async function lastAudit(objectType: string, objectId: number | string) {
  const { rows } = await sql<{ action: string; user_name: string; group_id: number; before: unknown; after: unknown }>`
    select action, user_name, group_id, before, after from audit
    where object_type = ${objectType} and object_id = ${String(objectId)} and user_id is not null order by id desc limit 1`.execute(
    db(),
  );
  return rows[0];
}

/** The outbox stores no link: the demo shows the mail as it was sent. */
async function findMail(recipient: string) {
  const mails = (await (await server.call('GET', '/api/dev/outbox')).json()) as {
    to: string;
    subject: string;
    text: string;
  }[];
  return mails.find(({ to, text }) => to === recipient && text.includes('#token='));
}

/** Starts calls that wait for the same row locks, then releases the locks. */
async function letGoAtOnce(
  lock: RawBuilder<unknown>,
  calls: ReadonlyArray<() => Promise<Response>>,
): Promise<Response[]> {
  const waiting = sql<{ count: number }>`select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  const answers = await db()
    .transaction()
    .execute(async (transaction) => {
      await lock.execute(transaction);
      const started = calls.map((start) => start());
      await expect
        .poll(async () => (await waiting.execute(db())).rows[0]?.count, { timeout: 20_000 })
        .toBe(calls.length);
      return started;
    });
  return Promise.all(answers);
}

describe('companies', () => {
  test('[G-047] [G-048] [G-028] no id, null or -1 adds a company and a known id renames it; the list shows both', async () => {
    const added = await Promise.all(
      [{}, { id: null }, { id: -1 }].map((id, index) =>
        save<{ id: number; groupName: string }>('superadmin', '/admin/group', {
          ...id,
          groupName: ` Line ${index} 🐷 `,
        }),
      ),
    );
    expect(new Set(added.map(({ id }) => id)).size).toBe(3);
    const [first] = added;
    expect(first).toEqual({ id: expect.any(Number), groupName: 'Line 0 🐷' });
    const renamed = { id: first?.id ?? 0, groupName: 'Line zero' };
    expect(await save('superadmin', '/admin/group', renamed)).toEqual(renamed);
    expect(await list('superadmin', '/admin/group')).toContainEqual(renamed);
    expect(await lastAudit('group', renamed.id)).toMatchObject({
      action: 'group-renamed',
      before: { name: 'Line 0 🐷' },
      after: { name: 'Line zero' },
    });
  });

  test.each([
    [{ groupName: '' }, 400, 'validation-failed'],
    [{ groupName: '   ' }, 400, 'validation-failed'],
    [{ groupName: 'n'.repeat(50) }, 400, 'validation-failed'],
    [{ groupName: 'a\nb' }, 400, 'validation-failed'],
    [{}, 400, 'validation-failed'],
    [{ groupName: 'dEMO pipelines' }, 409, 'group-name-taken'],
    [{ id: 999_999, groupName: 'Nobody' }, 404, 'group-not-found'],
    [{ id: 0, groupName: 'Nobody' }, 404, 'group-not-found'],
  ])('%j is refused', async (body, status, code) => {
    expect(await codeOf(await call('superadmin', 'POST', '/admin/group', body))).toEqual([status, code]);
  });

  test('a company cannot take the name of another, but can change the case of its own', async () => {
    const id = await newGroup('River crossing');
    expect(await codeOf(await call('superadmin', 'POST', '/admin/group', { id, groupName: 'DEMO PIPELINES' }))).toEqual(
      [409, 'group-name-taken'],
    );
    expect(await save('superadmin', '/admin/group', { id, groupName: 'RIVER crossing' })).toEqual({
      id,
      groupName: 'RIVER crossing',
    });
  });

  test('[G-049] [G-034] a company is deleted only without users and AGMs', async () => {
    const id = await newGroup('Short-lived');
    const user = await save('superadmin', '/admin/user', newUser({ group: id }));
    await server.app.database.change(systemOrigin('test'), (change) =>
      insertDevice(change, { uid: 700_001, groupId: id, imei: null, lat: 0, lon: 0 }),
    );
    const remove = () => call('superadmin', 'DELETE', `/admin/group/${id}`);
    expect(await codeOf(await remove())).toEqual([409, 'group-not-empty']);
    expect((await call('superadmin', 'DELETE', `/admin/user/${user.id}`)).status).toBe(200);
    expect(await codeOf(await remove())).toEqual([409, 'group-not-empty']);
    expect((await call('superadmin', 'DELETE', '/admin/apexagm/700001')).status).toBe(200);
    const response = await remove();
    expect([response.status, await response.json()]).toEqual([200, {}]);
    expect(await codeOf(await remove())).toEqual([404, 'group-not-found']);
    expect(await list<{ id: number }>('superadmin', '/admin/group')).not.toContainEqual(
      expect.objectContaining({ id }),
    );
    expect(await lastAudit('group', id)).toMatchObject({ action: 'group-removed', before: { name: 'Short-lived' } });
  });

  test('a company whose relay has no devices left can be deleted, which ends the relay', async () => {
    const id = await newGroup('Relayed');
    await server.app.database.change(systemOrigin('test'), (change) =>
      insertDevice(change, { uid: 700_002, groupId: id, imei: null, lat: 0, lon: 0 }),
    );
    expect((await call('superadmin', 'POST', '/gateway', { name: 'truck-70', uids: [700_002] })).status).toBe(201);
    expect((await call('superadmin', 'DELETE', '/admin/apexagm/700002')).status).toBe(200);
    expect((await call('superadmin', 'DELETE', `/admin/group/${id}`)).status).toBe(200);
    expect(await db().selectFrom('relays').select('name').where('name', '=', 'truck-70').execute()).toEqual([]);
  });

  test('adding a user while the company is deleted either fails or blocks the deletion', async () => {
    const id = await newGroup('Contested');
    const remove = () => call('superadmin', 'DELETE', `/admin/group/${id}`);
    const add = () => call('superadmin', 'POST', '/admin/user', newUser({ group: id }));
    const [removed, added] = await letGoAtOnce(sql`select id from groups where id = ${id} for update`, [remove, add]);
    expect([
      [200, 404],
      [409, 200],
    ]).toContainEqual([removed?.status, added?.status]);
  });
});

describe('users of a company', () => {
  test('[G-054] [G-055] [G-029] the superadmin adds a user to the company in the request', async () => {
    const sent = newUser({ group: foreign, email: '  Dana.Reyes@Example.COM ', role: 'admin' });
    const added = await save('superadmin', '/admin/user', sent);
    expect(added).toEqual({
      id: expect.any(Number),
      group: foreign,
      name: 'Dana Reyes',
      email: 'dana.reyes@example.com',
      phone: PHONE,
      role: 'admin',
      revision: 1,
    });
    expect(await list('superadmin', `/admin/user/${foreign}`)).toContainEqual(added);
    expect(await lastAudit('user', added.id)).toMatchObject({
      action: 'user-added',
      user_name: 'Sam Whitehorse',
      group_id: foreign,
    });
  });

  test('[G-057] [G-058] [G-032] [L-067] a user that an admin saves belongs to the company of the admin, whatever company is sent', async () => {
    const sent = newUser({ name: 'Vic Olsen' });
    const added = await save('admin', '/user', sent);
    expect(added).toMatchObject({ ...sent, group: demo, id: expect.any(Number) as number });
    expect((await save('admin', '/user', newUser({ group: foreign }))).group).toBe(demo);
    expect(await list('admin', '/user')).toContainEqual(added);
    expect(await list('foreign', '/user')).not.toContainEqual(expect.objectContaining({ id: added.id }));
  });

  test('id null, -1 or group -99 adds a new user', async () => {
    const { id } = await addLocal();
    for (const sent of [
      { id: null, group: demo },
      { id: -1, group: demo },
      { id, group: -99 },
    ]) {
      expect((await addLocal(sent)).id).not.toBe(id);
    }
  });

  test('an edit replaces the sent fields of a user and leaves the others unchanged', async () => {
    const { id } = await addLocal({ name: 'First' });
    const renamed = await save('admin', '/user', { id, name: ' Second 🐷🐖 ' });
    expect(renamed).toMatchObject({ id, name: 'Second 🐷🐖', phone: PHONE, role: 'viewer', revision: 2 });
    const changed = await save('superadmin', '/admin/user', { id, phone: '+1 918 555 0199', role: 'admin' });
    expect(changed).toMatchObject({
      group: demo,
      name: 'Second 🐷🐖',
      phone: '+1 918 555 0199',
      role: 'admin',
      revision: 3,
    });
    expect(await lastAudit('user', id)).toMatchObject({
      action: 'user-updated',
      before: { phone: PHONE, role: 'viewer' },
      after: { phone: '+1 918 555 0199', role: 'admin' },
    });
  });

  test('saving a user without a change neither raises the revision nor writes an audit entry', async () => {
    const added = await addLocal();
    expect(await save('admin', '/user', { ...added, revision: 1 })).toEqual(added);
    expect((await lastAudit('user', added.id))?.action).toBe('user-added');
  });

  test('a name of 49 emoji and an e-mail of 254 characters are accepted', async () => {
    const email = `${'l'.repeat(64)}@${domainOf(189)}`;
    expect(email).toHaveLength(254);
    expect(await addLocal({ name: '🐖'.repeat(49), email })).toMatchObject({ name: '🐖'.repeat(49), email });
  });

  test.each([
    ['[G-038]', { name: '' }, 'name: Invalid Name'],
    ['[G-038]', { name: undefined }, 'name: Invalid Name'],
    ['[G-038]', { name: 'n'.repeat(50) }, 'name: Invalid Name'],
    ['[G-038]', { name: 'a\u0000b' }, 'name: Invalid Name'],
    ['[G-039]', { email: '' }, 'email: Email is missing'],
    ['[G-039]', { email: undefined }, 'email: Email is missing'],
    ['[G-040]', { email: 'dana@example' }, 'email: Invalid email'],
    ['[G-040]', { email: `a@${domainOf(253)}` }, 'email: Invalid email'],
    ['[G-040]', { email: 'da\u0000na@example.com' }, 'email: Invalid email'],
    ['[G-041]', { phone: '918555013' }, `phone: ${USER_TEXTS.phone}`],
    ['[G-041]', { phone: '1234567890123456' }, `phone: ${USER_TEXTS.phone}`],
    ['[G-041]', { phone: undefined }, `phone: ${USER_TEXTS.phone}`],
    ['[G-042]', { role: undefined }, 'role: Role required'],
    ['[G-042]', { role: null }, 'role: Role required'],
    ['[G-031]', { role: 'superadmin' }, 'role: Role required'],
  ])('%s both calls refuse a new user with %j', async (_id, fields, detail) => {
    for (const [caller, address, group] of [
      ['admin', '/user', -99],
      ['superadmin', '/admin/user', demo],
    ] as const) {
      const problem = await readProblem(await call(caller, 'POST', address, newUser({ group, ...fields })));
      expect([problem.status, problem.code, problem.detail]).toEqual([400, 'validation-failed', detail]);
    }
  });

  test('invalid fields are refused for a known user too', async () => {
    const before = await addLocal();
    for (const field of [{ name: '' }, { email: 'x' }, { phone: '1' }, { role: 'superadmin' }]) {
      expect((await call('admin', 'POST', '/user', { id: before.id, ...field })).status).toBe(400);
    }
    expect(await list('admin', '/user')).toContainEqual(before);
  });

  test('[G-060] an e-mail is unique in the system, in any case and across companies', async () => {
    const email = newMail();
    const { id } = await save('superadmin', '/admin/user', newUser({ group: demo, email }));
    const other = await addLocal();
    for (const [caller, address, body] of [
      ['admin', '/user', newUser({ email: email.toUpperCase() })],
      ['admin', '/user', { id: other.id, email: email.toUpperCase() }],
      ['superadmin', '/admin/user', newUser({ group: foreign, email })],
      ['superadmin', '/admin/staff', { name: 'Staff', email, phone: PHONE }],
    ] as const) {
      const problem = await readProblem(await call(caller, 'POST', address, body));
      expect([problem.status, problem.code, problem.detail]).toEqual([
        409,
        'email-taken',
        'Error adding user - email address already in system',
      ]);
    }
    expect(await save('superadmin', '/admin/user', { id, email: email.toUpperCase() })).toMatchObject({
      email,
      revision: 1,
    });
  });

  test('[W-018] refuses an email of another company, or of a superadmin, without a reason, and every new e-mail after the limit', async () => {
    const { id, email: own } = await save('foreign', '/user', newUser());
    const { email: elsewhere } = await save('superadmin', '/admin/user', newUser({ group: demo }));
    const refused = async (body: unknown) => {
      const problem = await readProblem(await call('foreign', 'POST', '/user', body));
      expect(problem.detail).not.toMatch(/already|system|exist|compan/i);
      return [problem.status, problem.code];
    };
    for (const body of [
      newUser({ email: elsewhere }),
      { id, email: elsewhere },
      newUser({ email: elsewhere.toUpperCase() }),
      newUser({ email: 'superadmin@demo.waymark' }),
    ]) {
      expect(await refused(body)).toEqual([409, 'email-refused']);
    }
    expect((await save('foreign', '/user', newUser())).id).toBeGreaterThan(id);
    expect(await refused({ id, email: elsewhere })).toEqual([409, 'email-refused']);
    expect(await refused(newUser())).toEqual([409, 'email-refused']);
    // The company's own addresses are refused in the words of the documents, and other fields can be saved.
    expect(await codeOf(await call('foreign', 'POST', '/user', newUser({ email: own })))).toEqual([409, 'email-taken']);
    expect(await save('foreign', '/user', { id, email: own, name: 'Renamed' })).toMatchObject({ name: 'Renamed' });
    expect(await lastAudit('email', elsewhere)).toMatchObject({ action: 'email-refused', group_id: foreign });
  });

  test('[W-177] the limit of refused e-mails holds for calls at the same time', async () => {
    const { email: elsewhere } = await addLocal();
    const { token } = await signInAdminOf(await newGroup('Prober'));
    const probes = await Promise.all(
      Array.from({ length: 12 }, () =>
        server.call('POST', '/api/user', { token, body: newUser({ email: elsewhere, password: PASSWORD }) }),
      ),
    );
    expect(probes.map(({ status }) => status)).toEqual(probes.map(() => 409));
    const { rows } = await sql<{ count: number }>`select count(*) from audit
      where action = 'email-refused' and object_id = ${elsewhere}`.execute(db());
    expect(rows[0]?.count).toBe(5);
  });

  test('two calls that add the same e-mail at once add one user', async () => {
    const email = newMail();
    const responses = await Promise.all([1, 2, 3].map(() => call('admin', 'POST', '/user', newUser({ email }))));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  test.each([
    [{ id: 999_999, name: 'X' }, 404, 'user-not-found'],
    [{ id: 0, name: 'X' }, 404, 'user-not-found'],
    [newUser({ group: 999_999 }), 404, 'group-not-found'],
    [newUser({ group: -99 }), 404, 'group-not-found'],
    [newUser({ group: undefined }), 404, 'group-not-found'],
  ])('POST /admin/user %j is refused', async (body, status, code) => {
    expect(await codeOf(await call('superadmin', 'POST', '/admin/user', body))).toEqual([status, code]);
  });

  test('[L-068] [L-069] [L-070] viewers may save no user, the superadmin no local user, and admins nothing of the superadmin', async () => {
    for (const [caller, address] of [
      ['viewer', '/user'],
      ['superadmin', '/user'],
      ['viewer', '/admin/user'],
      ['admin', '/admin/user'],
      ['admin', '/admin/group'],
      ['admin', '/admin/staff'],
    ] as const) {
      expect((await call(caller, 'POST', address, newUser({ group: demo, groupName: 'X' }))).status).toBe(403);
    }
  });

  test('an admin cannot find users of another company or superadmins', async () => {
    const { id } = await addLocal();
    const [staff] = await list('superadmin', '/admin/staff');
    for (const [caller, other] of [
      ['foreign', id],
      ['admin', staff?.id],
    ] as const) {
      expect(await codeOf(await call(caller, 'POST', '/user', { id: other, name: 'Mine' }))).toEqual([
        404,
        'user-not-found',
      ]);
      expect(await codeOf(await call(caller, 'DELETE', `/user/${other}`))).toEqual([404, 'user-not-found']);
    }
    expect(await codeOf(await call('superadmin', 'POST', '/admin/user', { id: staff?.id, role: 'viewer' }))).toEqual([
      404,
      'user-not-found',
    ]);
  });

  test('two admins edit one user: the second is told that their form is out of date', async () => {
    const { id, revision } = await addLocal();
    expect(await save('admin', '/user', { id, name: 'By the first', revision })).toMatchObject({ revision: 2 });
    expect(
      await codeOf(await call('superadmin', 'POST', '/admin/user', { id, name: 'By the second', revision })),
    ).toEqual([409, 'user-changed']);
    expect(await save('superadmin', '/admin/user', { id, name: 'By the second', revision: 2 })).toMatchObject({
      revision: 3,
    });
  });

  test('two saves of the same revision at once: one succeeds', async () => {
    const { id, revision } = await addLocal();
    const responses = await Promise.all(
      ['A', 'B', 'C'].map((name) => call('admin', 'POST', '/user', { id, name, revision })),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  test('[V-001] an edit reaches the open lists of the company and the consoles of the edited user', async () => {
    const { id, email } = await addLocal();
    const person = await server.signIn(email, PASSWORD);
    const admin = await connectAgm(server, callers.admin.token);
    await verifyEvents({
      client: await connectAgm(server, person.token),
      fetch: async () =>
        (await (await server.call('GET', '/api/pigrun/user/get-user', { token: person.token })).json()) as {
          name: string;
        },
      apply: (_stale, { data }) => data as { name: string },
      action: () => call('superadmin', 'POST', '/admin/user', { id, name: 'Renamed' }),
      expected: ['ReceiveUserUpdate'],
    });
    const heard = new Promise((resolve) => admin.on('ReceiveUserListUpdate', resolve));
    await save('superadmin', '/admin/user', { id, name: 'Renamed again' });
    expect(await heard).toEqual({ groupId: demo });
    admin.disconnect();
  });

  test('consent to text messages ends with the number it was given for', async () => {
    const { id, email } = await addLocal();
    const { token } = await server.signIn(email, PASSWORD);
    const body = { a2pMessagingOptInState: true, phone: PHONE };
    await server.call('POST', '/api/pigrun/user/update-a2p-messaging-state', { token, body });
    const isOptedIn = async () =>
      (await db().selectFrom('users').select('is_opted_in').where('id', '=', id).executeTakeFirstOrThrow()).is_opted_in;
    await save('admin', '/user', { id, phone: '(918) 555-0134' });
    expect(await isOptedIn()).toBe(true);
    await save('admin', '/user', { id, phone: '9185550135' });
    expect(await isOptedIn()).toBe(false);
  });
});

describe('passwords of new users', () => {
  test('[G-030] a sent password that follows the rule is stored, and neither answered nor audited', async () => {
    const added = await addLocal();
    expect(JSON.stringify(added)).not.toContain(PASSWORD);
    expect(JSON.stringify(await lastAudit('user', added.id))).not.toContain(PASSWORD);
    await expect(server.signIn(added.email, PASSWORD)).resolves.toBeDefined();
    expect(await findMail(added.email)).toBeUndefined();
    const weak = await call('admin', 'POST', '/user', newUser({ password: 'weak' }));
    expect(await codeOf(weak)).toEqual([400, 'password-invalid']);
  });

  test('a user without a sent password gets a link by mail, which sets the password', async () => {
    for (const [caller, address, fields] of [
      ['admin', '/user', { password: '' }],
      ['superadmin', '/admin/user', { group: demo }],
      ['superadmin', '/admin/staff', {}],
    ] as const) {
      const { id, email } = await save(caller, address, newUser(fields));
      await expect.poll(() => findMail(email), { timeout: 20_000 }).toMatchObject({ subject: 'Your Waymark account' });
      const token = /#token=(\S+)/.exec((await findMail(email))?.text ?? '')?.[1];
      const link = await db()
        .selectFrom('password_links')
        .select('expires_at')
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow();
      expect((link.expires_at.getTime() - Date.now()) / 3_600_000).toBeCloseTo(72, 0);
      const body = { token, password: PASSWORD };
      expect((await server.call('POST', '/api/dbconnections/set_password', { body })).status).toBe(200);
      await expect(server.signIn(email, PASSWORD)).resolves.toBeDefined();
    }
  });

  test('a new password for a known user signs them out, and they sign in with it', async () => {
    const { id, email } = await addLocal();
    const { token } = await server.signIn(email, PASSWORD);
    await save('admin', '/user', { id, password: 'Another-horse-9' });
    await expect
      .poll(async () => (await server.call('GET', '/api/userinfo', { token })).status, { timeout: 20_000 })
      .toBe(401);
    await expect(server.signIn(email, PASSWORD)).rejects.toThrow('403');
    await expect(server.signIn(email, 'Another-horse-9')).resolves.toBeDefined();
  });
});

describe("an admin's own account", () => {
  async function signInAdmin() {
    const { id, email } = await addLocal({ role: 'admin' });
    const { token } = await server.signIn(email, PASSWORD);
    const edit = (body: object) => server.call('POST', '/api/user', { token, body: { id, ...body } });
    return { email, edit };
  }

  test('[W-024, W-176] POST /user sets no password of the caller, who has to know the current one', async () => {
    const { email, edit } = await signInAdmin();
    expect(await codeOf(await edit({ password: 'Another-horse-9' }))).toEqual([409, 'own-password']);
    await expect(server.signIn(email, PASSWORD)).resolves.toBeDefined();
  });

  test('[W-176] POST /user changes the e-mail of the caller with the current password only', async () => {
    const { edit } = await signInAdmin();
    const next = newMail();
    for (const shown of [undefined, 'Wrong-horse-9'])
      expect(await codeOf(await edit({ email: next, currentPassword: shown }))).toEqual([
        403,
        'current-password-wrong',
      ]);
    expect((await edit({ name: 'Renamed' })).status).toBe(200);
    const changed = await edit({ email: next, currentPassword: PASSWORD });
    expect(await changed.json()).toMatchObject({ email: next, name: 'Renamed' });
  });

  test('[W-176] POST /admin/staff changes the e-mail of the caller with the current password only', async () => {
    const own = (await list<{ id: number; email: string }>('superadmin', '/admin/staff')).find(
      ({ email }) => email === 'superadmin@demo.waymark',
    );
    const edit = (body: object) => call('superadmin', 'POST', '/admin/staff', { id: own?.id, ...body });
    expect(await codeOf(await edit({ email: newMail() }))).toEqual([403, 'current-password-wrong']);
    expect((await edit({ email: own?.email })).status).toBe(200);
  });
});

describe('loss of access', () => {
  async function signInNew(fields?: Readonly<Record<string, unknown>>) {
    const user = await addLocal(fields);
    const signedIn = await server.signIn(user.email, PASSWORD);
    const socket = await connectAgm(server, signedIn.token);
    const ended = new Promise((resolve) => socket.on('ReceiveSessionEnd', resolve));
    const closed = new Promise((resolve) => socket.on('disconnect', resolve));
    return { user, signedIn, ended, closed };
  }

  async function expectEnded({ signedIn, ended, closed }: Awaited<ReturnType<typeof signInNew>>): Promise<void> {
    expect(await ended).toEqual({ reason: 'account-changed' });
    await closed;
    expect((await server.call('GET', '/api/userinfo', { token: signedIn.token })).status).toBe(401);
    const renewal = await server.call('POST', '/api/oauth/token', {
      body: { grant_type: 'refresh_token' },
      headers: { cookie: signedIn.cookie },
    });
    expect(renewal.status).toBe(403);
  }

  test('[G-059] an admin deletes a user: sessions, token and hub connection end at once', async () => {
    const person = await signInNew();
    const response = await call('admin', 'DELETE', `/user/${person.user.id}`);
    expect([response.status, await response.json()]).toEqual([200, {}]);
    await expectEnded(person);
    await expect(server.signIn(person.user.email, PASSWORD)).rejects.toThrow('403');
    expect(await lastAudit('user', person.user.id)).toMatchObject({
      action: 'user-removed',
      group_id: demo,
      before: { email: person.user.email },
    });
    expect((await addLocal({ email: person.user.email })).id).not.toBe(person.user.id);
  });

  test('[G-056] the superadmin deletes a user: sessions, token and hub connection end at once', async () => {
    const person = await signInNew();
    expect((await call('superadmin', 'DELETE', `/admin/user/${person.user.id}`)).status).toBe(200);
    await expectEnded(person);
    expect(await codeOf(await call('superadmin', 'DELETE', `/admin/user/${person.user.id}`))).toEqual([
      404,
      'user-not-found',
    ]);
  });

  test('a changed role ends sessions, token and hub connection', async () => {
    const person = await signInNew();
    await save('admin', '/user', { id: person.user.id, role: 'admin' });
    await expectEnded(person);
    expect((await server.signIn(person.user.email, PASSWORD)).scope).toContain('admin:company');
  });

  test('a move to another company ends the sessions, and both companies see it in their audit', async () => {
    const person = await signInNew();
    const { id } = person.user;
    expect(await save('superadmin', '/admin/user', { id, group: foreign })).toMatchObject({
      group: foreign,
      name: 'Dana Reyes',
    });
    await expectEnded(person);
    expect(await list('foreign', '/user')).toContainEqual(expect.objectContaining({ id }));
    const { rows } = await sql<{ group_id: number }>`select group_id from audit
      where action = 'user-updated' and object_id = ${String(id)} order by group_id`.execute(db());
    expect(rows.map(({ group_id }) => group_id)).toEqual([demo, foreign]);
  });
});

describe('refused deletions', () => {
  test('users cannot delete themselves', async () => {
    const own = async (caller: Caller) => {
      const response = await call(caller, 'GET', '/pigrun/user/get-user');
      return ((await response.json()) as { id: number }).id;
    };
    expect(await codeOf(await call('admin', 'DELETE', `/user/${await own('admin')}`))).toEqual([409, 'own-user']);
    const superadminId = await own('superadmin');
    expect(await codeOf(await call('superadmin', 'DELETE', `/admin/user/${superadminId}`))).toEqual([409, 'own-user']);
  });

  test('superadmins belong to no company, are added, changed and deleted; two who delete each other leave one', async () => {
    const before = await list('superadmin', '/admin/staff');
    const first = await save('superadmin', '/admin/staff', { name: 'Staff One', email: newMail(), phone: PHONE });
    expect(first).toEqual({ id: expect.any(Number), name: 'Staff One', email: first.email, phone: PHONE, revision: 1 });
    expect(await save('superadmin', '/admin/staff', { id: first.id, name: 'Staff 1', revision: 1 })).toMatchObject({
      revision: 2,
    });
    expect(
      await codeOf(await call('superadmin', 'POST', '/admin/staff', { id: first.id, name: 'X', revision: 1 })),
    ).toEqual([409, 'user-changed']);
    const { id: viewerId } = await addLocal();
    expect(await codeOf(await call('superadmin', 'POST', '/admin/staff', { id: viewerId, name: 'X' }))).toEqual([
      404,
      'user-not-found',
    ]);
    expect(await codeOf(await call('superadmin', 'POST', '/admin/staff', { name: 'X', email: newMail() }))).toEqual([
      400,
      'validation-failed',
    ]);

    // Leave two superadmins, both signed in.
    const addStaff = (email: string) =>
      server.app.database.change(systemOrigin('test'), (change) =>
        addUser(change, { groupId: null, email, name: 'Staff Two', role: 'superadmin', password: PASSWORD }),
      );
    const email = newMail();
    const secondId = await addStaff(email);
    const second = await server.signIn(email, PASSWORD);
    const own = before.find((staff) => staff.email === 'superadmin@demo.waymark');
    const others = (await list('superadmin', '/admin/staff')).filter(({ id }) => id !== secondId && id !== own?.id);
    for (const { id } of others) expect((await call('superadmin', 'DELETE', `/admin/user/${id}`)).status).toBe(200);
    const deletions = await letGoAtOnce(sql`select id from users where role = 'superadmin' for update`, [
      () => call('superadmin', 'DELETE', `/admin/user/${secondId}`),
      () => server.call('DELETE', `/api/admin/user/${own?.id}`, { token: second.token }),
    ]);
    const refused = deletions.find(({ status }) => status !== 200);
    expect(deletions.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(refused && (await codeOf(refused))).toEqual([409, 'last-superadmin']);
    expect(await db().selectFrom('users').select('id').where('role', '=', 'superadmin').execute()).toHaveLength(1);
  });
});
