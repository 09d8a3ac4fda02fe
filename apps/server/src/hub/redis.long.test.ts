import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { createClient } from 'redis';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { EndReason } from './endings.ts';
import { FanOut } from './nodes/fan-out.ts';
import { RedisServer } from './testing/redis-server.ts';
import { closed, collect, makeActor, startHub, type TestHub } from './testing/test-hub.ts';

const WITHIN = { timeout: 15_000 };
const SILENT_MS = 400;
let redis: RedisServer;
let nodes: TestHub[] = [];

beforeAll(async () => {
  redis = await RedisServer.start();
});
afterAll(async () => redis.kill());
afterEach(async () => {
  await Promise.all(nodes.map(async (node) => node.stop()));
  nodes = [];
});

function send({ hub }: TestHub, userId: number, reason: EndReason): void {
  hub.send([{ name: 'ReceiveSessionEnd', audience: { userId }, data: { reason } }]);
}

/** Two connected nodes; users 91 and 92 probe the connection between them. */
async function startTwo(): Promise<[TestHub, TestHub]> {
  const options = { redisUrl: redis.url };
  const pair: [TestHub, TestHub] = [await startHub(options), await startHub(options)];
  nodes = pair;
  const [a, b] = pair;
  await expectHeard(a, b, 91);
  await expectHeard(b, a, 92);
  return pair;
}

async function expectHeard(from: TestHub, to: TestHub, userId: number): Promise<void> {
  const client = await to.connectAgm(makeActor({ userId }));
  const inbox = collect(client);
  await vi.waitFor(async () => {
    send(from, userId, 'expired');
    expect(await inbox.all()).not.toEqual([]);
  }, WITHIN);
}

test('an event sent on one node reaches the consoles of both, once each and in order', async () => {
  const [a, b] = await startTwo();
  const inboxes = [collect(await a.connectAgm(makeActor())), collect(await b.connectAgm(makeActor()))];
  const stranger = collect(await b.connectAgm(makeActor({ userId: 8 })));
  const reasons = ['signed-out', 'password-changed', 'account-changed'] as const;
  for (const reason of reasons) send(a, 7, reason);
  const expected = reasons.map((reason) => ['ReceiveSessionEnd', { reason }]);
  await vi.waitFor(async () => expect(await inboxes[1]?.all()).toEqual(expected), WITHIN);
  expect(await inboxes[0]?.all()).toEqual(expected);
  expect(await stranger.all()).toEqual([]);
});

test('the hub logs an event that cannot be written as JSON and sends the next one', async () => {
  const [a, b] = await startTwo();
  const inbox = collect(await b.connectAgm(makeActor()));
  const reason = { toJSON: () => 1n } as unknown as EndReason;
  send(a, 7, reason);
  send(a, 7, 'signed-out');
  await vi.waitFor(async () => expect(await inbox.all()).toHaveLength(1), WITHIN);
  expect(a.complaints.join()).toContain('encoding a hub event failed');
});

test('endSessions ends connections on this node only', async () => {
  const [a, b] = await startTwo();
  const here = await a.connectAgm(makeActor());
  await b.connectAgm(makeActor());
  const before = b.hub.connections().agm;
  const end = closed(here);
  a.hub.endSessions({ userId: 7 }, 'signed-out');
  await end;
  expect(b.hub.connections().agm).toBe(before);
});

test('a node serves its own consoles without Redis; after the outage it sends the queued events and all consoles reload', async () => {
  const [a, b] = await startTwo();
  const [here, there] = [await a.connectAgm(makeActor()), await b.connectAgm(makeActor())];
  const own = collect(here);
  const heard: unknown[] = [];
  there.onAny((_name, data) => heard.push(data));
  const complaintsOf = (text: string) => a.complaints.filter((line) => line.includes(`"msg":"${text}`));
  await redis.kill();
  for (let n = 0; n < 20; n += 1) send(a, 7, 'signed-out');
  send(a, 7, 'account-changed');
  expect(await own.all()).toHaveLength(21);
  await vi.waitFor(() => expect(complaintsOf('reading hub events of other nodes failed')).toHaveLength(1), WITHIN);
  expect(heard).toEqual([]);
  const ends = [closed(here), closed(there)];
  await redis.start();
  expect(await Promise.all(ends)).toEqual(['io server disconnect', 'io server disconnect']);
  expect(heard).toHaveLength(21);
  expect(heard.at(-1)).toEqual({ reason: 'account-changed' });
  expect(complaintsOf('sending hub events to the other nodes failed')).toHaveLength(1);
  expect(complaintsOf('hub events reach the other nodes again')).toHaveLength(1);
  const again = collect(await a.connectAgm(makeActor()));
  send(b, 7, 'password-changed');
  await vi.waitFor(async () => expect(await again.all()).toHaveLength(1), WITHIN);
});

describe('nodes that end', () => {
  async function openPair() {
    const gaps: string[] = [];
    const open = (name: string) => {
      const parts = { url: redis.url, log: pino({ level: 'silent' }), onEvents: () => undefined, silentMs: SILENT_MS };
      return new FanOut({ ...parts, onGap: () => gaps.push(name) });
    };
    const [a, b] = [open('a'), open('b')];
    await vi.waitFor(() => expect([a.isUp, b.isUp]).toEqual([true, true]), WITHIN);
    return { a, b, gaps };
  }

  test('[W-222] consoles reload after a node has died, because it may not have sent its last events', async () => {
    const { a, b, gaps } = await openPair();
    const dying = createClient({ url: redis.url });
    await dying.connect();
    await dying.xAdd('waymark:hub', '*', { node: 'dying', events: '[]' });
    dying.destroy();
    await vi.waitFor(() => expect(gaps.toSorted()).toEqual(['a', 'b']), WITHIN);
    await Promise.all([a.close(), b.close()]);
  });

  test('[W-222] consoles do not reload after a node has stopped as asked, nor while it has nothing to send', async () => {
    const { a, b, gaps } = await openPair();
    await sleep(3 * SILENT_MS);
    await a.close();
    await sleep(3 * SILENT_MS);
    await b.close();
    expect(gaps).toEqual([]);
  });
});

test('a node starts, serves and stops while Redis is away', async () => {
  await redis.kill();
  try {
    const node = await startHub({ redisUrl: redis.url });
    const inbox = collect(await node.connectAgm(makeActor()));
    send(node, 7, 'signed-out');
    expect(await inbox.all()).toHaveLength(1);
    await node.stop();
  } finally {
    await redis.start();
  }
});
