import { sql } from 'kysely';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemOrigin } from '../../../platform/http/call.ts';
import { readProblem } from '../../../testing/test-server.ts';
import { addUser } from '../../administration/add-user.store.ts';
import { PASSWORD, startSessionWorld, type SessionWorld } from '../testing/session-world.ts';

let world: SessionWorld;
beforeAll(async () => {
  world = await startSessionWorld();
  // The clock stands in the middle of a step, so that no code changes during a test.
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 15_000 });
});
afterAll(async () => {
  vi.useRealTimers();
  await world.server.close();
});
beforeEach(() => world.query(sql`delete from attempts`));

const call = (path: string, token: string, body?: unknown) =>
  world.server.call(body === undefined ? 'GET' : 'POST', `/api/user/second-factor${path}`, { token, body });
const post = (body: unknown) => world.server.call('POST', '/api/oauth/token', { body });
const firstStep = (email: string, password = PASSWORD) =>
  post({ grant_type: 'password', username: email, password, client_id: 'test' });
const secondStep = (ticket: string, otp: string) => post({ grant_type: 'mfa-otp', mfa_token: ticket, otp });

/** A wait that has begun lasts a second, which a slow machine takes for the next call. */
const prolongWaits = () =>
  world.query(sql`update attempts set blocked_until = now() + interval '1 minute' where blocked_until > last_at`);

async function ticketOf(email: string): Promise<string> {
  const response = await firstStep(email);
  expect(response.status).toBe(403);
  return (await readProblem(response)).mfa_token ?? '';
}

/** The code of an app; each call is one step later, because no code is accepted twice. */
function createApp(secret: string) {
  let step = -1;
  return () => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * step++ });
}

async function addPersonWithFactor() {
  const { id, email } = await world.addPerson();
  const { token } = await world.server.signIn(email);
  const begun = await call('/begin', token, { currentPassword: PASSWORD });
  const { secret } = (await begun.json()) as { secret: string };
  const nextCode = createApp(secret);
  const confirmed = await call('/confirm', token, { code: nextCode() });
  expect(confirmed.status).toBe(200);
  const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] };
  return { id, email, token, secret, nextCode, recoveryCodes };
}

describe('turning two-step sign-in on and off', () => {
  test('[W-420] begin and confirm turn it on, and the secret and the codes are not stored in clear', async () => {
    const { id, token, secret, recoveryCodes } = await addPersonWithFactor();
    expect(await (await call('', token)).json()).toMatchObject({ isOn: true, recoveryCodes: 10 });
    const rows = await world.query(
      sql<{ text: string }>`select f::text || c::text as text from totp_factors f join recovery_codes c using (user_id)
        where user_id = ${id}`,
    );
    expect(rows).toHaveLength(10);
    for (const { text } of rows) for (const clear of [secret, ...recoveryCodes]) expect(text).not.toContain(clear);
    const trail = await world.query(
      sql`select action from audit where user_id = ${id} and action = 'second-factor-on'`,
    );
    expect(trail).toHaveLength(1);
  });

  test('[W-420] without a first code the sign-in asks for none', async () => {
    const { email } = await world.addPerson();
    const { token } = await world.server.signIn(email);
    await call('/begin', token, { currentPassword: PASSWORD });
    expect(await readProblem(await call('/confirm', token, { code: '000000' }))).toMatchObject({
      code: 'second-factor-wrong',
    });
    expect(await (await call('', token)).json()).toMatchObject({ isOn: false });
    expect((await firstStep(email)).status).toBe(200);
  });

  test('[W-420] begin needs the password, and refuses a factor that is on', async () => {
    const { token } = await addPersonWithFactor();
    expect(await readProblem(await call('/begin', token, { currentPassword: 'Wrong-pass-1' }))).toMatchObject({
      code: 'current-password-wrong',
    });
    expect(await readProblem(await call('/begin', token, { currentPassword: PASSWORD }))).toMatchObject({
      code: 'second-factor-on',
    });
  });

  test('[W-423] turning it off needs the password and a code, and wrong codes are throttled', async () => {
    const { email, token, nextCode } = await addPersonWithFactor();
    const end = (code: string, currentPassword = PASSWORD) => call('/end', token, { currentPassword, code });
    expect((await readProblem(await end('000000'))).code).toBe('second-factor-wrong');
    expect((await readProblem(await end(nextCode(), 'Wrong-pass-1'))).code).toBe('current-password-wrong');
    expect((await end(nextCode())).status).toBe(200);
    expect((await firstStep(email)).status).toBe(200);
    expect((await readProblem(await end('000000'))).code).toBe('second-factor-off');
    const other = await addPersonWithFactor();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 5; attempt++)
      statuses.push((await call('/end', other.token, { currentPassword: PASSWORD, code: '000000' })).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403]);
    await prolongWaits();
    expect((await call('/end', other.token, { currentPassword: PASSWORD, code: '000000' })).status).toBe(429);
  });
});

describe('a sign-in with a second step', () => {
  test('[W-422] the password alone opens no session and sets no cookie; the code opens it', async () => {
    const { id, email, nextCode } = await addPersonWithFactor();
    const first = await firstStep(email);
    expect(first.headers.getSetCookie()).toEqual([]);
    const { code, mfa_token: ticket = '', error } = await readProblem(first);
    expect([code, error]).toEqual(['second-factor-needed', 'mfa_required']);
    const count = sql<{ n: number }>`select count(*)::int as n from sessions where user_id = ${id}`;
    const [before] = await world.query(count);
    const second = await secondStep(ticket, nextCode());
    expect(second.status).toBe(200);
    const { access_token: token } = (await second.json()) as { access_token: string };
    expect(await world.isSignedIn(token)).toBe(true);
    expect(await world.query(count)).toEqual([{ n: (before?.n ?? 0) + 1 }]);
    const [entry] = await world.query(
      sql<{ after: unknown }>`select after from audit where action = 'signed-in' and object_id = ${String(id)}
        order by id desc limit 1`,
    );
    expect(entry?.after).toEqual({ secondFactor: 'authenticator' });
  });

  test('[W-422] a client that knows only OAuth gets the ticket too', async () => {
    const { email } = await addPersonWithFactor();
    const body = { grant_type: 'password', username: email, password: PASSWORD, client_id: 'test' };
    const answer = await world.server.call('POST', '/api/oauth/token', {
      body,
      headers: { accept: 'application/json' },
    });
    expect(await answer.json()).toMatchObject({ error: 'mfa_required', mfa_token: expect.any(String) });
  });

  test('[W-422] a wrong password answers the same with and without a second factor', async () => {
    const [on, off] = [await addPersonWithFactor(), await world.addPerson()];
    const answers = [];
    for (const { email } of [on, off]) {
      const { logId: _id, ...answer } = await readProblem(await firstStep(email, 'Wrong-pass-1'));
      answers.push(answer);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).not.toHaveProperty('mfa_token');
  });

  test('[W-422] a ticket opens one session, and not after five minutes', async () => {
    const { email, nextCode } = await addPersonWithFactor();
    const used = await ticketOf(email);
    expect((await secondStep(used, nextCode())).status).toBe(200);
    expect((await readProblem(await secondStep(used, nextCode()))).code).toBe('sign-in-expired');
    const old = await ticketOf(email);
    await world.query(sql`update sign_in_tickets set expires_at = now()`);
    expect((await readProblem(await secondStep(old, nextCode()))).code).toBe('sign-in-expired');
    expect((await readProblem(await secondStep('made-up', nextCode()))).code).toBe('sign-in-expired');
  });

  test('[W-422] of two requests with one ticket and two valid codes one opens a session', async () => {
    const { email, recoveryCodes } = await addPersonWithFactor();
    const ticket = await ticketOf(email);
    const answers = await Promise.all(recoveryCodes.slice(0, 2).map((code) => secondStep(ticket, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('[W-422] a code is accepted once', async () => {
    const { email, nextCode } = await addPersonWithFactor();
    const code = nextCode();
    expect((await secondStep(await ticketOf(email), code)).status).toBe(200);
    expect((await readProblem(await secondStep(await ticketOf(email), code))).code).toBe('second-factor-wrong');
  });

  test('[W-422] a new password ends the ticket', async () => {
    const { email, token, nextCode } = await addPersonWithFactor();
    const ticket = await ticketOf(email);
    const changed = { currentPassword: PASSWORD, password: 'Another-horse-9' };
    expect((await world.server.call('POST', '/api/user/setpassword', { token, body: changed })).status).toBe(200);
    expect((await readProblem(await secondStep(ticket, nextCode()))).code).toBe('sign-in-expired');
  });

  test('[W-423] wrong codes are counted like wrong passwords, and the right one is refused until the wait is over', async () => {
    const { email, nextCode } = await addPersonWithFactor();
    const ticket = await ticketOf(email);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 4; attempt++) statuses.push((await secondStep(ticket, '000000')).status);
    expect(statuses).toEqual([403, 403, 403, 403]);
    await prolongWaits();
    expect((await secondStep(ticket, '000000')).status).toBe(429);
    expect((await secondStep(ticket, nextCode())).status).toBe(429);
    await world.query(sql`update attempts set blocked_until = now()`);
    expect((await secondStep(ticket, nextCode())).status).toBe(200);
    expect((await firstStep(email)).status).toBe(403);
  });

  test('[W-421] a recovery code stands for the app, once', async () => {
    const { email, token, recoveryCodes } = await addPersonWithFactor();
    const [code = ''] = recoveryCodes;
    expect((await secondStep(await ticketOf(email), code.toLowerCase())).status).toBe(200);
    expect((await readProblem(await secondStep(await ticketOf(email), code))).code).toBe('second-factor-wrong');
    expect(await (await call('', token)).json()).toMatchObject({ recoveryCodes: 9 });
  });
});

test('[W-423] a two-step sign-in leaves no attempt counted, for the account or the address', async () => {
  const { email, nextCode } = await addPersonWithFactor();
  await world.query(sql`delete from attempts`);
  expect((await secondStep(await ticketOf(email), nextCode())).status).toBe(200);
  expect(await world.query(sql`select key from attempts where failures > 0`)).toEqual([]);
});

describe('a lost authenticator app', () => {
  test('[W-424] after the operator has deleted the factor the old recovery codes are worth nothing', async () => {
    const { id, email, token, recoveryCodes } = await addPersonWithFactor();
    await world.query(sql`delete from totp_factors where user_id = ${id}`);
    expect((await firstStep(email)).status).toBe(200);
    const { secret } = (await (await call('/begin', token, { currentPassword: PASSWORD })).json()) as {
      secret: string;
    };
    expect((await call('/confirm', token, { code: createApp(secret)() })).status).toBe(200);
    const [old = ''] = recoveryCodes;
    expect((await readProblem(await secondStep(await ticketOf(email), old))).code).toBe('second-factor-wrong');
  });

  test('[W-424] an admin resets the factor of a user of the company with the own password; the sessions of the user end', async () => {
    const { id, email, token } = await addPersonWithFactor();
    const [{ group_id: groupId } = { group_id: 0 }] = await world.query(
      sql<{ group_id: number }>`select group_id from users where id = ${id}`,
    );
    const boss = `boss${id}@session-world.test`;
    const bossId = await world.server.app.database.change(systemOrigin('test'), (change) =>
      addUser(change, { groupId, email: boss, name: 'Boss', role: 'admin', password: PASSWORD }),
    );
    const admin = (await world.server.signIn(boss)).token;
    const reset = (userId: number, currentPassword: string, as = admin) =>
      world.server.call('POST', `/api/user/${userId}/second-factor/reset`, { token: as, body: { currentPassword } });
    expect((await readProblem(await reset(id, 'Wrong-pass-1'))).code).toBe('current-password-wrong');
    expect((await readProblem(await reset(bossId, PASSWORD))).code).toBe('own-second-factor');
    const foreign = (await world.server.signIn('admin@demo.waymark')).token;
    expect((await readProblem(await reset(id, PASSWORD, foreign))).code).toBe('user-not-found');
    expect((await reset(id, PASSWORD)).status).toBe(200);
    await vi.waitFor(async () => expect(await world.isSignedIn(token)).toBe(false));
    expect((await firstStep(email)).status).toBe(200);
    expect((await readProblem(await reset(id, PASSWORD))).code).toBe('second-factor-off');
  });
});
