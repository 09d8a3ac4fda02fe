import { MAX_HOOKS } from '@waymark/contract/routes/event-hooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SecretBox } from '../../platform/crypto/secret-box.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { readProblem } from '../../testing/test-server.ts';
import { addUser } from '../administration/add-user.store.ts';
import { addGroup } from '../administration/groups.store.ts';
import { tidyDeliveries } from './event-hooks.jobs.ts';
import { HookReceiver } from './testing/hook-receiver.ts';
import { openHookWorld, sentHook, type HookWorld } from './testing/hook-world.ts';

const NOWHERE = sentHook('http://127.0.0.1:9/');

let world: HookWorld;
let foreign: string;
beforeAll(async () => {
  world = await openHookWorld();
  await world.server.app.database.change(systemOrigin('test'), async (change) => {
    const groupId = await addGroup(change, 'Another company');
    const user = { groupId, email: 'admin@another.test', name: 'Ann Other', password: 'Waymark-demo-1' } as const;
    await addUser(change, { ...user, role: 'admin' });
  });
  foreign = (await world.server.signIn('admin@another.test')).token;
});
beforeEach(() => world.query('delete from event_hooks'));
afterAll(() => world.close());

const listAudit = () =>
  world.query<{ action: string; before: object | null; after: object | null }>(
    `select action, before, after from audit where object_type = 'webhook' order by id`,
  );
const codeOf = async (response: Response) => (await readProblem(response)).code;

describe('administration of webhooks', () => {
  test('[W-392] the secret is in the answer once, sealed in the database, and in no list and no audit line', async () => {
    const { hook } = await world.addReceiver();
    expect(hook).toMatchObject({ description: 'A test', isForAllPaths: true, etaMinutes: 15, isEnabled: true });
    const [row] = await world.query<{ sealed: Buffer }>('select sealed_secret as sealed from event_hooks');
    expect(new SecretBox(world.server.config.secretKey ?? '').open(row?.sealed ?? Buffer.alloc(0))).toBe(hook.secret);
    expect(row?.sealed.includes(hook.secret)).toBe(false);
    const listed = await (await world.call('GET', '')).text();
    expect(listed).toContain(hook.url);
    expect(listed).not.toContain(hook.secret.slice(6));
    expect(JSON.stringify(await listAudit())).not.toContain(hook.secret.slice(6));
  });

  test('[W-392] every change writes an audit line', async () => {
    const earlier = (await listAudit()).length;
    const { hook } = await world.addReceiver();
    await world.call('POST', `/${hook.id}`, { ...NOWHERE, description: 'Another' });
    await world.call('POST', `/${hook.id}/secret`);
    await world.call('POST', `/${hook.id}/test`);
    await world.call('DELETE', `/${hook.id}`);
    const lines = (await listAudit()).slice(earlier);
    expect(lines.map(({ action }) => action)).toEqual([
      'webhook-added',
      'webhook-changed',
      'webhook-secret-replaced',
      'webhook-tested',
      'webhook-removed',
    ]);
    expect(lines[1]).toMatchObject({ before: { description: 'A test' }, after: { description: 'Another' } });
  });

  test('[W-392] a company has at most 20 webhooks', async () => {
    for (let count = 0; count < MAX_HOOKS; count++) expect((await world.call('POST', '', NOWHERE)).status).toBe(201);
    expect(await codeOf(await world.call('POST', '', NOWHERE))).toBe('too-many-webhooks');
  });

  test('[W-392] two requests at once do not exceed the number of webhooks', async () => {
    for (let count = 1; count < MAX_HOOKS; count++) await world.call('POST', '', NOWHERE);
    const answers = await Promise.all([world.call('POST', '', NOWHERE), world.call('POST', '', NOWHERE)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
  });

  test.each(['https://169.254.169.254/', 'https://[::1]/', 'https://10.0.0.1/', 'ftp://example.com/', 'nonsense'])(
    '[W-391] a webhook to %s is refused when it is added and when it is changed',
    async (url) => {
      const added = await world.call('POST', '', sentHook(url));
      expect([added.status, await codeOf(added)]).toEqual([400, 'webhook-url-refused']);
      const { hook } = await world.addReceiver();
      expect(await codeOf(await world.call('POST', `/${hook.id}`, sentHook(url)))).toBe('webhook-url-refused');
    },
  );

  test('[W-392] an unknown type, no type and a path of another company are refused', async () => {
    const { url, description } = NOWHERE;
    for (const eventTypes of [[], ['waymark.nothing'], ['waymark.test']])
      expect((await world.call('POST', '', { url, description, eventTypes })).status).toBe(400);
    const [path] = await world.query<{ id: number }>(
      `insert into pig_paths (group_id, name) select id, 'Theirs' from groups where name = 'Another company' returning id`,
    );
    expect(await codeOf(await world.call('POST', '', { ...NOWHERE, pathId: path?.id }))).toBe('path-not-found');
  });

  test('[W-392] a superadmin adds a webhook to the company that they name, and to none without a name', async () => {
    const { token } = await world.server.signIn('superadmin@demo.waymark');
    const post = (body: object) => world.server.call('POST', '/api/event-hooks', { token, body });
    expect(await codeOf(await post(NOWHERE))).toBe('group-not-found');
    expect((await post({ ...NOWHERE, groupId: world.groupId })).status).toBe(201);
    expect(JSON.stringify(await (await world.call('GET', '')).json())).toContain(NOWHERE.url);
  });

  test('[W-392] the admin of another company sees and changes nothing', async () => {
    const { hook } = await world.addReceiver();
    const ask = (method: string, address: string, body?: object) =>
      world.server.call(method, `/api/event-hooks${address}`, { token: foreign, body });
    expect(await (await ask('GET', '')).json()).toEqual([]);
    for (const [method, address] of [
      ['POST', `/${hook.id}`],
      ['DELETE', `/${hook.id}`],
      ['POST', `/${hook.id}/secret`],
      ['POST', `/${hook.id}/test`],
      ['POST', `/${hook.id}/replay`],
      ['GET', `/${hook.id}/deliveries`],
    ] as const)
      expect((await ask(method, address, method === 'POST' ? NOWHERE : undefined)).status).toBe(404);
  });

  test('[W-392] a webhook whose path is deleted stays and takes no event of a run', async () => {
    const [path] = await world.query<{ id: number }>(
      `insert into pig_paths (group_id, name) values ($1, 'Ours') returning id`,
      [world.groupId],
    );
    const { hook } = await world.addReceiver({ pathId: path?.id });
    expect(await world.findHook(hook.id)).toMatchObject({ isForAllPaths: false, pathName: 'Ours' });
    await world.query('delete from pig_paths where id = $1', [path?.id]);
    expect(await world.findHook(hook.id)).toMatchObject({ isForAllPaths: false, pathId: null, pathName: null });
  });
});

describe('the secret of a webhook', () => {
  test('[W-392] a replaced secret signs for 24 hours beside the new one', async () => {
    const { receiver, hook } = await world.addReceiver();
    const response = await world.call('POST', `/${hook.id}/secret`);
    const { secret, oldSecretUntil } = (await response.json()) as { secret: string; oldSecretUntil: string };
    const leftMs = Date.parse(`${oldSecretUntil.replace(' ', 'T')}Z`) - Date.now();
    expect(Math.round(leftMs / 3_600_000)).toBe(24);
    await world.call('POST', `/${hook.id}/test`);
    await expect.poll(() => receiver.attempts.length).toBe(1);
    const [first] = receiver.attempts;
    if (!first) throw new Error('nothing was sent');
    for (const each of [secret, hook.secret]) expect(HookReceiver.verify(first, each).type).toBe('waymark.test');
    await world.query(`update event_hooks set old_secret_until = now() where id = $1`, [hook.id]);
    receiver.secret = secret;
    await world.call('POST', `/${hook.id}/test`);
    await expect.poll(() => receiver.attempts.length).toBe(2);
    const [, second] = receiver.attempts;
    if (!second) throw new Error('nothing was sent');
    expect(() => HookReceiver.verify(second, hook.secret)).toThrow();
    expect(HookReceiver.verify(second, secret).type).toBe('waymark.test');
    expect(await world.findHook(hook.id)).toMatchObject({ oldSecretUntil: null });
  });
});

describe('the list of deliveries', () => {
  test('[W-393] deliveries are listed newest first in pages, by status, and one has body, attempts and answer', async () => {
    const { receiver, hook } = await world.addReceiver();
    receiver.reply = () => ({ status: 200, body: 'Thank you' });
    for (let runId = 1; runId <= 27; runId++) await world.emit([hook.id], runId);
    await expect.poll(() => receiver.accepted.length).toBe(27);
    await expect.poll(async () => (await world.listDeliveries(hook.id, '?status=waiting')).length).toBe(0);
    const page = await world.listDeliveries(hook.id, '?status=delivered');
    expect(page.map(({ subject }) => subject).slice(0, 2)).toEqual(['runs/27', 'runs/26']);
    expect(page).toHaveLength(25);
    const rest = await world.listDeliveries(hook.id, `?before=${page.at(-1)?.id}`);
    expect(rest.map(({ subject }) => subject)).toEqual(['runs/2', 'runs/1']);
    const detail = await world.readDelivery(hook.id, rest[1]?.id ?? 0);
    expect(detail).toMatchObject({ status: 'delivered', attempts: 1, lastStatus: 200, response: 'Thank you' });
    expect(detail.body).toEqual(receiver.accepted.find(({ subject }) => subject === 'runs/1'));
    expect(detail.log).toMatchObject([{ status: 200, error: null }]);
  });

  test('[W-393] deliveries are deleted 30 days after they were queued', async () => {
    const { hook } = await world.addReceiver();
    await world.emit([hook.id], 1);
    await world.emit([hook.id], 2);
    await world.query(
      `update event_deliveries set queued_at = now() - interval '30 days 1 minute' where subject = 'runs/1'`,
    );
    await tidyDeliveries(world.server.app.database, world.server.config.webhooks.keepDays, Date.now());
    expect((await world.listDeliveries(hook.id)).map(({ subject }) => subject)).toEqual(['runs/2']);
  });
});
