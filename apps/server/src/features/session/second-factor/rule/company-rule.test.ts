import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemOrigin } from '../../../../platform/http/call.ts';
import { connectAgm, connectStream } from '../../../../testing/hub-client.ts';
import { readCookie } from '../../../../testing/test-server.ts';
import { addGroup } from '../../../administration/groups.store.ts';
import { addUser } from '../../../administration/add-user.store.ts';
import { openFactorDesk, type FactorDesk } from '../../testing/factor-desk.ts';
import { PASSWORD } from '../../testing/session-world.ts';

let desk: FactorDesk;
beforeAll(async () => {
  desk = await openFactorDesk();
});
afterAll(() => desk.close());
beforeEach(() => desk.world.query(sql`delete from attempts`));

let companies = 0;

/** A company with an admin who has a second factor, and with users who have none. */
async function addCompany() {
  companies += 1;
  const name = `Rule company ${companies}`;
  const emailOf = (who: string) => `${who}${companies}@rule.test`;
  const emails = { boss: emailOf('boss'), admin: emailOf('admin'), viewer: emailOf('viewer') };
  const ids = await desk.world.server.app.database.change(systemOrigin('test'), async (change) => {
    const groupId = await addGroup(change, name);
    const add = (email: string, role: 'admin' | 'viewer') =>
      addUser(change, { groupId, email, name: email, role, password: PASSWORD });
    return {
      groupId,
      boss: await add(emails.boss, 'admin'),
      admin: await add(emails.admin, 'admin'),
      viewer: await add(emails.viewer, 'viewer'),
    };
  });
  const tokenOf = async (email: string) => (await desk.world.server.signIn(email)).token;
  const boss = await tokenOf(emails.boss);
  const save = (rule: string, token = boss) => desk.post('/company/second-factor', token, { rule });
  return { emails, ids, boss, tokenOf, save };
}

const readUser = (token: string) => desk.call('GET', '/pigrun/user/get-user', token);

describe('the rule of a company', () => {
  test('[W-528] an admin without a second factor cannot turn it on', async () => {
    const { boss, save } = await addCompany();
    expect(await desk.codeOf(await save('admins'))).toEqual([409, 'second-factor-first']);
    await desk.addPasskey(boss);
    expect((await save('admins')).status).toBe(200);
  });

  test('[W-528] turning it on signs out whom it covers and who has none, at once, and is audited', async () => {
    const { boss, emails, ids, tokenOf, save } = await addCompany();
    await desk.addPasskey(boss);
    const [admin, viewer] = [await tokenOf(emails.admin), await tokenOf(emails.viewer)];
    expect(await (await desk.call('GET', '/company/second-factor', boss)).json()).toEqual({
      rule: 'off',
      without: { admins: 1, everyone: 2 },
    });
    expect((await save('admins')).status).toBe(200);
    await vi.waitFor(async () => expect(await desk.world.isSignedIn(admin)).toBe(false));
    expect([await desk.world.isSignedIn(viewer), await desk.world.isSignedIn(boss)]).toEqual([true, true]);
    await save('everyone');
    await vi.waitFor(async () => expect(await desk.world.isSignedIn(viewer)).toBe(false));
    const trail = await desk.world.query(
      sql`select before, after from audit where action = 'second-factor-rule-changed'
        and object_id = ${String(ids.groupId)} order by id`,
    );
    expect(trail).toEqual([
      { before: { rule: 'off' }, after: { rule: 'admins' } },
      { before: { rule: 'admins' }, after: { rule: 'everyone' } },
    ]);
  });

  test('[W-528] a covered user reaches only the calls that set up a second factor, after the password', async () => {
    const { boss, emails, tokenOf, save } = await addCompany();
    await desk.addPasskey(boss);
    await save('everyone');
    const token = await tokenOf(emails.viewer);
    expect(await (await desk.call('GET', '/userinfo', token)).json()).toMatchObject({
      must_set_up_second_factor: true,
    });
    for (const [method, path] of [
      ['GET', '/pigrun/user/get-user'],
      ['GET', '/apexagm'],
      ['GET', '/user/sessions'],
      ['POST', '/session'],
      ['POST', '/user/step-up/passkey'],
    ] as const)
      expect([
        path,
        ...(await desk.codeOf(await desk.call(method, path, token, method === 'POST' ? {} : undefined))),
      ]).toEqual([path, 403, 'second-factor-required']);
    await expect(connectAgm(desk.world.server, token)).rejects.toThrow('second-factor-required');
    const { recoveryCodes } = await desk.addApp(token);
    expect(recoveryCodes).toHaveLength(10);
    expect((await readUser(token)).status).toBe(200);
    (await connectAgm(desk.world.server, token)).disconnect();
  });

  test('[W-528] the cookie of a sign-in that must be set up does not open the stream hub', async () => {
    const { boss, emails, save } = await addCompany();
    await desk.addPasskey(boss);
    await save('everyone');
    const cookie = `waymark_stream=${readCookie(await desk.signInWithPassword(emails.viewer), 'waymark_stream') ?? ''}`;
    await expect(connectStream(desk.world.server, cookie)).rejects.toThrow('second-factor-required');
  });

  test('[W-528] a passkey fulfils the rule, its sign-in is whole, and the last way cannot be removed', async () => {
    const { boss, emails, tokenOf, save } = await addCompany();
    await desk.addPasskey(boss);
    await save('everyone');
    const { passkey, id } = await desk.addPasskey(await tokenOf(emails.viewer));
    const signedIn = await desk.signInWithPasskey(emails.viewer, passkey);
    const { access_token: token } = (await signedIn.json()) as { access_token: string };
    expect((await readUser(token)).status).toBe(200);
    const remove = () => desk.post(`/user/passkeys/${id}/remove`, token, { currentPassword: PASSWORD });
    expect(await desk.codeOf(await remove())).toEqual([409, 'last-second-factor']);
    expect(await desk.readFactors(token)).toMatchObject({ isOn: true, isRequired: true, recoveryCodes: 10 });
    const { nextCode } = await desk.addApp(token);
    expect((await remove()).status).toBe(200);
    const end = await desk.post('/user/second-factor/end', token, { currentPassword: PASSWORD, code: nextCode() });
    expect(await desk.codeOf(end)).toEqual([409, 'last-second-factor']);
  });

  test('[W-528] turning the rule off opens all calls again', async () => {
    const { boss, emails, tokenOf, save } = await addCompany();
    await desk.addPasskey(boss);
    await save('everyone');
    await save('off');
    expect((await readUser(await tokenOf(emails.viewer))).status).toBe(200);
  });

  test('[W-528] viewers cannot read or change it, and it covers no other company', async () => {
    const [own, other] = [await addCompany(), await addCompany()];
    const viewer = await own.tokenOf(own.emails.viewer);
    expect((await own.save('everyone', viewer)).status).toBe(403);
    expect((await desk.call('GET', '/company/second-factor', viewer)).status).toBe(403);
    await desk.addPasskey(own.boss);
    await own.save('everyone');
    expect((await readUser(await other.tokenOf(other.emails.viewer))).status).toBe(200);
  });
});

test('[W-528] a setting requires two-step sign-in of superadmins', async () => {
  const strict = await openFactorDesk({ WAYMARK_SUPERADMIN_SECOND_FACTOR: 'required' });
  try {
    const { token } = await strict.world.server.signIn('superadmin@demo.waymark');
    expect(await strict.codeOf(await strict.call('GET', '/pigrun/user/get-user', token))).toEqual([
      403,
      'second-factor-required',
    ]);
    await strict.addPasskey(token);
    expect((await strict.call('GET', '/pigrun/user/get-user', token)).status).toBe(200);
    const { token: admin } = await strict.world.server.signIn('admin@demo.waymark');
    expect((await strict.call('GET', '/pigrun/user/get-user', admin)).status).toBe(200);
  } finally {
    await strict.close();
  }
});
