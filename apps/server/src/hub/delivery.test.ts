import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { PendingEvent } from '../platform/database/change.ts';
import type { RunEvent } from './delivery.ts';
import type { HubOptions } from './hub.ts';
import { roomOf } from './rooms.ts';
import {
  closed,
  collect,
  makeActor,
  makeToken,
  pauseReading,
  startHub,
  type TestClient,
  type TestHub,
} from './testing/test-hub.ts';

// Mocks a contract with one event per audience, so that these tests do not depend on real features.
vi.mock(import('@waymark/contract/events/index'), async (original) => {
  const contract = await original();
  const define = (name: string, audience: 'company' | 'device' | 'run' | 'user', delivery: 'every' | 'latest') => ({
    [name]: { name, summary: name, audience, delivery, data: z.unknown(), example: null },
  });
  const events = {
    ...contract.events,
    ...define('Company', 'company', 'every'),
    ...define('Device', 'device', 'latest'),
    ...define('Run', 'run', 'every'),
    ...define('Every', 'user', 'every'),
    ...define('Latest', 'user', 'latest'),
  };
  return { ...contract, events };
});

function makeEvent(name: string, audience: Readonly<Record<string, number>>, data: unknown = name): PendingEvent {
  return { name, audience, data } as unknown as PendingEvent;
}

function range(from: number, until: number): number[] {
  return Array.from({ length: until - from }, (_none, index) => from + index);
}

const makeRunEvent = (runId: number, data: unknown): RunEvent =>
  ({ name: 'ReceivePigRunUpdate', audience: { groupId: 1, runId }, data }) as RunEvent;

/** A `ShowPigRuns` handler that shows every requested run. */
const showingMethods: HubOptions['methods'] = {
  RenewToken: async () => undefined,
  SendPigRunUpdate: async () => undefined,
  ShowPigRuns: async ({ connection }, runIds) => void (connection.shownRuns = runIds),
};

let running: TestHub;

async function start(options: Parameters<typeof startHub>[0] = {}): Promise<TestHub> {
  running = await startHub(options);
  return running;
}

afterEach(async () => running.stop());

test('events of one send arrive in order, and each user receives only those they may see', async () => {
  const { hub, connectAgm } = await start({
    roomsOf: async ({ role }) => (role === 'viewer' ? [roomOf('device', { groupId: 1, uid: 40 })] : []),
  });
  const admin = collect(await connectAgm(makeActor({ userId: 1 })));
  const viewer = collect(await connectAgm(makeActor({ userId: 2, role: 'viewer' })));
  const numbers = range(0, 200);
  const ofDevices = numbers.map((number) => makeEvent('Device', { groupId: 1, uid: 40 + (number % 2) }, number));
  hub.send([makeEvent('Every', { userId: 1 }, 'for the admin'), ...ofDevices]);
  expect((await admin.all()).map(([, data]) => data)).toEqual(['for the admin', ...numbers]);
  expect((await viewer.all()).map(([, data]) => data)).toEqual(numbers.filter((number) => number % 2 === 0));
});

test('[W-552] a client that asks for groups gets the events of one send in frames of at most 64 events', async () => {
  const { hub, connectAgm } = await start();
  const actor = makeActor();
  const auth = { token: makeToken(actor), eventGroups: true };
  const [plain, grouped] = [collect(await connectAgm(actor)), collect(await connectAgm(actor, { auth }))];
  const sent = range(0, 70).map((number) => makeEvent('Every', { userId: 7 }, { number }));
  hub.send(sent);
  hub.send([makeEvent('Latest', { userId: 7 }, 'alone')]);
  const events = [...sent.map(({ name, data }) => [name, data]), ['Latest', 'alone']];
  expect(await plain.all()).toEqual(events);
  expect(await grouped.all()).toEqual([
    ['ReceiveEvents', events.slice(0, 64)],
    ['ReceiveEvents', events.slice(64, 70)],
    ['Latest', 'alone'],
  ]);
});

test('[W-552] a client that asks for groups gets the positions of the runs that it shows in one frame', async () => {
  const { hub, connectAgm } = await start({ methods: showingMethods });
  const actor = makeActor();
  const client = await connectAgm(actor, { auth: { token: makeToken(actor), eventGroups: true } });
  const inbox = collect(client);
  await client.emitWithAck('ShowPigRuns', [5, 6]);
  hub.sendToShowing([makeRunEvent(5, 'a'), makeRunEvent(6, 'b'), makeRunEvent(7, 'c')]);
  const positions = ['a', 'b'].map((data) => ['ReceivePigRunUpdate', data]);
  expect(await inbox.all()).toEqual([['ReceiveEvents', positions]]);
});

test('the hub logs a position that cannot be encoded and delivers the next one', async () => {
  const { hub, connectAgm, complaints } = await start({ methods: showingMethods });
  const client = await connectAgm(makeActor());
  const inbox = collect(client);
  await client.emitWithAck('ShowPigRuns', [5]);
  hub.sendToShowing([makeRunEvent(5, () => 'no data')]);
  hub.sendToShowing([makeRunEvent(5, 'next')]);
  expect((await inbox.all()).map(([, data]) => data)).toEqual(['next']);
  expect(complaints.join()).toContain('sending hub events failed');
});

test("a position reaches only users who show the run and may see it, in order with the run's other events", async () => {
  const node = await start({ methods: showingMethods });
  const people = { both: [5, 6], one: [6], none: [], stranger: [5, 6] };
  const inboxes = new Map<string, ReturnType<typeof collect>>();
  for (const [name, runIds] of Object.entries(people)) {
    const client = await node.connectAgm(makeActor({ userId: inboxes.size, groupId: name === 'stranger' ? 2 : 1 }));
    inboxes.set(name, collect(client));
    await client.emitWithAck('ShowPigRuns', runIds);
  }
  node.hub.sendToShowing([makeRunEvent(5, 'a'), makeRunEvent(6, 'b'), makeRunEvent(5, 'c'), makeRunEvent(7, 'd')]);
  const heard = await Promise.all(
    [...inboxes].map(async ([name, { all }]) => [name, (await all()).map(([, data]) => data)]),
  );
  expect(Object.fromEntries(heard)).toEqual({ both: ['a', 'c', 'b'], one: ['b'], none: [], stranger: [] });
});

test('each role receives events of its company, devices and runs, and no event of another company', async () => {
  const { hub, connectAgm } = await start({
    roomsOf: async ({ role, groupId }) =>
      role === 'viewer' && groupId === 1
        ? [roomOf('device', { groupId: 1, uid: 40 }), roomOf('run', { groupId: 1, runId: 5 })]
        : [],
  });
  const people = {
    admin: makeActor({ userId: 1 }),
    viewer: makeActor({ userId: 2, role: 'viewer' }),
    superadmin: makeActor({ userId: 3, role: 'superadmin', groupId: null }),
    foreignAdmin: makeActor({ userId: 4, groupId: 2 }),
    foreignViewer: makeActor({ userId: 5, groupId: 2, role: 'viewer' }),
  };
  const inboxes = await Promise.all(
    Object.entries(people).map(async ([who, actor]) => [who, collect(await connectAgm(actor))] as const),
  );
  hub.send([
    makeEvent('Company', { groupId: 1 }),
    makeEvent('Device', { groupId: 1, uid: 40 }, 'followed'),
    makeEvent('Device', { groupId: 1, uid: 41 }, 'not followed'),
    makeEvent('Run', { groupId: 1, runId: 5 }, 'followed run'),
    makeEvent('Run', { groupId: 1, runId: 6 }, 'other run'),
    makeEvent('Every', { userId: 2 }, 'personal'),
  ]);
  const heard = await Promise.all(
    inboxes.map(async ([who, inbox]) => [who, (await inbox.all()).map(([, data]) => data)] as const),
  );
  const ofCompany = ['Company', 'followed', 'not followed', 'followed run', 'other run'];
  expect(Object.fromEntries(heard)).toEqual({
    admin: ofCompany,
    viewer: ['followed', 'followed run', 'personal'],
    superadmin: ofCompany,
    foreignAdmin: [],
    foreignViewer: [],
  });
});

test('an event of any length arrives complete', async () => {
  const { hub, connectAgm } = await start();
  const inbox = collect(await connectAgm(makeActor({ userId: 1 })));
  // Lengths around the limits where a WebSocket frame header grows to two and eight length bytes.
  const lengths = [0, ...range(60, 140), ...range(65_450, 65_550), 200_000];
  hub.send(lengths.map((length) => makeEvent('Every', { userId: 1 }, 'x'.repeat(length))));
  expect((await inbox.all()).map(([, data]) => String(data).length)).toEqual(lengths);
});

describe('a slow connection', () => {
  const limits = { slowPackets: 8, maxWaitingPackets: 500 };
  const PADDING = 'x'.repeat(256 * 1024);
  /** Together more than the socket buffers of both ends can take. */
  const BLOCKING_EVENTS = 160;

  /** Pauses reading at the client and fills the socket buffers of both ends. */
  async function block(client: TestClient, { hub, clock }: TestHub): Promise<() => void> {
    const resume = pauseReading(client);
    for (let sent = 0; sent < BLOCKING_EVENTS; sent += 1) {
      hub.send([makeEvent('Every', { userId: 1 }, PADDING)]);
      await new Promise((resolve) => setImmediate(resolve));
    }
    clock.advance(250);
    clock.advance(250);
    return resume;
  }

  test('a slow connection gets the newest value per key and delays no other connection', async () => {
    const node = await start({ limits });
    const slow = await node.connectAgm(makeActor({ userId: 1 }));
    const inbox = collect(slow);
    const quick = collect(await node.connectAgm(makeActor({ userId: 2 })));
    const unblock = await block(slow, node);
    for (let value = 1; value <= 1000; value += 1) {
      const values = [1, 2].map((userId) => makeEvent('Latest', { userId }, value));
      node.hub.send([...values, makeEvent('Device', { groupId: 1, uid: 40 + (value % 2) }, { value })]);
    }
    node.hub.send([makeEvent('Every', { userId: 1 }, 'one that must not be lost')]);
    expect(await quick.all()).toHaveLength(2000);
    unblock();
    await vi.waitFor(
      async () => {
        node.clock.advance(250);
        expect((await inbox.all()).some(([name]) => name === 'Latest')).toBe(true);
      },
      { timeout: 20_000 },
    );
    const received = (await inbox.all()).filter(([, data]) => data !== PADDING);
    expect(received).toEqual([
      ['Every', 'one that must not be lost'],
      ['Device', { value: 999 }],
      ['Latest', 1000],
      ['Device', { value: 1000 }],
    ]);
    node.hub.send([1, 2, 3].map((value) => makeEvent('Latest', { userId: 1 }, value)));
    expect((await inbox.all()).slice(-3).map(([, data]) => data)).toEqual([1, 2, 3]);
  });

  test('the hub cuts a slow connection when too many events wait that may not be dropped', async () => {
    const node = await start({ limits });
    const slow = await node.connectAgm(makeActor({ userId: 1 }));
    const quick = collect(await node.connectAgm(makeActor({ userId: 1, sessionId: 's2' })));
    const unblock = await block(slow, node);
    const end = closed(slow);
    for (let value = 0; value < 500; value += 1) node.hub.send([makeEvent('Every', { userId: 1 }, value)]);
    node.clock.advance(250);
    unblock();
    await end;
    expect(node.hub.connections().agm).toBe(1);
    expect(await quick.all()).toHaveLength(BLOCKING_EVENTS + 500);
  });

  test('a slow connection is skipped for events that soon repeat', async () => {
    const node = await start({ limits, methods: showingMethods });
    const slow = await node.connectAgm(makeActor({ userId: 1 }));
    const inbox = collect(slow);
    const other = await node.connectAgm(makeActor({ userId: 1, sessionId: 's2' }));
    const quick = collect(other);
    for (const client of [slow, other]) await client.emitWithAck('ShowPigRuns', [5]);
    const unblock = await block(slow, node);
    for (let value = 0; value < 1000; value += 1) node.hub.sendToShowing([makeRunEvent(5, value)]);
    node.clock.advance(250);
    expect(await quick.all()).toHaveLength(BLOCKING_EVENTS + 1000);
    unblock();
    expect(await inbox.all()).toHaveLength(BLOCKING_EVENTS);
  });

  test('a burst alone does not make a connection slow: every value arrives', async () => {
    const node = await start({ limits });
    const inbox = collect(await node.connectAgm(makeActor({ userId: 1 })));
    for (let value = 0; value < 1000; value += 1) node.hub.send([makeEvent('Latest', { userId: 1 }, value)]);
    node.clock.advance(250);
    node.hub.send([makeEvent('Latest', { userId: 1 }, 'last')]);
    expect(await inbox.all()).toHaveLength(1001);
  });
});
