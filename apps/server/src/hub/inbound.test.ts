import { setImmediate as yieldToLoop } from 'node:timers/promises';
import { AGM_HUB, HUB_PATH } from '@waymark/contract/events/index';
import { io } from 'socket.io-client';
import * as parser from 'socket.io-msgpack-parser';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { INBOUND_LIMITS } from './limits/inbound-limits.ts';
import { call, closed, makeActor, makeToken, startHub, type TestClient, type TestHub } from './testing/test-hub.ts';

/** Measured as processor time, so that a busy machine does not decide. */
const MOST_CPU_MS = 1000;

let running: TestHub | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

async function start(options: Parameters<typeof startHub>[0] = {}): Promise<TestHub> {
  running = await startHub(options);
  return running;
}

function encode(packet: unknown): Buffer {
  const [frame] = new parser.Encoder().encode(packet) as unknown as [Buffer];
  return Buffer.from(frame);
}

const connectPacket = (nsp: string, token: unknown) => encode({ type: 0, nsp, data: { token } });

/** A connection that has sent no packet yet. */
async function openWire({
  url,
}: TestHub): Promise<{ send: (frame: Buffer | string) => void; ended: Promise<void>; client: TestClient }> {
  const client: TestClient = io(`${url}${AGM_HUB}`, {
    path: HUB_PATH,
    parser,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    autoConnect: false,
  });
  const opened = new Promise<void>((resolve) => client.io.once('open', () => resolve()));
  const ended = new Promise<void>((resolve) => client.io.once('close', () => resolve()));
  client.io.open();
  await opened;
  return { send: (frame) => void client.io.engine.send(frame), ended, client };
}

/** The WebSocket of a client, below the library. */
function socketOf(client: TestClient): WebSocket & { ping(): void } {
  return (client.io.engine.transport as unknown as { ws: WebSocket & { ping(): void } }).ws;
}

describe('before admission', () => {
  test.each([
    ['a call', encode({ type: 2, nsp: AGM_HUB, data: ['ShowPigRuns', [1]], id: 1 })],
    ['a DISCONNECT', encode({ type: 1, nsp: AGM_HUB })],
    [
      '300 bytes that declare 2 billion elements',
      Buffer.concat(Array.from({ length: 60 }, () => Buffer.of(0xdd, 1, 0xff, 0xff, 0xff))),
    ],
    ['6 bytes that declare 1 GB', Buffer.of(0xc9, 0x3b, 0x9a, 0xca, 0, 0)],
    ['a chain of nested lists', Buffer.concat(Array.from({ length: 5000 }, () => Buffer.of(0xdc, 0xff, 0xff)))],
    ['an empty frame', Buffer.alloc(0)],
    ['a text frame', 'a text'],
  ])('[W-001][W-002] the hub ends a connection that sends %s before admission', async (_what, frame) => {
    const hub = await start();
    const wire = await openWire(hub);
    const before = process.cpuUsage();
    wire.send(frame);
    await wire.ended;
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(MOST_CPU_MS);
    expect(hub.complaints).toEqual([]);
  });

  test('[W-002] the ninth packet before admission ends the connection', async () => {
    const hub = await start();
    const wire = await openWire(hub);
    for (let count = 0; count < 8; count++) wire.send(connectPacket(`/elsewhere-${count}`, ''));
    await new Promise((resolve) => wire.client.io.engine.once('data', resolve));
    expect(wire.client.io.engine.readyState).toBe('open');
    wire.send(connectPacket('/elsewhere', ''));
    await wire.ended;
  });

  test('[W-002] more than 16 KiB before admission end the connection before they are decoded', async () => {
    let asked = 0;
    const hub = await start({
      authenticate: async () => makeActor({ expiresAt: Number.MAX_SAFE_INTEGER, userId: (asked += 1) }),
    });
    const wire = await openWire(hub);
    wire.send(connectPacket(AGM_HUB, 'x'.repeat(20_000)));
    await wire.ended;
    expect(asked).toBe(0);
  });

  test('a refused client can sign in again over the same connection', async () => {
    const hub = await start();
    const client: TestClient = io(`${hub.url}${AGM_HUB}`, {
      path: HUB_PATH,
      parser,
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      auth: { token: 'made-up' },
    });
    await new Promise((resolve) => client.once('connect_error', resolve));
    client.auth = { token: makeToken(makeActor()) };
    client.connect();
    await new Promise<void>((resolve) => client.once('connect', resolve));
    expect(hub.hub.connections().agm).toBe(1);
    client.disconnect();
  });

  test('[W-006] the hub cuts a connection that no namespace admits within 10 s', async () => {
    const hub = await start();
    const wire = await openWire(hub);
    hub.clock.advance(9999);
    expect(wire.client.io.engine.readyState).toBe('open');
    hub.clock.advance(1);
    await wire.ended;
  });

  test('[W-006] the hub cuts a connection 10 s after it has left its namespace', async () => {
    const hub = await start();
    const agm = await hub.connectAgm(makeActor());
    const ended = new Promise<void>((resolve) => agm.io.once('close', () => resolve()));
    agm.io.engine.send(encode({ type: 1, nsp: AGM_HUB }));
    await vi.waitFor(() => expect(hub.hub.connections().agm).toBe(0));
    hub.clock.advance(10_000);
    await ended;
  });
});

test('a second WebSocket cannot take over a connection', async () => {
  const hub = await start();
  const { id } = (await hub.connectAgm(makeActor())).io.engine;
  const second = new WebSocket(`${hub.url}${HUB_PATH}/?EIO=4&transport=websocket&sid=${id}`);
  expect(
    await new Promise((resolve) =>
      ['open', 'error'].forEach((name) => second.addEventListener(name, () => resolve(name))),
    ),
  ).toBe('error');
});

describe('after admission', () => {
  test('[W-003] calls beyond the burst cut the connection and are not decoded', async () => {
    let called = 0;
    const hub = await start({
      methods: {
        RenewToken: async () => undefined,
        ShowPigRuns: async () => void (called += 1),
        SendPigRunUpdate: async () => undefined,
      },
    });
    const agm = await hub.connectAgm(makeActor());
    const end = closed(agm);
    for (let count = 0; count < 5000; count++) agm.emit('ShowPigRuns', [1]);
    await end;
    expect(called).toBeLessThanOrEqual(300);
    expect(hub.hub.connections().agm).toBe(0);
  });

  test.each<[string, (client: TestClient) => void]>([
    ['pings of the WebSocket', (client) => socketOf(client).ping()],
    ['answers to pings that the server has not sent', (client) => socketOf(client).send('3')],
    ['calls of unknown methods', (client) => client.emit('NoSuchMethod')],
    ['sign-ins to unknown namespaces', (client) => client.io.engine.send(connectPacket('/elsewhere', ''))],
  ])('[W-003] too many %s cut the connection', async (_what, send) => {
    const hub = await start();
    const agm = await hub.connectAgm(makeActor());
    const end = closed(agm);
    for (let count = 0; count < 301; count++) send(agm);
    await end;
    expect(hub.hub.connections().agm).toBe(0);
  });

  test('[W-003] too many bytes cut the connection', async () => {
    const hub = await start();
    const agm = await hub.connectAgm(makeActor());
    const end = closed(agm);
    for (let count = 0; count < 5; count++) agm.emit('RenewToken', 'x'.repeat(60_000));
    await end;
    expect(hub.hub.connections().agm).toBe(0);
  });

  test('[W-003] bytes of an incomplete frame count toward the limit', async () => {
    const hub = await start({ inbound: { ...INBOUND_LIMITS, bytes: { burst: 10_000, perS: 1 } } });
    const agm = await hub.connectAgm(makeActor());
    const end = closed(agm);
    const { _socket: raw } = socketOf(agm) as unknown as { _socket: { write(bytes: Buffer): void } };
    raw.write(Buffer.concat([Buffer.of(0x82, 0xfe, 0xff, 0xff, 1, 2, 3, 4), Buffer.alloc(20_000)]));
    await vi.waitFor(() => {
      hub.clock.advance(1);
      expect(hub.hub.connections().agm).toBe(0);
    });
    await end;
  });

  test('[W-003] the hub cuts a connection with 100 pending calls', async () => {
    let called = 0;
    const never = Promise.withResolvers<void>();
    const hub = await start({
      methods: {
        RenewToken: async () => undefined,
        ShowPigRuns: async () => {
          called += 1;
          await never.promise;
        },
        SendPigRunUpdate: async () => undefined,
      },
    });
    const agm = await hub.connectAgm(makeActor());
    for (let count = 0; count < 101; count++) agm.emit('ShowPigRuns', [1]);
    await vi.waitFor(() => expect(called).toBe(1));
    await expect(hub.connectAgm(makeActor({ userId: 8 }))).resolves.toBeDefined();
    expect(agm.connected).toBe(true);
    const end = closed(agm);
    agm.emit('ShowPigRuns', [1]);
    await end;
    never.resolve();
    await hub.hub.close();
    expect(called).toBe(1);
  });

  test('[W-003] the limit of calls counts all connections of a user and spares other users', async () => {
    const hub = await start({ inbound: { ...INBOUND_LIMITS, userCalls: { burst: 10, perS: 1 } } });
    const [one, two, other] = [
      await hub.connectAgm(makeActor()),
      await hub.connectAgm(makeActor({ sessionId: 's2' })),
      await hub.connectAgm(makeActor({ userId: 8 })),
    ];
    for (const client of [one, two]) for (let count = 0; count < 5; count++) await call(client, 'ShowPigRuns', [1]);
    const end = closed(two);
    two.emit('ShowPigRuns', [1]);
    await end;
    expect(await call(other, 'ShowPigRuns', [1])).toEqual({ ok: true });
  });

  test('a busy console, and ten tabs that reconnect at once, stay within the limits', async () => {
    const hub = await start();
    const tabs = await Promise.all(Array.from({ length: 10 }, async () => hub.connectBoth(makeActor())));
    const answers = tabs.flatMap(([agm, stream]) => [
      call(agm, 'RenewToken', makeToken(makeActor())),
      call(
        agm,
        'ShowPigRuns',
        Array.from({ length: 200 }, (_none, at) => at + 1),
      ),
      ...Array.from({ length: 32 }, async (_none, at) => call(stream, 'ListenToAgm', 100_000 + at)),
    ]);
    expect(await Promise.all(answers)).toEqual(answers.map(() => ({ ok: true })));
    // Then, for a minute, the tabs change a run and select another one, one tab per second.
    for (let second = 0; second < 60; second++) {
      hub.clock.advance(1000);
      const [agm] = tabs[second % tabs.length] ?? [];
      if (!agm) throw new Error('a tab is missing');
      expect(await call(agm, 'SendPigRunUpdate', 41)).toEqual({ ok: true });
      expect(await call(agm, 'ShowPigRuns', [41])).toEqual({ ok: true });
    }
    expect(hub.hub.connections()).toEqual({ agm: 10, stream: 10 });
  });
});

describe('pending calls', () => {
  test.each<[string, (hub: TestHub, client: TestClient) => void]>([
    ['its session ends', ({ hub }) => hub.endSessions({ userId: 7 }, 'signed-out')],
    ['the connection closes', (_hub, client) => client.disconnect()],
    ['its sign-in expires', ({ clock }) => clock.advance(1000)],
  ])('[W-004] pending calls do not run after %s', async (_when, end) => {
    const called: unknown[] = [];
    const first = Promise.withResolvers<void>();
    const hub = await start({
      methods: {
        RenewToken: async () => undefined,
        ShowPigRuns: async (_call, runIds) => {
          called.push(runIds);
          await first.promise;
        },
        SendPigRunUpdate: async () => undefined,
      },
    });
    const agm = await hub.connectAgm(makeActor({ expiresAt: hub.clock.now() + 1000 }));
    for (let runId = 1; runId <= 50; runId++) agm.emit('ShowPigRuns', [runId]);
    await vi.waitFor(() => expect(called).toHaveLength(1));
    end(hub, agm);
    await vi.waitFor(() => expect(hub.hub.connections().agm).toBe(0));
    first.resolve();
    await hub.hub.close();
    await yieldToLoop();
    expect(called).toEqual([[1]]);
  });
});

describe('addresses', () => {
  test('[W-006] the hub limits open WebSockets per address and still admits other addresses', async () => {
    let address = '2001:db8:1:2::1';
    const hub = await start({ connectionsPerAddress: 4, addressOf: () => address });
    const clients = [];
    for (let count = 0; count < 4; count++) clients.push(await hub.connectAgm(makeActor()));
    address = '2001:db8:1:2::2';
    await expect(hub.connectAgm(makeActor())).rejects.toThrow('websocket error');
    address = '2001:db8:1:3::1';
    await hub.connectAgm(makeActor());
    address = '2001:db8:1:2::2';
    clients[0]?.disconnect();
    hub.clock.advance(5000);
    await vi.waitFor(async () => hub.connectAgm(makeActor()));
  });

  test('[W-006] the hub limits how often an address opens WebSockets and still admits other addresses', async () => {
    let address = '192.0.2.1';
    const hub = await start({ connectionsPerAddress: 20, addressOf: () => address });
    for (let count = 0; count < 20; count++) (await hub.connectAgm(makeActor())).disconnect();
    await vi.waitFor(() => expect(hub.hub.connections().agm).toBe(0));
    await expect(hub.connectAgm(makeActor())).rejects.toThrow('websocket error');
    address = '192.0.2.2';
    await hub.connectAgm(makeActor());
    address = '192.0.2.1';
    hub.clock.advance(1000);
    await hub.connectAgm(makeActor());
  });

  test("[W-006] no more than a quarter of an address's connections may wait for admission", async () => {
    const hub = await start({ connectionsPerAddress: 8 });
    const waiting = [await openWire(hub), await openWire(hub)];
    await expect(hub.connectAgm(makeActor())).rejects.toThrow('websocket error');
    waiting[0]?.send(connectPacket(AGM_HUB, makeToken(makeActor())));
    await vi.waitFor(() => expect(hub.hub.connections().agm).toBe(1));
    await hub.connectStream(makeActor());
    expect(hub.hub.connections()).toEqual({ agm: 1, stream: 1 });
    for (const { client } of waiting) client.io.engine.close();
  });
});
