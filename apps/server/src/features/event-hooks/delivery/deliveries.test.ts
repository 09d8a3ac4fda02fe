import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import { HookReceiver } from '../testing/hook-receiver.ts';
import { ALLOW_LOCAL, openHookWorld, type HookWorld } from '../testing/hook-world.ts';

// Receivers that are slow, broken and redirecting in turn, on real connections.

let world: HookWorld;
beforeAll(async () => {
  world = await openHookWorld();
});
beforeEach(async () => {
  await world.query('delete from event_hooks');
  await world.query('delete from outbox');
});
afterAll(() => world.close());

const statusesOf = async (hookId: number) =>
  (await world.listDeliveries(hookId)).toReversed().map(({ status }) => status);
const WITHIN = { timeout: 10_000, interval: 20 };
const failed = async (hookId: number) =>
  (await world.listDeliveries(hookId)).filter(({ lastError }) => lastError !== null);

describe('a delivery', () => {
  test('[W-388] [W-390] a delivery reaches its receiver as a signed CloudEvent with one id in header and body', async () => {
    const { receiver, hook } = await world.addReceiver();
    await world.emit([hook.id], 41);
    await expect.poll(() => receiver.accepted.length, WITHIN).toBe(1);
    const { headers, body } = receiver.attempts[0] ?? { headers: {}, body: '' };
    expect(headers['content-type']).toBe('application/cloudevents+json; charset=utf-8');
    expect(receiver.accepted[0]).toMatchObject({
      specversion: '1.0',
      id: headers['webhook-id'],
      source: `http://waymark.test/companies/${world.groupId}`,
      type: 'waymark.run.received',
      subject: 'runs/41',
      data: { run: { runId: 41 } },
    });
    expect(JSON.parse(body)).toEqual(receiver.accepted[0]);
    await expect.poll(() => statusesOf(hook.id), WITHIN).toEqual(['delivered']);
    expect(await world.findHook(hook.id)).toMatchObject({ failingSince: null, waiting: 0, dead: 0 });
  });

  test('[W-390] a delivery is tried again under its id after a failure, before a later event of its run, while other runs go on', async () => {
    const { receiver, hook } = await world.addReceiver();
    receiver.reply = ({ subject }) => ({ status: subject === 'runs/1' ? 500 : 204 });
    await world.emit([hook.id], 1);
    await expect.poll(async () => (await failed(hook.id)).length, WITHIN).toBe(1);
    receiver.reply = ({ subject }) => ({ status: subject === 'runs/1' ? 503 : 204 });
    await world.emit([hook.id], 1);
    await world.emit([hook.id], 2);
    await world.bringForward();
    await expect.poll(() => receiver.subjects, WITHIN).toEqual(['runs/2']);
    await expect.poll(async () => (await world.findHook(hook.id)).waiting, WITHIN).toBe(2);
    const refused = receiver.attempts.filter(({ body }) => body.includes('runs/1'));
    expect(new Set(refused.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    receiver.reply = () => ({ status: 200 });
    // An attempt that is still under way would put its delivery off again.
    const claimed = `select id from event_deliveries where status = 'waiting' and claimed_until is not null`;
    await expect.poll(() => world.query(claimed), WITHIN).toEqual([]);
    await world.bringForward();
    await expect.poll(() => receiver.subjects, WITHIN).toEqual(['runs/2', 'runs/1', 'runs/1']);
    expect(receiver.accepted[1]?.id).toBe(refused[0]?.headers['webhook-id']);
    expect(receiver.accepted[2]?.id).not.toBe(receiver.accepted[1]?.id);
  });

  test('[W-390] a delivery waits for a slow receiver, while its other runs and other receivers go on', async () => {
    const slow = await world.addReceiver();
    const quick = await world.addReceiver();
    const release = Promise.withResolvers<{ status: number }>();
    slow.receiver.reply = ({ subject }) => (subject === 'runs/1' ? release.promise : { status: 204 });
    await world.emit([slow.hook.id, quick.hook.id], 1);
    await expect.poll(() => slow.receiver.attempts.length, WITHIN).toBe(1);
    await world.emit([slow.hook.id, quick.hook.id], 1);
    await world.emit([slow.hook.id, quick.hook.id], 2);
    await expect.poll(() => quick.receiver.subjects.toSorted(), WITHIN).toEqual(['runs/1', 'runs/1', 'runs/2']);
    await expect.poll(() => slow.receiver.subjects, WITHIN).toEqual(['runs/2']);
    release.resolve({ status: 204 });
    await expect.poll(() => slow.receiver.subjects, WITHIN).toEqual(['runs/2', 'runs/1', 'runs/1']);
  });

  test('[W-395] a receiver that does not answer has four requests at once, and another receiver gets its events', async () => {
    const silent = await world.addReceiver();
    const quick = await world.addReceiver();
    const release = Promise.withResolvers<{ status: number }>();
    silent.receiver.reply = () => release.promise;
    for (let runId = 1; runId <= 40; runId++) await world.emit([silent.hook.id], runId);
    for (let runId = 1; runId <= 5; runId++) await world.emit([quick.hook.id], runId);
    await expect.poll(() => quick.receiver.accepted.length, WITHIN).toBe(5);
    expect(silent.receiver.attempts).toHaveLength(4);
    expect(await world.findHook(silent.hook.id)).toMatchObject({ waiting: 40 });
    release.resolve({ status: 204 });
    await expect.poll(() => silent.receiver.accepted.length, WITHIN).toBe(40);
  });

  test('[W-391] a delivery follows no redirect, and says so', async () => {
    const { receiver, hook } = await world.addReceiver();
    const elsewhere = await HookReceiver.open();
    receiver.reply = () => ({ status: 308, headers: { location: elsewhere.url } });
    await world.emit([hook.id], 1);
    await expect
      .poll(async () => (await failed(hook.id))[0]?.lastError, WITHIN)
      .toBe('The receiver answered 308; redirects are not followed.');
    expect(elsewhere.attempts).toEqual([]);
    elsewhere.close();
  });

  test('[W-391] a delivery to an address that has become private is refused at the attempt', async () => {
    const { receiver, hook } = await world.addReceiver();
    await world.query(`update event_hooks set url = 'https://169.254.169.254/latest' where id = $1`, [hook.id]);
    await world.emit([hook.id], 1);
    await expect.poll(async () => (await failed(hook.id))[0]?.lastError, WITHIN).toMatch(/private network/);
    expect(receiver.attempts).toEqual([]);
  });

  test('[W-390] a delivery is dead after its last attempt, and the next event of its run goes on', async () => {
    const { receiver, hook } = await world.addReceiver();
    receiver.reply = () => ({ status: 500 });
    await world.emit([hook.id], 1);
    await expect.poll(async () => (await failed(hook.id)).length, WITHIN).toBe(1);
    await world.emit([hook.id], 1);
    await world.query('update event_deliveries set attempts = 8 where attempts = 1');
    const first = (await world.listDeliveries(hook.id)).at(-1)?.eventId;
    receiver.reply = ({ id }) => ({ status: id === first ? 500 : 204 });
    await world.bringForward();
    await expect.poll(() => statusesOf(hook.id), WITHIN).toEqual(['dead', 'delivered']);
    expect((await world.listDeliveries(hook.id)).at(-1)).toMatchObject({ attempts: 9, lastStatus: 500 });
  });
});

describe('replay', () => {
  async function makeDead() {
    const made = await world.addReceiver();
    made.receiver.reply = () => ({ status: 500 });
    await world.emit([made.hook.id], 1);
    await world.emit([made.hook.id], 2);
    await expect.poll(async () => (await failed(made.hook.id)).length, WITHIN).toBe(2);
    await world.query('update event_deliveries set attempts = 8');
    await world.bringForward();
    await expect.poll(() => statusesOf(made.hook.id), WITHIN).toEqual(['dead', 'dead']);
    return made;
  }

  test('[W-393] replay sends a dead event again under its id', async () => {
    const { receiver, hook } = await makeDead();
    receiver.reply = () => ({ status: 204 });
    const [, first] = await world.listDeliveries(hook.id, '?status=dead');
    expect((await world.call('POST', `/${hook.id}/deliveries/${first?.id}/replay`)).status).toBe(200);
    await expect.poll(() => receiver.accepted.map(({ id }) => id), WITHIN).toEqual([first?.eventId]);
    await expect.poll(() => statusesOf(hook.id), WITHIN).toEqual(['delivered', 'dead']);
  });

  test('[W-393] replay sends all dead events again and says how many; a disabled webhook sends none', async () => {
    const { receiver, hook } = await makeDead();
    receiver.reply = () => ({ status: 204 });
    const { url, description, eventTypes } = hook;
    const settings = { url, description, eventTypes };
    await world.call('POST', `/${hook.id}`, { ...settings, isEnabled: false });
    expect((await world.call('POST', `/${hook.id}/replay`)).status).toBe(409);
    expect((await world.call('POST', `/${hook.id}/test`)).status).toBe(409);
    await world.call('POST', `/${hook.id}`, settings);
    expect(await (await world.call('POST', `/${hook.id}/replay`)).json()).toEqual({ count: 2 });
    await expect.poll(() => receiver.subjects.toSorted(), WITHIN).toEqual(['runs/1', 'runs/2']);
  });
});

describe('a webhook that fails', () => {
  test('[W-393] a failing webhook is shown, mailed about once, and tries everything again when its receiver is back', async () => {
    const { receiver, hook } = await world.addReceiver();
    receiver.reply = () => ({ status: 500 });
    await world.emit([hook.id], 1);
    await expect.poll(async () => (await world.findHook(hook.id)).lastError, WITHIN).toBe('The receiver answered 500.');
    expect((await world.findHook(hook.id)).failingSince).not.toBeNull();
    expect(await world.query('select id from outbox')).toEqual([]);
    await world.query(`update event_hooks set failing_since = now() - interval '61 minutes'`);
    for (const attempts of [2, 3]) {
      await world.bringForward();
      await expect.poll(async () => (await world.listDeliveries(hook.id))[0]?.attempts, WITHIN).toBe(attempts);
      await expect
        .poll(async () => (await world.readDelivery(hook.id, (await failed(hook.id))[0]?.id ?? 0)).log.length, WITHIN)
        .toBe(attempts);
    }
    const mails = await world.query<{ recipient: string; body_text: string }>(
      'select recipient, body_text from outbox',
    );
    expect(mails).toMatchObject([{ recipient: 'admin@demo.waymark' }]);
    expect(mails[0]?.body_text).toContain(hook.url);
    receiver.reply = () => ({ status: 204 });
    await world.emit([hook.id], 2);
    await expect.poll(() => receiver.subjects.toSorted(), WITHIN).toEqual(['runs/1', 'runs/2']);
    await expect.poll(async () => (await world.findHook(hook.id)).failingSince, WITHIN).toBeNull();
  });

  test('[W-393] a webhook whose receiver answers 410 is disabled, audited and mailed about, and what waits is dead', async () => {
    const { receiver, hook } = await world.addReceiver();
    const answer = Promise.withResolvers<{ status: number }>();
    receiver.reply = () => answer.promise;
    await world.emit([hook.id], 1);
    await world.emit([hook.id], 1);
    answer.resolve({ status: 410 });
    await expect.poll(async () => (await world.findHook(hook.id)).isGone, WITHIN).toBe(true);
    expect(await world.findHook(hook.id)).toMatchObject({ isEnabled: false, waiting: 0, dead: 2 });
    expect(await world.query(`select action from audit where action = 'webhook-gone'`)).toHaveLength(1);
    expect(await world.query(`select id from outbox where subject = 'A webhook was disabled'`)).toHaveLength(1);
    await world.emit([hook.id], 3);
    expect(receiver.attempts).toHaveLength(1);
  });
});

describe('several nodes', () => {
  test('[W-390] two nodes send each event once, those of a run in order', async () => {
    const there = await startTestServer({ beside: world.server, settings: ALLOW_LOCAL });
    const { receiver, hook } = await world.addReceiver();
    for (let count = 0; count < 60; count++) await world.emit([hook.id], count % 5);
    await expect.poll(() => receiver.accepted.length, WITHIN).toBe(60);
    await expect.poll(async () => (await world.findHook(hook.id)).waiting, WITHIN).toBe(0);
    await there.close();
    expect(receiver.attempts).toHaveLength(60);
    const rows = await world.query<{ event_id: string; sequence: string }>(
      'select event_id, sequence from event_deliveries order by id',
    );
    for (const sequence of new Set(rows.map((row) => row.sequence))) {
      const stored = rows.filter((row) => row.sequence === sequence).map((row) => row.event_id);
      const runId = sequence.replace('run ', 'runs/');
      expect(receiver.accepted.filter(({ subject }) => subject === runId).map(({ id }) => id)).toEqual(stored);
    }
  });

  test('[W-390] a delivery of a node that died is taken over once its claim has expired, under the same id', async () => {
    const { receiver, hook } = await world.addReceiver();
    await world.query('update event_hooks set is_enabled = false');
    await world.emit([hook.id], 1);
    await world.query(`update event_deliveries set claimed_until = now() + interval '1 hour', attempts = 1`);
    await world.query('update event_hooks set is_enabled = true');
    await world.emit([hook.id], 2);
    await expect.poll(() => receiver.subjects, WITHIN).toEqual(['runs/2']);
    const [, dead] = await world.listDeliveries(hook.id);
    await world.query(`update event_deliveries set claimed_until = now() where subject = 'runs/1'`);
    await world.bringForward();
    await expect.poll(() => receiver.subjects, WITHIN).toEqual(['runs/2', 'runs/1']);
    expect(receiver.accepted[1]?.id).toBe(dead?.eventId);
  });

  test('[W-390] a node that stops gives back what it is sending, and another one sends it', async () => {
    const there = await startTestServer({ beside: world.server, settings: ALLOW_LOCAL });
    const { receiver, hook } = await world.addReceiver();
    const never = Promise.withResolvers<{ status: number }>();
    receiver.reply = () => (receiver.attempts.length > 4 ? { status: 204 } : never.promise);
    // Four requests of a node to a webhook at once: the first node has them, or both do.
    for (const runId of [1, 2, 3, 4]) await world.emit([hook.id], runId);
    await expect.poll(() => receiver.attempts.length, WITHIN).toBe(4);
    await there.close();
    never.resolve({ status: 204 });
    await expect.poll(async () => (await world.findHook(hook.id)).waiting, WITHIN).toBe(0);
    expect(new Set(receiver.subjects)).toEqual(new Set(['runs/1', 'runs/2', 'runs/3', 'runs/4']));
  });
});
