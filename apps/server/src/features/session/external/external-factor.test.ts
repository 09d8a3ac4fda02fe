import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemScope } from '../../../platform/access/scope.ts';
import { readProblem } from '../../../testing/test-server.ts';
import { startExternalServer } from '../testing/external-server.ts';

const STRONG = 'urn:strong';

let site: Awaited<ReturnType<typeof startExternalServer>>;
beforeAll(async () => {
  site = await startExternalServer({ WAYMARK_OIDC_STRONG_ACR: `urn:other, ${STRONG}` });
});
afterAll(() => site.close());
beforeEach(() => {
  delete site.provider.grant.amr;
  delete site.provider.grant.acr;
});

const query = (text: ReturnType<typeof sql>) => text.execute(site.server.app.database.read(systemScope('test')).db);
const setRule = (rule: string) => query(sql`update groups set second_factor_rule = ${rule}`);
const tokenOf = async (subject: string) => (await site.travel(subject)).hash.get('access_token') ?? '';
const readUser = (token: string) => site.server.call('GET', '/api/pigrun/user/get-user', { token });
const saveRule = (token: string, rule: string) =>
  site.server.call('POST', '/api/company/second-factor', { token, body: { rule } });

describe('a user of an external provider under a rule', () => {
  beforeEach(() => setRule('everyone'));

  test('[W-529] a sign-in without a second factor comes back with the reason, and opens no session', async () => {
    site.provider.grant.amr = ['pwd'];
    const { callback, hash, refreshCookie } = await site.travel('weak');
    expect(callback.status).toBe(302);
    expect([hash.get('error'), hash.get('access_token')]).toEqual(['second_factor_missing', null]);
    expect(refreshCookie).toBe('waymark_refresh=');
    const { rows } = await query(
      sql`select 1 from sessions join users on users.id = user_id where email = 'weak@provider.test'`,
    );
    expect(rows).toEqual([]);
  });

  test.each([
    [{ amr: ['pwd', 'otp'] }, 'code'],
    [{ amr: ['hwk'] }, 'hardware'],
    [{ acr: STRONG }, 'class'],
  ])('[W-529] a sign-in with %j is let in', async (claims, subject) => {
    Object.assign(site.provider.grant, claims);
    expect((await readUser(await tokenOf(subject))).status).toBe(200);
  });

  test('[W-529] a token of the provider that no such sign-in here brought is refused', async () => {
    site.provider.grant.amr = ['mfa'];
    const token = await tokenOf('outside');
    await query(sql`update sessions set factor_at = null`);
    const { token: admin } = await site.server.signIn('superadmin@demo.waymark');
    const [{ id } = { id: 0 }] = (
      await query(sql<{ id: number }>`select id from users where email = 'outside@provider.test'`)
    ).rows as { id: number }[];
    await site.server.call('DELETE', `/api/user/${id}/sessions`, { token: admin });
    await vi.waitFor(async () => {
      const answer = await readUser(token);
      expect([answer.status, (await readProblem(answer)).code]).toEqual([403, 'second-factor-missing']);
    });
  });
});

describe('turning the rule on', () => {
  beforeEach(() => setRule('off'));

  test('[W-529] a company without a rule lets in users whatever the claims say', async () => {
    expect((await readUser(await tokenOf('anyone'))).status).toBe(200);
  });

  test('[W-529] an admin of the provider turns it on only with a second factor of the provider', async () => {
    const weak = await saveRule(await tokenOf('boss'), 'admins');
    expect([weak.status, (await readProblem(weak)).code]).toEqual([409, 'second-factor-first']);
    site.provider.grant.amr = ['mfa'];
    const token = await tokenOf('boss');
    expect((await saveRule(token, 'admins')).status).toBe(200);
    expect((await readUser(token)).status).toBe(200);
  });

  test('[W-529] it ends the sessions of users whose provider did not ask for a second factor', async () => {
    const weak = await tokenOf('colleague');
    site.provider.grant.amr = ['mfa'];
    const strong = await tokenOf('boss');
    expect((await saveRule(strong, 'everyone')).status).toBe(200);
    await vi.waitFor(async () => {
      expect((await readUser(weak)).status).toBe(403);
    });
    expect((await readUser(strong)).status).toBe(200);
  });
});

test('[W-530] a user of the provider needs a sign-in of the last ten minutes in place of a second factor', async () => {
  await setRule('off');
  const token = await tokenOf('late');
  const revoke = async () => {
    const answer = await site.server.call('DELETE', '/api/key/999999', { token });
    return [answer.status, (await readProblem(answer)).code];
  };
  expect(await revoke()).toEqual([404, 'key-not-found']);
  await query(sql`update sessions set created_at = now() - interval '11 minutes'`);
  expect(await revoke()).toEqual([403, 'step-up-needed']);
  const proof = await site.server.call('POST', '/api/user/step-up', { token, body: { currentPassword: 'x' } });
  expect([proof.status, (await readProblem(proof)).code]).toEqual([403, 'recent-sign-in-needed']);
});
