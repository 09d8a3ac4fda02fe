import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { generate } from 'mqtt-packet';
import { BEAT, breakOff, connectDevice, passwordOf, say, untilClosed } from '../testing/mqtt-device.ts';
import { startTrialBroker, type TrialBroker } from '../testing/trial-broker.ts';
import type { EndpointLimits } from './limits.ts';
import type { Credentials } from './sign-in.ts';

const CONNECT_7 = generate({
  cmd: 'connect',
  protocolId: 'MQTT',
  protocolVersion: 4,
  clientId: 'agm-7',
  username: '7',
  password: Buffer.from(passwordOf('7')),
  clean: true,
  keepalive: 60,
});
const WITHIN = { timeout: 10_000, interval: 5 };
let broker: TrialBroker;
const sockets: Socket[] = [];

async function start(limits: Partial<EndpointLimits>, credentials?: Credentials): Promise<void> {
  broker = await startTrialBroker({ limits, ...(credentials && { credentials }) });
}
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await broker.gateway.close();
});

function open(): Socket {
  const socket = connect(broker.port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

const reasons = () => broker.refusals.map(({ why }) => why);

it('[W-054] cuts off a client that subscribes and unsubscribes again and again, and no other client', async () => {
  await start({ subscriptionsPerMinute: 20 });
  const [device, neighbour] = [await connectDevice(broker.port, 7), await connectDevice(broker.port, 8)];
  for (let n = 0; n < 10; n += 1) {
    await device.subscribeAsync('agm/v1/7/dn/#');
    await device.unsubscribeAsync('agm/v1/7/dn/#');
  }
  expect(device.connected).toBe(true);
  device.subscribe('agm/v1/7/dn/#', () => undefined);
  await untilClosed(device);
  expect(reasons()).toEqual(['too-many-packets']);
  await neighbour.subscribeAsync('agm/v1/8/dn/#');
  await say(neighbour, 8, BEAT);
});

it('[W-054] counts the subscriptions of a client over all its connections', async () => {
  await start({ subscriptionsPerMinute: 20 });
  const first = await connectDevice(broker.port, 7);
  for (let n = 0; n < 15; n += 1) await first.subscribeAsync('agm/v1/7/dn/#');
  await breakOff(first);
  const second = await connectDevice(broker.port, 7);
  for (let n = 0; n < 5; n += 1) await second.subscribeAsync('agm/v1/7/dn/#');
  second.subscribe('agm/v1/7/dn/#', () => undefined);
  await untilClosed(second);
  expect(reasons()).toEqual(['too-many-packets']);
  const neighbour = await connectDevice(broker.port, 8);
  await neighbour.subscribeAsync('agm/v1/8/dn/#');
});

it('[W-054] refuses a client that signs in again and again, before it stores anything of it', async () => {
  await start({ signInsPerMinute: 3 });
  for (let n = 0; n < 3; n += 1) await breakOff(await connectDevice(broker.port, 7));
  await expect(connectDevice(broker.port, 7)).rejects.toMatchObject({ code: 3 });
  expect(reasons()).toEqual(['too-many-connections']);
  const neighbour = await connectDevice(broker.port, 8);
  await say(neighbour, 8, BEAT);
});

it('[W-178] refuses a client that signs in too often without a look at its credential, and not at once', async () => {
  const asked: string[] = [];
  const credentials: Credentials = {
    async verify({ username }) {
      asked.push(username);
      return { kind: 'device', uid: Number(username), issuedAt: 1, verifiedAt: asked.length };
    },
  };
  await start({ signInsPerMinute: 2, refusalDelayMs: 500 }, credentials);
  for (let n = 0; n < 2; n += 1) await breakOff(await connectDevice(broker.port, 7));
  await expect(connectDevice(broker.port, 7)).rejects.toMatchObject({ code: 3 });
  const before = performance.now();
  await expect(connectDevice(broker.port, 7)).rejects.toMatchObject({ code: 3 });
  expect(performance.now() - before).toBeGreaterThan(490);
  expect(asked).toEqual(['7', '7', '7']);
});

it('[W-178] ends the connections of a refused client that has many open ones, and answers the others', async () => {
  await start({ signInsPerMinute: 1, refusalDelayMs: 60_000 });
  await breakOff(await connectDevice(broker.port, 7));
  const tries = Array.from({ length: 70 }, open);
  const ended: Socket[] = [];
  for (const socket of tries) {
    socket.resume().once('close', () => ended.push(socket));
    socket.write(CONNECT_7);
  }
  await vi.waitFor(() => expect(reasons()).toHaveLength(70), WITHIN);
  await vi.waitFor(() => expect(ended).toHaveLength(6), WITHIN);
  const neighbour = await connectDevice(broker.port, 8);
  await say(neighbour, 8, BEAT);
});

it('[W-054] limits the bytes of subscriptions', async () => {
  await start({ subscriptionBytesPerMinute: 2_000 });
  const device = await connectDevice(broker.port, 7);
  await device.subscribeAsync('agm/v1/7/dn/#');
  device.subscribe(
    Array.from({ length: 1_000 }, (_, at) => `a${at}`),
    () => undefined,
  );
  await untilClosed(device);
  expect(reasons()).toEqual(['too-many-packets']);
});

it('[W-054] lets a relay subscribe for each of 500 devices', async () => {
  await start({});
  const device = await connectDevice(broker.port, 7);
  await Promise.all(Array.from({ length: 500 }, async () => device.subscribeAsync('agm/v1/7/dn/#')));
  expect([device.connected, broker.refusals.length]).toEqual([true, 0]);
});

it.each([
  ['pings', Buffer.of(0xc0, 0), { pingsPerMinute: 50 }],
  ['acknowledgements of nothing', Buffer.of(0x40, 2, 0, 1), { othersPerMinute: 50 }],
] as const)('[W-054] cuts off a client that floods with %s', async (_title, packet, limits) => {
  await start(limits);
  const device = await connectDevice(broker.port, 7);
  device.stream.write(Buffer.concat(Array.from({ length: 60 }, () => packet)));
  await untilClosed(device);
  expect(reasons()).toEqual(['too-many-packets']);
});

it('cuts off a client that connects twice on one connection', async () => {
  await start({});
  const device = await connectDevice(broker.port, 7);
  device.stream.write(Buffer.from('101600044d5154540402003c000a61676d2d37', 'hex'));
  device.stream.write(Buffer.from('61676d2d37', 'hex'));
  await untilClosed(device);
  expect(device.connected).toBe(false);
});

it('[W-053] limits connections that do not sign in by their address; a client that signed in frees its place', async () => {
  await start({ maxPendingPerAddress: 3, connectTimeoutMs: 600_000 });
  for (const uid of [1, 2, 3, 4, 5]) await connectDevice(broker.port, uid);
  const idle = [open(), open(), open()];
  await Promise.all(idle.map(async (socket) => once(socket, 'connect')));
  const refused = open();
  await once(refused, 'close');
  expect(reasons()).toEqual(['too-many-connections']);
  idle[0]?.destroy();
  await vi.waitFor(async () => expect((await connectDevice(broker.port, 6)).connected).toBe(true), WITHIN);
});

it('[W-053] limits all connections of an address', async () => {
  await start({ maxPerAddress: 3 });
  const [first] = [await connectDevice(broker.port, 1), await connectDevice(broker.port, 2)];
  await connectDevice(broker.port, 3);
  await expect(connectDevice(broker.port, 4)).rejects.toThrow();
  expect(reasons()).toEqual(['too-many-connections']);
  await first.endAsync();
  await vi.waitFor(async () => expect((await connectDevice(broker.port, 4)).connected).toBe(true), WITHIN);
});

it('[W-121] limits all connections together, so that open files are left for consoles and the database', async () => {
  await start({ maxConnections: 3 });
  for (const uid of [1, 2, 3]) await connectDevice(broker.port, uid);
  await expect(connectDevice(broker.port, 4)).rejects.toThrow();
  expect(broker.gateway.connections()).toBe(3);
});

it('refuses a first packet over 4 KiB, and a connection without a CONNECT in time', async () => {
  await start({ connectTimeoutMs: 50 });
  const large = open();
  large.write(Buffer.of(0x10, 0x81, 0x20));
  await once(large, 'close');
  expect(reasons()).toEqual(['too-large']);
  await once(open(), 'close');
  const device = await connectDevice(broker.port, 7, { password: passwordOf('7') });
  await device.publishAsync('agm/v1/7/up/hb', Buffer.alloc(10_000), { qos: 1 });
  expect(broker.door.rejections).toHaveLength(1);
});
