import type { Reach } from '@waymark/contract/routes/reach';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemScope } from '../../platform/access/scope.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { startTestPushService, type TestBrowser, type TestPushService } from './testing/test-push-service.ts';
import { readProblem, startTestServer, type SignedIn, type TestServer } from '../../testing/test-server.ts';
import * as outbox from '../outbox/outbox.api.ts';
import { findUserByEmail } from '../users/users.queries.ts';

const SETTINGS = { WAYMARK_PUSH_ALLOW_PRIVATE: '1' };
const CHROME =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';

let service: TestPushService;
let server: TestServer;
let admin: SignedIn;
let viewer: SignedIn;
let adminId: number;

beforeAll(async () => {
  service = await startTestPushService();
  server = await startTestServer({ settings: SETTINGS });
  admin = await server.signIn('admin@demo.waymark');
  viewer = await server.signIn('viewer@demo.waymark');
  adminId = (await findUserByEmail(reader(), 'admin@demo.waymark'))?.id ?? 0;
});
afterAll(async () => {
  await server.close();
  await service.close();
});
beforeEach(() => service.clear());
afterEach(async () => {
  await query('delete from push_subscriptions; delete from lost_push_subscriptions; delete from outbox');
});

const reader = () => server.app.database.read(systemScope('test'));

async function query<Row extends object>(text: string): Promise<Row[]> {
  return (await server.app.database.pool.query<Row>(text)).rows;
}

const call = (method: string, address: string, { token }: SignedIn, body?: unknown) =>
  server.call(method, `/api/user/reach${address}`, { token, body, headers: { 'user-agent': CHROME } });

async function read(who = admin): Promise<Reach> {
  return (await (await call('GET', '', who)).json()) as Reach;
}

const turnOn = (browser: TestBrowser, who = admin) => call('POST', '/browsers', who, browser);

const sendPush = () =>
  server.app.database.change(systemOrigin('test'), (change) =>
    outbox.add(change, {
      medium: 'push',
      to: 'admin@demo.waymark',
      userId: adminId,
      subject: 'CLN-16-02: Pig stopped',
      text: 'North line',
      opens: '/?runId=41',
      groupId: null,
    }),
  );

async function untilMessage(expected: object): Promise<void> {
  await vi.waitFor(async () => {
    const [row] = await query('select status, last_error, attempts from outbox');
    expect(row).toMatchObject(expected);
  }, 10_000);
}

describe('push in a browser', () => {
  test('[W-360] a push arrives encrypted, with its time to live and urgency, signed by the installation', async () => {
    const browser = service.makeBrowser();
    expect((await turnOn(browser)).status).toBe(200);
    await sendPush();
    await service.untilReceived(1);
    const [push] = service.received;
    expect(push?.payload).toMatchObject({
      title: 'CLN-16-02: Pig stopped',
      body: 'North line',
      opens: '/?runId=41',
      openLabel: 'Open',
    });
    expect(push?.payload).not.toHaveProperty('answer');
    expect(push?.body.toString('latin1')).not.toContain('North line');
    expect(push?.headers).toMatchObject({ ttl: '14400', urgency: 'normal', 'content-encoding': 'aes128gcm' });
    const { publicKey } = (await read()).push;
    expect(push?.headers.authorization).toMatch(new RegExp(`^vapid t=[\\w.-]+, k=${publicKey}$`));
    await untilMessage({ status: 'sent', last_error: null });
    expect((await read()).push.browsers).toMatchObject([
      { name: 'Chrome 142 on Android', last: { state: 'sent', error: null } },
    ]);
  });

  test('[W-360] the keys are made once for all nodes, and are stored sealed like the secrets of browsers', async () => {
    const other = await startTestServer({ settings: SETTINGS, beside: server });
    try {
      const told = await other.call('GET', '/api/user/reach', { token: admin.token });
      expect(((await told.json()) as Reach).push.publicKey).toBe((await read()).push.publicKey);
    } finally {
      await other.close();
    }
    expect(await query('select 1 from vapid_keys')).toHaveLength(1);
    const browser = service.makeBrowser();
    await turnOn(browser);
    const [row] = await query<{ sealed_auth: Buffer }>('select sealed_auth from push_subscriptions');
    expect(row?.sealed_auth.toString('latin1')).not.toContain(browser.keys.auth);
    expect(row?.sealed_auth.includes(Buffer.from(browser.keys.auth, 'base64url'))).toBe(false);
    const audited = await query<{ after: object }>(`select after from audit where action = 'push-on'`);
    expect(JSON.stringify(audited)).not.toContain(browser.endpoint);
  });

  test.each([404, 410])(
    '[W-362] a browser that the push service answers with %i is removed, and the user told',
    async (status) => {
      const browser = service.makeBrowser();
      await turnOn(browser);
      service.statuses.set(browser.endpoint, status);
      await sendPush();
      await untilMessage({ status: 'dead', attempts: 1, last_error: 'the push service no longer knows this browser' });
      expect((await read()).push).toMatchObject({ browsers: [], lost: { name: 'Chrome 142 on Android' } });
      const lines = await query(`select user_id, object_id from audit where action = 'push-lost'`);
      expect(lines).toContainEqual({ user_id: null, object_id: String(adminId) });
      await turnOn(service.makeBrowser());
      expect((await read()).push.lost).toBeNull();
    },
  );

  test('[W-362] one browser that takes a push is enough; each says what became of it', async () => {
    const [gone, busy, well] = [service.makeBrowser(), service.makeBrowser(), service.makeBrowser()];
    for (const browser of [gone, busy, well]) await turnOn(browser);
    service.statuses.set(gone.endpoint, 410);
    service.statuses.set(busy.endpoint, 503);
    await sendPush();
    await untilMessage({ status: 'sent' });
    expect((await read()).push.browsers.map(({ last }) => last)).toMatchObject([
      { state: 'failed', error: 'the push service answered 503: refused by the test' },
      { state: 'sent', error: null },
    ]);
  });

  test('[W-362] a push that no browser takes for now waits for its next attempt', async () => {
    const browser = service.makeBrowser();
    await turnOn(browser);
    service.statuses.set(browser.endpoint, 429);
    await sendPush();
    await untilMessage({ status: 'waiting', attempts: 1, last_error: expect.stringContaining('429') });
    expect((await read()).push.browsers).toHaveLength(1);
  });

  test('[W-360] a push without a browser is not sent', async () => {
    await sendPush();
    await untilMessage({ status: 'dead', last_error: 'push is off in all browsers of this user' });
    expect(service.received).toEqual([]);
  });

  test('[W-360] a browser belongs to the user who turned push on there last; others see and remove only their own', async () => {
    const browser = service.makeBrowser();
    await turnOn(browser);
    const [own] = (await read()).push.browsers;
    expect((await call('DELETE', `/browsers/${own?.id}`, viewer)).status).toBe(404);
    await turnOn(browser, viewer);
    expect((await read()).push.browsers).toEqual([]);
    expect((await read(viewer)).push.browsers).toMatchObject([{ id: own?.id }]);
    expect((await call('DELETE', `/browsers/${own?.id}`, viewer)).status).toBe(200);
    expect((await read(viewer)).push.browsers).toEqual([]);
  });

  test('[W-360] a user has push on in at most ten browsers', async () => {
    for (let n = 0; n < 10; n += 1) expect((await turnOn(service.makeBrowser())).status).toBe(200);
    const refused = await turnOn(service.makeBrowser());
    expect((await readProblem(refused)).code).toBe('too-many-browsers');
    expect((await read()).push.browsers).toHaveLength(10);
  });

  test('[W-361] addresses that are too long, and keys that are no keys, are refused', async () => {
    const browser = service.makeBrowser();
    const tooLong = { ...browser, endpoint: `${browser.endpoint}/${'x'.repeat(1000)}` };
    expect((await readProblem(await turnOn(tooLong))).code).toBe('validation-failed');
    for (const keys of [
      { ...browser.keys, p256dh: 'AAAA' },
      { ...browser.keys, auth: 'AAAA' },
    ])
      expect((await readProblem(await turnOn({ ...browser, keys }))).code).toBe('push-key-refused');
  });

  test('[W-361] without the setting a push service needs TLS and an address of the internet', async () => {
    const strict = await startTestServer({ beside: server });
    try {
      for (const endpoint of [service.makeBrowser().endpoint, 'https://192.168.1.4/send']) {
        const body = { ...service.makeBrowser(), endpoint };
        const answer = await strict.call('POST', '/api/user/reach/browsers', { token: admin.token, body });
        expect((await readProblem(answer)).code).toBe('push-address-refused');
      }
    } finally {
      await strict.close();
    }
  });
});

describe('a test message', () => {
  const sendTest = (medium: string, who = admin) => call('POST', '/test', who, { medium });

  test('[W-364] a test by push reaches the browsers of the caller alone', async () => {
    await turnOn(service.makeBrowser());
    await turnOn(service.makeBrowser(), viewer);
    expect((await sendTest('push')).status).toBe(200);
    await untilMessage({ status: 'sent' });
    expect(service.received.map(({ payload }) => payload['title'])).toEqual(['Test message']);
  });

  test('[W-364] a test by e-mail waits without a mail server, which the settings say', async () => {
    expect((await sendTest('email')).status).toBe(200);
    expect((await read()).email).toMatchObject({ isSetUp: false, last: { state: 'waiting', error: null } });
    expect((await readProblem(await sendTest('email'))).code).toBe('test-too-soon');
    const [line] = await query(`select after from audit where action = 'test-message-sent' order by id desc limit 1`);
    expect(line).toEqual({ after: { medium: 'email' } });
  });

  test.each(['sms', 'push'])('[W-364] a test by %s to a user without an address is refused', async (medium) => {
    expect((await readProblem(await sendTest(medium, viewer))).code).toBe('not-reachable');
  });
});
