import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { writeArchive } from '@waymark/backup-archive/write-archive';
import { systemScope } from '../../../platform/access/scope.ts';
import { systemOrigin } from '../../../platform/http/call.ts';
import { readProblem, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { fillPasswordLink } from './password-mail.service.ts';
import { openLinkDesk, PASSWORD } from '../testing/link-desk.ts';
import * as outbox from '../../outbox/outbox.api.ts';

let server: TestServer;
let desk: Awaited<ReturnType<typeof openLinkDesk>>;
beforeAll(async () => {
  server = await startTestServer();
  desk = await openLinkDesk(server);
});
afterAll(() => server.close());

const query = <Row>(text: ReturnType<typeof sql<Row>>) =>
  text.execute(server.app.database.read(systemScope('test')).db).then(({ rows }) => rows);
// All tests share one address.
beforeEach(() => query(sql`delete from attempts where key like '%address:%'`));

const LINK_ENDED = [400, 'link-invalid'];
const epochOf = async (id: number) =>
  (await query(sql<{ epoch: number }>`select link_epoch as epoch from users where id = ${id}`))[0]?.epoch ?? 0;

type Member = Awaited<ReturnType<typeof desk.addMember>>;

async function giveByAdmin({ groupId, id }: Member): Promise<Response> {
  const email = `admin-of-${id}@links.test`;
  await desk.saveUser({ group: groupId, name: 'Ann', email, phone: '9185550134', role: 'admin' });
  const token = await desk.waitForToken(email);
  await desk.submitLink(token, PASSWORD);
  const { token: admin } = await server.signIn(email, PASSWORD);
  return server.call('POST', '/api/user', { token: admin, body: { id, password: 'Given-by-admin-4' } });
}

describe('an open password link', () => {
  test.each<[string, (member: Member) => Promise<Response>]>([
    [
      'the user changes the password',
      async ({ email }) => {
        const { token } = await server.signIn(email, PASSWORD);
        const body = { password: 'Another-pass-2', currentPassword: PASSWORD };
        return server.call('POST', '/api/user/setpassword', { token, body });
      },
    ],
    ['an admin gives a password', giveByAdmin],
    ['an admin changes the role', ({ id }) => desk.saveUser({ id, role: 'viewer' })],
    ['an admin changes the e-mail', ({ id }) => desk.saveUser({ id, email: `moved-${id}@links.test` })],
    ['a superadmin moves the user', async ({ id }) => desk.saveUser({ id, group: (await desk.addMember()).groupId })],
    [
      'the user is deleted',
      ({ id }) => server.call('DELETE', `/api/admin/user/${id}`, { token: desk.superadmin.token }),
    ],
  ])('[W-010] an open link ends when %s', async (_, end) => {
    const member = await desk.addMember();
    const token = await desk.mailLink(member.email);
    expect((await end(member)).status).toBe(200);
    expect(await desk.refusalOf(token)).toEqual(LINK_ENDED);
  });

  test('[W-010] an open link ends when another link of the user is used', async () => {
    const { email } = await desk.addMember();
    const first = await desk.mailLink(email);
    await desk.askForLink(email);
    const second = await desk.waitForToken(email, 2);
    expect((await desk.submitLink(second)).status).toBe(200);
    expect(await desk.refusalOf(first)).toEqual(LINK_ENDED);
  });

  test('[W-010] an open link stays valid when an admin changes only the name', async () => {
    const { id, email } = await desk.addMember();
    const token = await desk.mailLink(email);
    expect((await desk.saveUser({ id, name: 'Dana R.' })).status).toBe(200);
    expect((await desk.submitLink(token)).status).toBe(200);
  });

  test('[W-010] a link that is used while the password changes sets nothing', async () => {
    const { id, email } = await desk.addMember();
    const token = await desk.mailLink(email);
    const waiting = () =>
      query(sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    const { db } = server.app.database.read(systemScope('test'));
    const use = await db.transaction().execute(async (transaction) => {
      await sql`update passwords set changed_at = now() where user_id = ${id}`.execute(transaction);
      const started = desk.refusalOf(token);
      await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), { timeout: 20_000 });
      return { started };
    });
    expect(await use.started).toEqual(LINK_ENDED);
    expect((await server.signIn(email, PASSWORD)).token).not.toBe('');
  });

  test('[W-011] a link is refused for another e-mail even if the link has not ended', async () => {
    const { id, email } = await desk.addMember();
    const token = await desk.mailLink(email);
    await desk.saveUser({ id, email: `elsewhere-${id}@links.test` });
    await query(
      sql`update users set link_epoch = (select epoch from password_links where user_id = ${id}) where id = ${id}`,
    );
    expect(await desk.refusalOf(token)).toEqual(LINK_ENDED);
    await desk.saveUser({ id, email });
    await query(
      sql`update users set link_epoch = (select epoch from password_links where user_id = ${id}) where id = ${id}`,
    );
    expect((await desk.submitLink(token)).status).toBe(200);
  });
});

test('[W-511] the mail with a link is in the language of its user', async () => {
  const { id, email } = await desk.addMember();
  await query(sql`update users set language = 'es' where id = ${id}`);
  await desk.mailLink(email);
  const [mail] = await query(
    sql<{
      subject: string;
      body_text: string;
    }>`select subject, body_text from outbox where recipient = ${email} order by id desc limit 1`,
  );
  expect(mail?.subject).toBe('Establezca su contraseña de Waymark');
  expect(mail?.body_text).toContain('no haga nada: su contraseña no cambia.');
});

describe('a link mail that was not sent yet', () => {
  const sendLink = (member: Member, epoch: number) =>
    server.app.database.change(systemOrigin('test'), (change) =>
      outbox.add(change, {
        medium: 'mail',
        to: member.email,
        subject: 'Set your Waymark password',
        text: '(the link is made when this mail is sent)',
        groupId: member.groupId,
        link: { userId: member.id, epoch, validH: 1 },
      }),
    );
  const readMail = async (email: string) =>
    (
      await query(
        sql<{
          status: string;
          last_error: string | null;
        }>`select status, last_error from outbox where recipient = ${email}`,
      )
    )[0];

  test('[W-010] a link mail is never sent once the account has changed', async () => {
    const member = await desk.addMember();
    await sendLink(member, (await epochOf(member.id)) - 1);
    const dead = { status: 'dead', last_error: 'the link in this mail has ended; ask for a new one' };
    await vi.waitFor(async () => expect(await readMail(member.email)).toEqual(dead), { timeout: 20_000 });
    expect(await desk.listTokens(member.email)).toEqual([]);
    expect(await query(sql`select 1 from password_links where user_id = ${member.id}`)).toEqual([]);
  });

  test('[W-010] [W-011] a new user whose e-mail changes gets the first link at the new address only', async () => {
    const { id, email } = await desk.addMember(null);
    const old = await desk.waitForToken(email);
    const next = `corrected-${id}@links.test`;
    await desk.saveUser({ id, email: next });
    const token = await desk.waitForToken(next);
    expect(await desk.refusalOf(old)).toEqual(LINK_ENDED);
    expect((await desk.submitLink(token, PASSWORD)).status).toBe(200);
    expect((await server.signIn(next, PASSWORD)).token).not.toBe('');
  });

  test('[W-010] a new user whose e-mail and role change at once gets one new first link', async () => {
    const { id, email } = await desk.addMember(null);
    const old = await desk.waitForToken(email);
    const next = `promoted-${id}@links.test`;
    await desk.saveUser({ id, email: next, role: 'viewer' });
    const token = await desk.waitForToken(next);
    expect(await desk.refusalOf(old)).toEqual(LINK_ENDED);
    expect((await desk.submitLink(token)).status).toBe(200);
    expect(await desk.listTokens(next)).toEqual([token]);
  });

  test('[W-010] a first link is not mailed once the user has a password', async () => {
    const { email } = await desk.addMember();
    await server.app.database.change(systemOrigin('test'), (change) =>
      change.enqueue({ name: 'session.password-link', payload: { email, isFirst: true } }),
    );
    await desk.mailLink(email);
    await vi.waitFor(async () => {
      expect(
        await query(sql`select 1 from graphile_worker.jobs where task_identifier = 'session.password-link'`),
      ).toEqual([]);
    });
    expect(await query(sql`select subject from outbox where recipient = ${email}`)).toEqual([
      { subject: 'Set your Waymark password' },
    ]);
  });
});

describe('a mailed link', () => {
  test('[W-015] a mailed link is stored nowhere in the database, its jobs or a backup', async () => {
    const { email } = await desk.addMember();
    const token = await desk.mailLink(email);
    const [row] = await query(
      sql<{ text: string }>`select outbox::text as text from outbox where recipient = ${email}`,
    );
    expect(row?.text).toContain('the link is made when this mail is sent');
    const archive: Buffer[] = [];
    for await (const part of writeArchive(server.connection)) archive.push(part);
    const bytes = Buffer.concat(archive);
    expect(bytes.includes(email)).toBe(true);
    expect(bytes.includes(token)).toBe(false);
    expect(bytes.includes('#token=')).toBe(false);
  });

  test('[W-015] the next attempt of a mail replaces its link', async () => {
    const { id, email } = await desk.addMember();
    const mail = { outboxId: 999_999, to: email, text: '(the link is made when this mail is sent)' };
    const attempt = async () => {
      const link = { userId: id, epoch: await epochOf(id), validH: 1 };
      const text = await server.app.database.change(systemOrigin('test'), (change) =>
        fillPasswordLink(change, 'http://waymark.test', { ...mail, link }),
      );
      return text?.split('#token=')[1] ?? '';
    };
    const [first, second] = [await attempt(), await attempt()];
    expect(await desk.refusalOf(first)).toEqual(LINK_ENDED);
    expect((await desk.submitLink(second)).status).toBe(200);
  });

  test('[W-013] wrong links throttle the links of their address but not its sign-ins', async () => {
    const { email } = await desk.addMember();
    const token = await desk.mailLink(email);
    await query(
      sql`insert into attempts (key, failures, blocked_until, last_at) values ('link-address:127.0.0.1', 29, now(), now())`,
    );
    expect((await desk.submitLink(token)).status).toBe(200);
    expect(await desk.refusalOf('a-guess')).toEqual(LINK_ENDED);
    const waiting = await desk.submitLink('another-guess');
    expect([waiting.status, (await readProblem(waiting)).code]).toEqual([429, 'sign-in-throttled']);
    expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await server.signIn(email, 'Brand-new-pass-3')).token).not.toBe('');
  });
});
