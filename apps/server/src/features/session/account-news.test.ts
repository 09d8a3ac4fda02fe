import type { UserId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemScope } from '../../platform/access/scope.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { updateUser } from '../administration/user-edits.store.ts';
import { lockUser } from '../users/users.queries.ts';
import { addPasswordLink } from './passwords/password-links.store.ts';
import { replacePassword } from './passwords/password.service.ts';
import { PASSWORD, startSessionWorld, type SessionWorld } from './testing/session-world.ts';

let world: SessionWorld;
beforeAll(async () => {
  world = await startSessionWorld();
});
afterAll(() => world.server.close());

const listMails = (email: string) =>
  world.query(
    sql<{
      subject: string;
      text: string;
    }>`select subject, body_text as text from outbox where recipient = ${email} order by id`,
  );
const listSubjects = async (email: string) => (await listMails(email)).map(({ subject }) => subject);

const change = <T>(work: Parameters<typeof world.server.app.database.change<T>>[1]) =>
  world.server.app.database.change(systemOrigin('test'), work);

async function editEmail(id: number, email: string): Promise<void> {
  await change(async (current) => {
    const user = await lockUser({ scope: systemScope('test'), db: current.db }, id);
    if (!user) throw new Error('no user');
    await updateUser(current, user, { email });
  });
}

describe('[W-545] news of an account', () => {
  test('a new password is mailed with time and network address, in the language of the user', async () => {
    const { id, email } = await world.addPerson();
    await world.query(sql`update users set language = 'es' where id = ${id}`);
    const { token } = await world.server.signIn(email);
    const body = { currentPassword: PASSWORD, password: 'Another-long-password-9' };
    expect((await world.server.call('POST', '/api/user/setpassword', { token, body })).status).toBe(200);
    const [mail] = await listMails(email);
    expect(mail?.subject).toBe('Se cambió su contraseña de Waymark');
    expect(mail?.text).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, .*127\.0\.0\.1/);
    expect(mail?.text).not.toContain('Another-long-password-9');
  });

  test('a password by a link is mailed, a first one is not', async () => {
    const { id, email } = await world.addPerson();
    let linkNumber = 880_001;
    const set = async () => {
      const token = await change(async (current) => {
        const { link_epoch: epoch } = await current.db
          .selectFrom('users')
          .select('link_epoch')
          .where('users.email', '=', email)
          .executeTakeFirstOrThrow();
        return addPasswordLink(current, { userId: id, epoch, validH: 1, email, outboxId: linkNumber++ });
      });
      const body = { token, password: 'Another-long-password-9' };
      const path = '/api/dbconnections/set_password';
      expect((await world.server.call('POST', path, { body })).status).toBe(200);
    };
    await world.query(sql`delete from passwords where user_id = ${id}`);
    await set();
    expect(await listSubjects(email)).toEqual([]);
    await set();
    expect(await listSubjects(email)).toEqual(['Your Waymark password was changed']);
  });

  test('a password given by an administrator is mailed', async () => {
    const { id, email } = await world.addPerson();
    await change((current) => replacePassword(current, id as UserId, 'a hash'));
    expect(await listSubjects(email)).toEqual(['An administrator has set your Waymark password']);
  });

  test('a new e-mail is told to the old one, unless the user never had a password', async () => {
    const { id, email } = await world.addPerson();
    await editEmail(id, `new-${email}`);
    expect(await listSubjects(email)).toEqual(['The e-mail address of your Waymark account was changed']);
    expect(await listSubjects(`new-${email}`)).toEqual([]);
    const invited = await world.addPerson();
    await world.query(sql`delete from passwords where user_id = ${invited.id}`);
    await editEmail(invited.id, `new-${invited.email}`);
    expect(await listSubjects(invited.email)).toEqual([]);
  });

  test('an app, new recovery codes and the end of the app are mailed', async () => {
    const { email } = await world.addPerson();
    const { token } = await world.server.signIn(email);
    const post = async (path: string, body: object) =>
      (await world.server.call('POST', `/api/user/second-factor${path}`, { token, body })).json();
    const { secret } = (await post('/begin', { currentPassword: PASSWORD })) as { secret: string };
    await post('/confirm', { code: generateSync({ secret }) });
    const { recoveryCodes } = (await post('/recovery-codes', {})) as { recoveryCodes: string[] };
    await post('/end', { currentPassword: PASSWORD, code: recoveryCodes[0] });
    expect(await listSubjects(email)).toEqual([
      'An authenticator app was added to your Waymark account',
      'New recovery codes were made for your Waymark account',
      'The authenticator app was removed from your Waymark account',
    ]);
  });

  test('a reset by an administrator is mailed to the user, with the network address of the administrator', async () => {
    const { id, email } = await world.addPerson();
    const { token } = await world.server.signIn(email);
    const path = '/api/user/second-factor';
    const begun = await world.server.call('POST', `${path}/begin`, { token, body: { currentPassword: PASSWORD } });
    const { secret } = (await begun.json()) as { secret: string };
    await world.server.call('POST', `${path}/confirm`, { token, body: { code: generateSync({ secret }) } });
    const { token: superadmin } = await world.server.signIn('superadmin@demo.waymark');
    const body = { currentPassword: PASSWORD };
    const reset = await world.server.call('POST', `/api/user/${id}/second-factor/reset`, { token: superadmin, body });
    expect(reset.status).toBe(200);
    const mails = await listMails(email);
    expect(mails.at(-1)?.subject).toBe('An administrator has reset the two-step sign-in of your Waymark account');
    expect(mails.at(-1)?.text).toContain('127.0.0.1');
  });
});
