import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemScope } from '../../../platform/access/scope.ts';
import { connectAgm, connectStream } from '../../../testing/hub-client.ts';
import type { TestProvider } from '../../../testing/oidc-provider.ts';
import { readCookie, readProblem, type TestServer } from '../../../testing/test-server.ts';
import { startExternalServer } from '../testing/external-server.ts';

let site: Awaited<ReturnType<typeof startExternalServer>>;
let provider: TestProvider;
let server: TestServer;
let travel: typeof site.travel;

beforeAll(async () => {
  site = await startExternalServer();
  ({ provider, server, travel } = site);
});
afterAll(() => site.close());

const userInfo = (token: string) => server.call('GET', '/api/userinfo', { token });

describe('an external identity provider', () => {
  test('the sign-in settings name the external provider', async () => {
    const settings = await (await server.call('GET', '/api/console/settings')).json();
    expect(settings).toMatchObject({ externalSignIn: { name: 'Pipeline ID' } });
  });

  test('code with PKCE leads to /authenticated with its token, verified by its published keys', async () => {
    const { callback, hash } = await travel('olga', 'state-of-this-tab');
    expect(callback.status).toBe(302);
    expect(callback.headers.get('location')).toMatch(/^\/authenticated#/);
    expect(hash.get('state')).toBe('state-of-this-tab');
    expect(hash.get('scope')).toContain('admin:company');
    expect(Number(hash.get('expires_in'))).toBeGreaterThan(3000);
    const token = hash.get('access_token') ?? '';
    const info = await (await userInfo(token)).json();
    expect(info).toMatchObject({ name: 'Name of olga', email: 'olga@provider.test' });
    const people = (await (await server.call('GET', '/api/user', { token })).json()) as { email: string }[];
    expect(people.map(({ email }) => email)).toEqual([
      'admin@demo.waymark',
      'olga@provider.test',
      'viewer@demo.waymark',
    ]);
    (await connectAgm(server, token)).disconnect();
  });

  const FORGED: readonly (readonly [what: string, change: (query: URLSearchParams) => void])[] = [
    ['another state', (query) => query.set('state', 'x')],
    ['no state', (query) => query.delete('state')],
    ['no code', (query) => query.delete('code')],
    ['an unknown code', (query) => query.set('code', 'x')],
    ['another issuer', (query) => query.set('iss', 'https://evil.example')],
  ];
  test.each(FORGED)('[W-035] a callback with %s is refused as the fault of the caller', async (_what, change) => {
    const start = await server.call('GET', '/api/oidc/start?state=x');
    const cookie = `waymark_oidc=${readCookie(start, 'waymark_oidc') ?? ''}`;
    const back = new URL(await provider.signIn(start.headers.get('location') ?? '', 'olga'));
    change(back.searchParams);
    const refused = await server.call('GET', back.pathname + back.search, { headers: { cookie } });
    expect([refused.status, (await readProblem(refused)).code]).toEqual([400, 'sign-in-not-started']);
  });

  test.each([{}, { cookie: 'waymark_oidc=AAAA' }])(
    '[W-035] a callback with the headers %j is refused as the fault of the caller',
    async (headers) => {
      const refused = await server.call('GET', '/api/oidc/callback?code=x&state=y', { headers });
      expect([refused.status, (await readProblem(refused)).code]).toEqual([400, 'sign-in-not-started']);
    },
  );

  test('[W-220] the way back from the provider and each renewal open the stream hub', async () => {
    const { callback, refreshCookie } = await travel('olga');
    const body = { grant_type: 'refresh_token' };
    const renewed = await server.call('POST', '/api/oauth/token', { body, headers: { cookie: refreshCookie } });
    for (const response of [callback, renewed]) {
      const stream = `waymark_stream=${readCookie(response, 'waymark_stream') ?? ''}`;
      const socket = await connectStream(server, stream);
      expect(socket.connected).toBe(true);
      socket.disconnect();
    }
  });

  test('the refresh cookie renews the session at the provider', async () => {
    const { hash, refreshCookie } = await travel('olga');
    const body = { grant_type: 'refresh_token' };
    const renewed = await server.call('POST', '/api/oauth/token', { body, headers: { cookie: refreshCookie } });
    expect(renewed.status).toBe(200);
    const given = (await renewed.json()) as { access_token: string };
    expect(given.access_token).not.toBe(hash.get('access_token'));
    expect((await userInfo(given.access_token)).status).toBe(200);
  });

  test('[W-022] the session is not renewed after its absolute end, whatever the provider allows', async () => {
    const { refreshCookie } = await travel('ursula');
    const { db } = server.app.database.read(systemScope('test'));
    const age = (text: string) =>
      sql`update sessions set created_at = now() - ${text}::interval
      where user_id = (select id from users where email = 'ursula@provider.test')`.execute(db);
    const renew = (cookie: string) =>
      server.call('POST', '/api/oauth/token', { body: { grant_type: 'refresh_token' }, headers: { cookie } });
    await age('29 days 23 hours 50 minutes');
    const renewed = await renew(refreshCookie);
    expect(((await renewed.json()) as { expires_in: number }).expires_in).toBeLessThanOrEqual(600);
    await age('30 days');
    expect((await renew(`waymark_refresh=${readCookie(renewed, 'waymark_refresh') ?? ''}`)).status).toBe(403);
  });

  test('a user is recorded once, with the company of the claim, and the refresh token is stored sealed', async () => {
    await travel('peter');
    await travel('peter');
    const { db } = server.app.database.read(systemScope('test'));
    const { rows } = await sql<{ name: string; company: string; role: string }>`
      select users.name, groups.name as company, role from users join groups on groups.id = group_id where email = 'peter@provider.test'`.execute(
      db,
    );
    expect(rows).toEqual([{ name: 'Name of peter', company: 'Demo Pipelines', role: 'admin' }]);
    const sessions = await sql<{ external_refresh: Buffer }>`
      select external_refresh from sessions join users on users.id = user_id where email = 'peter@provider.test'`.execute(
      db,
    );
    expect(sessions.rows).toHaveLength(2);
    for (const row of sessions.rows) expect(row.external_refresh.length).toBeGreaterThan(28);
  });

  test('a changed role at the provider changes the role of the user', async () => {
    await travel('maria');
    provider.grant.scope = 'user:company';
    try {
      const { hash } = await travel('maria');
      const token = hash.get('access_token') ?? '';
      expect((await server.call('GET', '/api/user', { token })).status).toBe(403);
      const user = await (await server.call('GET', '/api/pigrun/user/get-user', { token })).json();
      expect(user).toMatchObject({ role: 'viewer' });
    } finally {
      provider.grant.scope = 'admin:company';
    }
  });

  test('a user without a role or with an unknown company cannot sign in', async () => {
    provider.grant.company = 'Nobody knows it';
    const company = await travel('stranger');
    provider.grant.company = 'Demo Pipelines';
    expect((await readProblem(company.callback)).detail).toBe('No company configured for user');
    provider.grant.scope = '';
    const role = await travel('stranger');
    provider.grant.scope = 'admin:company';
    expect((await readProblem(role.callback)).detail).toBe('No role configured for user');
  });

  test('an answer that this browser did not request is refused', async () => {
    const start = await server.call('GET', '/api/oidc/start?state=x');
    const back = new URL(await provider.signIn(start.headers.get('location') ?? '', 'olga'));
    const stolen = await server.call('GET', back.pathname + back.search);
    expect((await readProblem(stolen)).code).toBe('sign-in-not-started');
  });

  test("[W-026] a refusal passes on the provider's error code, not its text", async () => {
    const start = await server.call('GET', '/api/oidc/start?state=x');
    const cookie = `waymark_oidc=${readCookie(start, 'waymark_oidc') ?? ''}`;
    const query = new URLSearchParams({ error: 'login_required', error_description: 'Call 555-0100.' });
    const callback = await server.call('GET', `/api/oidc/callback?${query.toString()}`, { headers: { cookie } });
    expect(callback.headers.get('location')).toBe('/authenticated#error=login_required&state=x');
  });

  test('signing out ends the hub connections and the cookie', async () => {
    const { hash, refreshCookie } = await travel('quinn');
    const socket = await connectAgm(server, hash.get('access_token') ?? '');
    const ended = new Promise((resolve) => socket.once('ReceiveSessionEnd', resolve));
    await server.call('POST', '/api/oauth/logout', { headers: { cookie: refreshCookie } });
    expect(await ended).toEqual({ reason: 'signed-out' });
    const body = { grant_type: 'refresh_token' };
    const renewed = await server.call('POST', '/api/oauth/token', { body, headers: { cookie: refreshCookie } });
    expect(renewed.status).toBe(403);
    socket.disconnect();
  });

  test('a token of the built-in provider still works beside an external provider', async () => {
    const { token } = await server.signIn('admin@demo.waymark');
    expect((await userInfo(token)).status).toBe(200);
  });
});
