import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectStream } from '../../testing/hub-client.ts';
import { readCookie } from '../../testing/test-server.ts';
import { PASSWORD, refreshCookieOf, startSessionWorld, type SessionWorld } from './testing/session-world.ts';

const PREFIXED = '__Host-waymark_refresh';
const STREAM = '__Host-waymark_stream';
let world: SessionWorld;
beforeAll(async () => {
  world = await startSessionWorld({ WAYMARK_PUBLIC_URL: 'https://waymark.test' });
});
afterAll(() => world.server.close());

async function signIn() {
  const { id, email } = await world.addPerson();
  const body = { grant_type: 'password', username: email, password: PASSWORD, client_id: 'test' };
  const answer = await world.server.call('POST', '/api/oauth/token', { body });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return { id, answer, token, refresh: readCookie(answer, PREFIXED) ?? '' };
}

/** Makes the session look as if a server without the cookie prefix had opened it. */
async function forgetPrefix(userId: number): Promise<void> {
  await world.query(
    sql`update refresh_tokens set host_prefixed = false where session_id in (select id from sessions where user_id = ${userId})`,
  );
}

describe('over https', () => {
  test('[W-220] a sign-in and each renewal open the stream hub without another call', async () => {
    const { answer, refresh } = await signIn();
    const renewed = await world.renew(`${PREFIXED}=${refresh}`);
    for (const response of [answer, renewed]) {
      const stream = `${STREAM}=${readCookie(response, STREAM) ?? ''}`;
      (await connectStream(world.server, stream)).disconnect();
      expect(response.headers.getSetCookie().find((line) => line.startsWith(STREAM))).toContain('Max-Age=3600;');
    }
  });

  test('[W-025] every cookie has the prefix __Host- with Secure and Path=/, and no domain', async () => {
    const { answer, token, refresh } = await signIn();
    const stream = await world.server.call('POST', '/api/session', { token });
    const out = await world.server.call('POST', '/api/oauth/logout', { headers: { cookie: `${PREFIXED}=${refresh}` } });
    const lines = [answer, stream, out].flatMap(({ headers }) => headers.getSetCookie());
    expect(lines).toHaveLength(5);
    for (const line of lines) {
      expect(line).toMatch(/^__Host-waymark_(?:refresh|stream)=/);
      expect(line).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    }
  });

  test('[W-025] a cookie of a server without the prefix is renewed once and replaced', async () => {
    const { id, refresh } = await signIn();
    await forgetPrefix(id);
    const renewed = await world.renew(`waymark_refresh=${refresh}`);
    expect(renewed.status).toBe(200);
    expect(renewed.headers.getSetCookie().find((line) => line.startsWith('waymark_refresh='))).toMatch(
      /^waymark_refresh=; Max-Age=0; Path=\/api\/oauth;/,
    );
    const successor = refreshCookieOf(renewed, PREFIXED);
    expect((await world.renew(successor.replace('__Host-', ''))).status).toBe(403);
    expect((await world.renew(successor)).status).toBe(200);
  });

  test('[W-025] a token from a cookie with the prefix is refused in a cookie without it', async () => {
    const { refresh } = await signIn();
    expect((await world.renew(`waymark_refresh=${refresh}`)).status).toBe(403);
    expect((await world.renew(`${PREFIXED}=${refresh}`)).status).toBe(200);
  });

  test('a cookie that another host of the domain sets does not hide the own cookie', async () => {
    const [own, planted] = [await signIn(), await signIn()];
    await forgetPrefix(planted.id);
    const renewed = await world.renew(`waymark_refresh=${planted.refresh}; ${PREFIXED}=${own.refresh}`);
    const { access_token: token } = (await renewed.json()) as { access_token: string };
    const { sub } = (await (await world.server.call('GET', '/api/userinfo', { token })).json()) as { sub: string };
    expect(sub).toBe(String(own.id));
  });

  test('[W-025] the stream hub takes the cookie with the prefix only', async () => {
    const { token } = await signIn();
    const stream =
      readCookie(await world.server.call('POST', '/api/session', { token }), '__Host-waymark_stream') ?? '';
    await expect(connectStream(world.server, `waymark_stream=${stream}`)).rejects.toThrow('unauthenticated');
    (await connectStream(world.server, `__Host-waymark_stream=${stream}`)).disconnect();
  });

  test('the API ignores session cookies, although the browser sends them on every path', async () => {
    const { refresh } = await signIn();
    const headers = { cookie: `${PREFIXED}=${refresh}` };
    expect((await world.server.call('GET', '/api/userinfo', { headers })).status).toBe(401);
  });
});
