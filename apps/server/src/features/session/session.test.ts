import { createHash } from 'node:crypto';
import { CONSOLE_CLIENT_ID, PASSWORD_CONNECTION } from '@waymark/contract/routes/session';
import { REQUESTED_SCOPES } from '@waymark/contract/roles';
import { decodeJwt, createLocalJWKSet, jwtVerify } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemScope } from '../../platform/access/scope.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { readCookie, readProblem, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { addGroup } from '../administration/groups.store.ts';
import { addUser } from '../administration/add-user.store.ts';
import { updateUser } from '../administration/user-edits.store.ts';
import { lockUser } from '../users/users.queries.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
// All tests share one address, whose failures would add up.
beforeEach(() => query(sql`delete from attempts where key like 'address:%'`));

const PASSWORD = 'Waymark-demo-1';
let people = 0;

/** Adds a user for each test, so that tests share no throttle and no sessions. */
async function addPerson(): Promise<{ id: number; email: string }> {
  const email = `person${++people}@session.test`;
  const id = await server.app.database.change(systemOrigin('test'), async (change) => {
    const groupId = await addGroup(change, `Company ${people}`);
    return addUser(change, { groupId, email, name: `Person ${people}`, role: 'admin', password: PASSWORD });
  });
  return { id, email };
}

function query<Row>(text: ReturnType<typeof sql<Row>>) {
  return text.execute(server.app.database.read(systemScope('test')).db).then(({ rows }) => rows);
}

function requestToken(body: Record<string, unknown>, headers: Record<string, string> = {}) {
  return server.call('POST', '/api/oauth/token', { body, headers });
}

function passwordGrant(username: string, password = PASSWORD) {
  return {
    grant_type: 'password',
    username,
    password,
    client_id: CONSOLE_CLIENT_ID,
    audience: 'waymark-api',
    scope: REQUESTED_SCOPES,
    connection: PASSWORD_CONNECTION,
  };
}

function refresh(cookie: string) {
  return requestToken({ grant_type: 'refresh_token' }, { cookie });
}

function cookieOf(response: Response): string {
  return `waymark_refresh=${readCookie(response, 'waymark_refresh') ?? ''}`;
}

describe('signing in', () => {
  test('[A-039, A-044] email and password give a token for the API, verifiable by the published keys', async () => {
    const { email, id } = await addPerson();
    const response = await requestToken(passwordGrant(email.toUpperCase()));
    expect(response.status).toBe(200);
    const given = (await response.json()) as { access_token: string; expires_in: number; scope: string };
    const keys = await (await server.call('GET', '/.well-known/jwks.json')).json();
    const { payload } = await jwtVerify(given.access_token, createLocalJWKSet(keys as never), {
      audience: 'waymark-api',
    });
    expect(payload).toMatchObject({ sub: String(id), email, scope: 'openid profile email admin:company' });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(given.expires_in);
    expect(given.expires_in).toBe(3600);
  });

  test('the token has the scope of the role, whatever scope was requested', async () => {
    const viewer = await server.signIn('viewer@demo.waymark');
    expect(viewer.scope.split(' ').filter((scope) => scope.includes(':'))).toEqual(['user:company']);
  });

  test('the refresh cookie is hidden from scripts and other sites, and stored only hashed', async () => {
    const { email } = await addPerson();
    const response = await requestToken(passwordGrant(email));
    const line = response.headers.getSetCookie().find((each) => each.startsWith('waymark_refresh='));
    expect(line).toMatch(/HttpOnly/);
    expect(line).toMatch(/SameSite=Strict/);
    expect(line).toMatch(/Path=\/api\/oauth/);
    const token = readCookie(response, 'waymark_refresh') ?? '';
    const hash = createHash('sha256').update(token).digest('hex');
    const [found] = await query(
      sql<{ count: number }>`select count(*) from refresh_tokens where encode(hash, 'hex') = ${hash}`,
    );
    expect(found?.count).toBe(1);
  });

  test('a wrong password and an unknown account get the same OAuth error', async () => {
    const { email } = await addPerson();
    const wrong = await requestToken(passwordGrant(email, 'Wrong-pass-1'), { accept: 'application/json' });
    const unknown = await requestToken(passwordGrant('nobody@session.test'), { accept: 'application/json' });
    expect([wrong.status, unknown.status]).toEqual([403, 403]);
    const body = { error: 'invalid_grant', error_description: 'Wrong email or password.' };
    expect([await wrong.json(), await unknown.json()]).toEqual([body, body]);
    expect(wrong.headers.get('x-log-id')).toMatch(/^\d+$/);
  });

  test('repeated failures make even the right password wait, also for accounts that do not exist', async () => {
    const { email } = await addPerson();
    for (const account of [email, 'ghost@session.test']) {
      let last = await requestToken(passwordGrant(account, 'Wrong-pass-1'));
      for (let tries = 1; tries < 5; tries++) last = await requestToken(passwordGrant(account, 'Wrong-pass-1'));
      expect(last.status).toBe(403);
      const waiting = await requestToken(passwordGrant(account));
      expect(waiting.status).toBe(429);
      const problem = await readProblem(waiting);
      expect(problem).toMatchObject({ code: 'sign-in-throttled', error: 'too_many_attempts' });
      expect(problem.detail).toMatch(/^Too many attempts\. Try again in \d+ seconds?\.$/);
      expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  test('simultaneous attempts do not bypass the limit', async () => {
    const { email } = await addPerson();
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => requestToken(passwordGrant(email, 'Wrong-pass-1'))),
    );
    expect(responses.filter(({ status }) => status === 403)).toHaveLength(5);
  });

  test('another audience and another site are refused', async () => {
    const { email } = await addPerson();
    const audience = await requestToken({ ...passwordGrant(email), audience: 'https://elsewhere.example' });
    expect((await readProblem(audience)).code).toBe('wrong-audience');
    const site = await requestToken(passwordGrant(email), { origin: 'https://evil.example' });
    expect((await readProblem(site)).code).toBe('foreign-origin');
  });

  test('[A-040] the user info is looked up with the access token', async () => {
    const { email, id } = await addPerson();
    const { token } = await server.signIn(email);
    const info = await (await server.call('GET', '/api/userinfo', { token })).json();
    expect(info).toEqual({ sub: String(id), name: expect.stringContaining('Person'), email });
  });

  test('signing in and out is in the audit trail, with the address and without the password', async () => {
    const { email, id } = await addPerson();
    const { cookie } = await server.signIn(email);
    await server.call('POST', '/api/oauth/logout', { headers: { cookie } });
    const rows = await query(sql<{ action: string; address: string; text: string }>`
      select action, address, audit::text as text from audit where object_type = 'user' and object_id = ${String(id)} order by id`);
    expect(rows.map(({ action }) => action)).toEqual(['user-added', 'signed-in', 'signed-out']);
    expect(rows[1]?.address).toBe('127.0.0.1');
    expect(rows.some(({ text }) => text.includes(PASSWORD))).toBe(false);
  });
});

describe('the session', () => {
  test('[A-041] the refresh cookie gives a new token and a new cookie', async () => {
    const { email } = await addPerson();
    const first = await server.signIn(email);
    const renewed = await refresh(first.cookie);
    expect(renewed.status).toBe(200);
    const { access_token: token } = (await renewed.json()) as { access_token: string };
    expect(decodeJwt(token)['sid']).toBe(decodeJwt(first.token)['sid']);
    expect(cookieOf(renewed)).not.toBe(first.cookie);
    expect((await server.call('GET', '/api/userinfo', { token })).status).toBe(200);
  });

  test('an old cookie renews within the grace; later it ends the whole session', async () => {
    const { email, id } = await addPerson();
    const first = await server.signIn(email);
    const second = cookieOf(await refresh(first.cookie));
    expect((await refresh(first.cookie)).status).toBe(200);

    await query(
      sql`update refresh_tokens set replaced_at = replaced_at - interval '1 minute' where replaced_at is not null`,
    );
    expect((await refresh(first.cookie)).status).toBe(403);
    expect((await readProblem(await refresh(second))).code).toBe('refresh-refused');
    await vi.waitFor(async () =>
      expect((await server.call('GET', '/api/userinfo', { token: first.token })).status).toBe(401),
    );
    // The entry is in the audit of the user's own company.
    const [row] = await query(sql<{ count: number }>`select count(*) from audit join users using (group_id)
      where action = 'refresh-token-reused' and object_id = ${String(id)} and users.id = ${id}`);
    expect(row?.count).toBe(1);
  });

  test('two renewals at the same moment both succeed', async () => {
    const { email } = await addPerson();
    const { cookie } = await server.signIn(email);
    const both = await Promise.all([refresh(cookie), refresh(cookie)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    for (const response of both) expect((await refresh(cookieOf(response))).status).toBe(200);
  });

  test('a sign-in replaces a refresh cookie that was in the browser before', async () => {
    const planted = cookieOf(await requestToken(passwordGrant((await addPerson()).email)));
    const { email } = await addPerson();
    const own = cookieOf(await requestToken(passwordGrant(email), { cookie: planted }));
    expect(own).not.toBe(planted);
    const told = (await (await refresh(planted)).json()) as { access_token: string };
    expect(decodeJwt(told.access_token)['email']).not.toBe(email);
    const made = cookieOf(
      await requestToken(passwordGrant(email), { cookie: 'waymark_refresh=chosen-by-somebody-else' }),
    );
    expect((await refresh(made)).status).toBe(200);
    expect((await refresh('waymark_refresh=chosen-by-somebody-else')).status).toBe(403);
  });

  test('signing out ends the session, its token and its cookie', async () => {
    const { email } = await addPerson();
    const { token, cookie } = await server.signIn(email);
    expect((await server.call('GET', '/api/userinfo', { token })).status).toBe(200);
    const out = await server.call('POST', '/api/oauth/logout', { headers: { cookie } });
    expect(out.status).toBe(200);
    expect(out.headers.getSetCookie().join()).toMatch(/waymark_refresh=;.*Max-Age=0/);
    await vi.waitFor(async () => expect((await server.call('GET', '/api/userinfo', { token })).status).toBe(401));
    expect((await refresh(cookie)).status).toBe(403);
  });

  test('[A-049] a token is valid until it expires, then gets token-expired', async () => {
    const { email } = await addPerson();
    const { token } = await server.signIn(email);
    expect((await server.call('GET', '/api/userinfo', { token })).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_601_000 });
    try {
      const response = await server.call('GET', '/api/userinfo', { token });
      expect(response.status).toBe(401);
      expect((await readProblem(response)).code).toBe('token-expired');
    } finally {
      vi.useRealTimers();
    }
  });

  test('a changed role or company ends the sessions of the user', async () => {
    const { email, id } = await addPerson();
    const { token } = await server.signIn(email);
    await server.app.database.change(systemOrigin('test'), async (change) => {
      const user = await lockUser({ scope: change.scope, db: change.db }, id);
      if (user) await updateUser(change, user, { role: 'viewer' });
    });
    await vi.waitFor(async () => expect((await server.call('GET', '/api/userinfo', { token })).status).toBe(401));
  });

  test('a token with a changed payload or another key is refused', async () => {
    const { token } = await server.signIn('viewer@demo.waymark');
    const [head, body, signature] = token.split('.');
    const claims = JSON.parse(Buffer.from(body ?? '', 'base64url').toString()) as Record<string, unknown>;
    const forged = Buffer.from(JSON.stringify({ ...claims, scope: 'admin:propipe' })).toString('base64url');
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${forged}.`;
    for (const bad of [`${head}.${forged}.${signature}`, none, 'x.y.z', 'nonsense']) {
      expect((await server.call('GET', '/api/userinfo', { token: bad })).status).toBe(401);
    }
  });

  test('the stream cookie is refused as an access token, and an access token as the stream cookie', async () => {
    const { token } = await server.signIn('viewer@demo.waymark');
    const response = await server.call('POST', '/api/session', { token });
    const line = response.headers.getSetCookie().find((each) => each.startsWith('waymark_stream=')) ?? '';
    expect(line).toMatch(/HttpOnly; SameSite=Strict/);
    expect(line).toMatch(/Path=\/hub/);
    const stream = readCookie(response, 'waymark_stream') ?? '';
    expect((await server.call('GET', '/api/userinfo', { token: stream })).status).toBe(401);
  });
});

describe('passwords', () => {
  test('[A-062] a user changes their password: their other sessions end, this one goes on', async () => {
    const { email } = await addPerson();
    const [here, there] = [await server.signIn(email), await server.signIn(email)];
    const body = { currentPassword: PASSWORD, password: 'Another-pass-2' };
    const changed = await server.call('POST', '/api/user/setpassword', { token: here.token, body });
    expect([changed.status, await changed.text()]).toEqual([200, '']);
    await vi.waitFor(async () =>
      expect((await server.call('GET', '/api/userinfo', { token: there.token })).status).toBe(401),
    );
    expect((await refresh(there.cookie)).status).toBe(403);
    expect((await server.call('GET', '/api/userinfo', { token: here.token })).status).toBe(200);
    expect((await refresh(here.cookie)).status).toBe(200);
    await expect(server.signIn(email)).rejects.toThrow('403');
    expect((await server.signIn(email, 'Another-pass-2')).token).not.toBe('');
  });

  test('the server applies the password rule with the documented text', async () => {
    const { email } = await addPerson();
    const { token } = await server.signIn(email);
    const response = await server.call('POST', '/api/user/setpassword', {
      token,
      body: { currentPassword: PASSWORD, password: 'short' },
    });
    expect(response.status).toBe(400);
    expect((await readProblem(response)).detail).toMatch(/^Invalid password - use at least 8 characters/);
  });
});

describe('the reset mail', () => {
  async function askForLink(email: string) {
    const body = { client_id: CONSOLE_CLIENT_ID, email, connection: PASSWORD_CONNECTION };
    return server.call('POST', '/api/dbconnections/change_password', { body });
  }

  async function findMail(email: string): Promise<{ text: string } | undefined> {
    const list = (await (await server.call('GET', '/api/dev/outbox')).json()) as { to: string; text: string }[];
    return list.find(({ to, text }) => to === email && text.includes('#token='));
  }

  test('the change-password call carries client id, email and connection and mails a one-time link', async () => {
    const { email } = await addPerson();
    expect((await askForLink(email)).status).toBe(200);
    const mail = await vi.waitFor(async () => {
      const found = await findMail(email);
      expect(found).toBeDefined();
      return found;
    });
    const token = /http:\/\/waymark\.test\/set-password#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const before = await server.signIn(email);

    const weak = await server.call('POST', '/api/dbconnections/set_password', { body: { token, password: 'weak' } });
    expect((await readProblem(weak)).code).toBe('password-invalid');
    const body = { token, password: 'Brand-new-pass-3' };
    expect((await server.call('POST', '/api/dbconnections/set_password', { body })).status).toBe(200);
    const again = await server.call('POST', '/api/dbconnections/set_password', { body });
    expect((await readProblem(again)).code).toBe('link-invalid');
    expect((await server.signIn(email, 'Brand-new-pass-3')).token).not.toBe('');
    await vi.waitFor(async () =>
      expect((await server.call('GET', '/api/userinfo', { token: before.token })).status).toBe(401),
    );
  });

  test('an unknown account gets the same answer and no mail', async () => {
    const { email } = await addPerson();
    const [known, unknown] = await Promise.all([askForLink(email), askForLink('nobody-here@session.test')]);
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
    await vi.waitFor(async () => expect(await findMail(email)).toBeDefined());
    await vi.waitFor(async () => {
      const rows = await query(
        sql<{
          count: number;
        }>`select count(*) from graphile_worker.jobs where task_identifier = 'session.password-link'`,
      );
      expect(rows[0]?.count).toBe(0);
    });
    expect(await findMail('nobody-here@session.test')).toBeUndefined();
  });

  test('a link is stored only hashed and expires after one hour', async () => {
    const { email, id } = await addPerson();
    await askForLink(email);
    const mail = await vi.waitFor(async () => {
      const found = await findMail(email);
      expect(found).toBeDefined();
      return found;
    });
    const token = /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const links = await query(sql<{ text: string; minutes: number }>`
      select encode(hash, 'escape') as text, extract(epoch from expires_at - now()) / 60 as minutes from password_links where user_id = ${id}`);
    expect(links).toHaveLength(1);
    expect(links[0]?.text).not.toContain(token);
    expect(Number(links[0]?.minutes)).toBeGreaterThan(58);
    expect(Number(links[0]?.minutes)).toBeLessThanOrEqual(60);
    await query(sql`update password_links set expires_at = now() where user_id = ${id}`);
    const body = { token, password: 'Brand-new-pass-3' };
    const late = await server.call('POST', '/api/dbconnections/set_password', { body });
    expect((await readProblem(late)).code).toBe('link-invalid');
  });

  test('repeated requests for a link are throttled', async () => {
    const { email } = await addPerson();
    for (let asked = 0; asked < 6; asked++) await askForLink(email);
    await vi.waitFor(async () => {
      const rows = await query(
        sql<{
          count: number;
        }>`select count(*) from graphile_worker.jobs where task_identifier = 'session.password-link'`,
      );
      expect(rows[0]?.count).toBe(0);
    });
    const [row] = await query(sql<{ count: number }>`select count(*) from outbox where recipient = ${email}`);
    expect(row?.count).toBe(3);
  });

  test('an invalid e-mail address is refused', async () => {
    const response = await askForLink('not an email');
    expect(response.status).toBe(400);
    expect((await readProblem(response)).detail).toBe('Invalid email');
  });
});
