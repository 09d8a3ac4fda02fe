import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readProblem } from '../../testing/test-server.ts';
import { refreshCookieOf, startSessionWorld, type SessionWorld } from './testing/session-world.ts';

const DAY_S = 86_400;
let world: SessionWorld;
beforeAll(async () => {
  world = await startSessionWorld({ WAYMARK_SESSION_IDLE_DAYS: '3', WAYMARK_SESSION_MAX_DAYS: '5' });
});
afterAll(() => world.server.close());

async function signIn() {
  const { id, email } = await world.addPerson();
  return { id, ...(await world.server.signIn(email)) };
}

/** Moves the sign-in the given number of days into the past. */
async function age(userId: number, days: number): Promise<void> {
  await world.query(
    sql`update sessions set created_at = now() - make_interval(secs => ${days * DAY_S}) where user_id = ${userId}`,
  );
}

async function readExpiry(userId: number): Promise<number> {
  const [row] = await world.query(
    sql<{
      s: number;
    }>`select extract(epoch from expires_at - now())::float as s from sessions where user_id = ${userId}`,
  );
  return row?.s ?? -1;
}

const maxAgeOf = (response: Response) => Number(/Max-Age=(\d+)/.exec(response.headers.getSetCookie().join())?.[1]);

describe('the idle end of a session', () => {
  test('[W-022] each renewal moves the idle end and the lifetime of the cookie', async () => {
    const { id, cookie } = await signIn();
    expect(Math.round((await readExpiry(id)) / 60)).toBe(3 * 24 * 60);
    await world.query(sql`update sessions set expires_at = now() + interval '1 hour' where user_id = ${id}`);
    const renewed = await world.renew(cookie);
    expect(Math.round((await readExpiry(id)) / 60)).toBe(3 * 24 * 60);
    expect(Math.round(maxAgeOf(renewed) / 60)).toBe(3 * 24 * 60);
  });

  test('[W-022] a renewal after the idle end is refused and says what to do', async () => {
    const { id, cookie } = await signIn();
    await world.query(sql`update sessions set expires_at = now() where user_id = ${id}`);
    const late = await world.renew(cookie);
    expect(late.status).toBe(403);
    expect(await readProblem(late)).toMatchObject({
      code: 'refresh-refused',
      detail: 'Your session has ended. Sign in again.',
    });
  });
});

describe('the absolute end of a session', () => {
  test('[W-022] renewals do not move the absolute end', async () => {
    const { id, cookie } = await signIn();
    await age(id, 4);
    const renewed = await world.renew(cookie);
    expect(Math.round((await readExpiry(id)) / 60)).toBe(24 * 60);
    expect(Math.round(maxAgeOf(renewed) / 60)).toBe(24 * 60);
    await age(id, 5);
    expect((await world.renew(refreshCookieOf(renewed))).status).toBe(403);
  });

  test('[W-022] neither an access token nor the stream cookie outlives the absolute end', async () => {
    const { id, cookie } = await signIn();
    await age(id, 5 - 600 / DAY_S);
    const renewed = (await (await world.renew(cookie)).json()) as { access_token: string; expires_in: number };
    expect(renewed.expires_in).toBeLessThanOrEqual(600);
    expect(renewed.expires_in).toBeGreaterThan(500);
    const { exp = 0, iat = 0 } = decodeJwt(renewed.access_token);
    expect(exp - iat).toBe(renewed.expires_in);
    const stream = await world.server.call('POST', '/api/session', { token: renewed.access_token });
    expect(maxAgeOf(stream)).toBeLessThanOrEqual(600);
  });

  test('[W-022] a new setting of the absolute end applies to sessions that are already open', async () => {
    const { id, cookie } = await signIn();
    await world.query(
      sql`update sessions set created_at = now() - interval '6 days', expires_at = now() + interval '14 days' where user_id = ${id}`,
    );
    expect((await world.renew(cookie)).status).toBe(403);
  });
});
