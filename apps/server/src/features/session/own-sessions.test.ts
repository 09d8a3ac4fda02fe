import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectAgm } from '../../testing/hub-client.ts';
import { readProblem } from '../../testing/test-server.ts';
import { startSessionWorld, type SessionWorld } from './testing/session-world.ts';

interface Listed {
  readonly id: string;
  readonly userAgent: string;
  readonly address: string;
  readonly isCurrent: boolean;
  readonly expiresAt: string;
}

let world: SessionWorld;
beforeAll(async () => {
  world = await startSessionWorld();
});
afterAll(() => world.server.close());
beforeEach(() => world.forgetAttempts());

const list = async (token: string) =>
  (await (await world.server.call('GET', '/api/user/sessions', { token })).json()) as readonly Listed[];
const PASSWORD = 'Waymark-demo-1';
const endWith = (token: string, body: unknown) => world.server.call('POST', '/api/user/sessions/end', { token, body });
const end = (token: string, id: string) => endWith(token, { id, currentPassword: PASSWORD });
const sessionOf = (token: string) => String(decodeJwt(token)['sid']);

async function signInTwice() {
  const { id, email } = await world.addPerson();
  return { id, email, here: await world.server.signIn(email), there: await world.server.signIn(email) };
}

async function listAudited(userId: number) {
  return world.query(sql<{ action: string; before: unknown }>`select action, before from audit
    where object_type = 'user' and object_id = ${String(userId)} and action like '%ended' order by id`);
}

describe("the list of one's own sessions", () => {
  test('[W-023] the list shows address, program and the current session, and no session of another user', async () => {
    const { here, there } = await signInTwice();
    await signInTwice();
    const sessions = await list(here.token);
    expect(new Map(sessions.map(({ id, isCurrent }) => [id, isCurrent]))).toEqual(
      new Map([
        [sessionOf(here.token), true],
        [sessionOf(there.token), false],
      ]),
    );
    expect(sessions[0]).toMatchObject({ address: '127.0.0.1', userAgent: 'node' });
  });

  test('[W-023] the list leaves out ended and expired sessions and shows the absolute end', async () => {
    const { id, email, here, there } = await signInTwice();
    const third = await world.server.signIn(email);
    await end(here.token, sessionOf(there.token));
    await world.query(sql`update sessions set expires_at = now() where id = ${sessionOf(third.token)}`);
    await world.query(sql`update sessions set created_at = now() - interval '29 days' where user_id = ${id}`);
    const [only, ...others] = await list(here.token);
    expect(others).toEqual([]);
    const leftS = (Date.parse(`${only?.expiresAt.replace(' ', 'T')}Z`) - Date.now()) / 1000;
    expect(leftS).toBeLessThanOrEqual(86_401);
  });
});

describe("ending one's own sessions", () => {
  test('[W-023] ending one session ends its token, cookie and hub connection, and is audited', async () => {
    const { id, here, there } = await signInTwice();
    const socket = await connectAgm(world.server, there.token);
    const told = new Promise((resolve) => socket.once('ReceiveSessionEnd', resolve));
    expect((await end(here.token, sessionOf(there.token))).status).toBe(200);
    expect(await told).toEqual({ reason: 'signed-out' });
    socket.disconnect();
    await vi.waitFor(async () => expect(await world.isSignedIn(there.token)).toBe(false));
    expect((await world.renew(there.cookie)).status).toBe(403);
    expect(await world.isSignedIn(here.token)).toBe(true);
    expect(await listAudited(id)).toEqual([
      { action: 'session-ended', before: { address: '127.0.0.1', program: 'node' } },
    ]);
  });

  test('[W-023] ending all other sessions keeps the current one', async () => {
    const { id, email, here, there } = await signInTwice();
    const third = await world.server.signIn(email);
    expect((await endWith(here.token, { currentPassword: PASSWORD })).status).toBe(200);
    for (const { token } of [there, third]) {
      await vi.waitFor(async () => expect(await world.isSignedIn(token)).toBe(false));
    }
    expect((await list(here.token)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
    expect((await listAudited(id)).map(({ action }) => action)).toEqual(['other-sessions-ended']);
  });

  test('[W-023] a session of another user or an ended session is not found', async () => {
    const [own, other] = [await signInTwice(), await signInTwice()];
    const foreign = await end(own.here.token, sessionOf(other.here.token));
    expect(await readProblem(foreign)).toMatchObject({ status: 404, code: 'session-not-found' });
    expect(await world.isSignedIn(other.here.token)).toBe(true);
    await end(own.here.token, sessionOf(own.there.token));
    expect((await end(own.here.token, sessionOf(own.there.token))).status).toBe(404);
    expect((await end(own.here.token, 'not-a-session')).status).toBe(400);
  });
});

describe('ending own sessions without the password', () => {
  test('[W-023] ending own sessions without the password is refused and counts as a failed sign-in', async () => {
    const { email, here, there } = await signInTwice();
    const id = sessionOf(there.token);
    for (const body of [{ id }, { id, currentPassword: 'Wrong-pass-1' }, {}, { currentPassword: 'Wrong-pass-2' }]) {
      const refused = await endWith(here.token, body);
      expect(await readProblem(refused)).toMatchObject({ status: 403, code: 'current-password-wrong' });
    }
    expect(await world.isSignedIn(there.token)).toBe(true);
    expect((await endWith(here.token, { currentPassword: 'Wrong-pass-3' })).status).toBe(403);
    expect((await end(here.token, id)).status).toBe(429);
    await expect(world.server.signIn(email)).rejects.toThrow('429');
  });
});

describe("changing one's own password", () => {
  const NEXT = 'Another-pass-2';
  const setPassword = (token: string, body: unknown) =>
    world.server.call('POST', '/api/user/setpassword', { token, body });

  test('[W-024] a new password without the current one is refused and changes nothing', async () => {
    const { email, here } = await signInTwice();
    expect((await setPassword(here.token, { password: NEXT })).status).toBe(400);
    const wrong = await setPassword(here.token, { currentPassword: 'Wrong-pass-1', password: NEXT });
    expect(await readProblem(wrong)).toMatchObject({ status: 403, code: 'current-password-wrong' });
    expect((await world.server.signIn(email)).token).not.toBe('');
  });

  test('[W-024] a wrong current password counts as a sign-in attempt of the account', async () => {
    const { email, here } = await signInTwice();
    for (let tries = 0; tries < 5; tries++) {
      expect((await setPassword(here.token, { currentPassword: `Wrong-pass-${tries}`, password: NEXT })).status).toBe(
        403,
      );
    }
    const waiting = await setPassword(here.token, { currentPassword: 'Waymark-demo-1', password: NEXT });
    expect(waiting.status).toBe(429);
    expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0);
    await expect(world.server.signIn(email)).rejects.toThrow('429');
  });

  test('[W-024] a right current password clears the failed attempts', async () => {
    const { email, here } = await signInTwice();
    for (let tries = 0; tries < 4; tries++) {
      const wrong = await setPassword(here.token, { currentPassword: 'Wrong-pass-1', password: NEXT });
      expect(wrong.status).toBe(403);
    }
    expect((await setPassword(here.token, { currentPassword: 'Waymark-demo-1', password: NEXT })).status).toBe(200);
    await expect(world.server.signIn(email)).rejects.toThrow('403');
    expect((await world.server.signIn(email, NEXT)).token).not.toBe('');
  });
});

describe('an administrator who ends all sessions of a user', () => {
  const endAll = (token: string, id: number) => world.server.call('DELETE', `/api/user/${id}/sessions`, { token });

  test('[W-027] an administrator signs a user out everywhere, which closes the hub connection and is audited', async () => {
    const { id, here, there } = await signInTwice();
    const hub = await connectAgm(world.server, here.token);
    const ended = new Promise((resolve) => hub.once('ReceiveSessionEnd', resolve));
    const staff = await world.server.signIn('superadmin@demo.waymark');
    expect((await endAll(staff.token, id)).status).toBe(200);
    expect(await ended).toEqual({ reason: 'signed-out' });
    await vi.waitFor(async () => {
      for (const { token } of [here, there])
        expect((await world.server.call('GET', '/api/userinfo', { token })).status).toBe(401);
    });
    expect(await listAudited(id)).toEqual([{ action: 'sessions-ended', before: null }]);
  });

  test('[W-027] an administrator gets 404 for a user of another company, whose sessions go on', async () => {
    const { here, id } = await signInTwice();
    const foreign = await world.addPerson();
    await world.query(sql`update users set role = 'admin' where id = ${foreign.id}`);
    const { token } = await world.server.signIn(foreign.email);
    expect(await readProblem(await endAll(token, id))).toMatchObject({ status: 404, code: 'user-not-found' });
    expect((await world.server.call('GET', '/api/userinfo', { token: here.token })).status).toBe(200);
  });
});
