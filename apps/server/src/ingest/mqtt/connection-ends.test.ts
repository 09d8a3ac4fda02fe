import { connect as connectSocket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BEAT, breakOff, connectDevice, ONLINE, say, T, untilClosed } from '../testing/mqtt-device.ts';
import { startTrialBroker, type TrialBroker } from '../testing/trial-broker.ts';
import type { ClientAccount } from './sign-in.ts';

// How connections end: those of clients that misbehave, and all of them when the server stops.

const WITHIN = { timeout: 10_000, interval: 5 };
let broker: TrialBroker;

beforeEach(async () => {
  broker = await startTrialBroker();
});
afterEach(async () => broker.gateway.close());

describe('a client that misbehaves', () => {
  it('a client with a packet that is too large is disconnected, and no other client', async () => {
    const [device, other] = [await connectDevice(broker.port, 7), await connectDevice(broker.port, 8)];
    device.publish('agm/v1/7/up/hb', Buffer.alloc(16_384), { qos: 1 });
    await untilClosed(device);
    expect(broker.refusals).toMatchObject([{ clientId: 'agm-7', why: 'too-large' }]);
    await say(other, 8, BEAT);
    expect(broker.door.list(8)).toEqual(['hb']);
  });

  it.each([
    ['garbage', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['zeros', Buffer.alloc(100)],
    ['a length without end', Buffer.of(0x10, 0xff, 0xff, 0xff, 0xff, 0x7f)],
    ['a publication before the connection', Buffer.of(0x30, 5, 0, 1, 0x61, 1, 2)],
    ['half a connection', Buffer.of(0x10, 12, 0, 4)],
  ])('%s on the socket ends the connection', async (_, content) => {
    const { gateway, port } = await startTrialBroker({ limits: { connectTimeoutMs: 200 } });
    const socket = connectSocket(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(content);
    await closed;
    const device = await connectDevice(port, 8);
    expect([device.connected, gateway.connections()]).toEqual([true, 1]);
    await gateway.close();
  });

  it('a client that starts many QoS 2 messages and finishes none is cut off', async () => {
    const { gateway, port, door } = await startTrialBroker({ limits: { maxUnfinished: 3 } });
    const socket = connectSocket(port, '127.0.0.1');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const field = (text: string): Buffer => Buffer.concat([Buffer.of(0, text.length), Buffer.from(text)]);
    const login = Buffer.concat([
      field('MQTT'),
      Buffer.of(4, 0xc2, 0, 60),
      field('agm-7'),
      field('7'),
      field('password of 7'),
    ]);
    socket.write(Buffer.concat([Buffer.of(0x10, login.length), login]));
    const answers: Buffer[] = [];
    socket.on('data', (answer: Buffer) => {
      answers.push(answer);
      const topic = field('agm/v1/7/up/hb');
      socket.write(Buffer.concat([Buffer.of(0x34, topic.length + 4), topic, Buffer.of(0, answers.length, 123, 125)]));
    });
    await closed;
    expect(answers.map((answer) => answer[0])).toEqual([0x20, 0x50, 0x50, 0x50]);
    expect(door.rejections).toHaveLength(4);
    await gateway.close();
  });

  it('a silent client is cut off after one and a half keep-alives, up to the limit of the server', async () => {
    const { gateway, port, door } = await startTrialBroker({ limits: { maxKeepAliveS: 0.05 } });
    const device = await connectDevice(port, 7, { keepalive: 0 });
    await untilClosed(device);
    await vi.waitFor(() => expect(door.list(7)).toEqual(['lwt']), WITHIN);
    await gateway.close();
  });

  it('a client with a revoked credential is disconnected, and its device is offline', async () => {
    const device = await connectDevice(broker.port, 7);
    await say(device, 7, ONLINE);
    broker.gateway.disconnect('agm-7', null);
    await untilClosed(device);
    await vi.waitFor(() => expect(broker.door.list(7)).toEqual(['online', 'lwt']), WITHIN);
  });

  it('a client with the new credential stays connected when the old one is revoked', async () => {
    const verify = async (): Promise<ClientAccount> => ({ kind: 'device', uid: 7, issuedAt: T, verifiedAt: T });
    const { gateway, port } = await startTrialBroker({ credentials: { verify } });
    const device = await connectDevice(port, 7);
    gateway.disconnect('agm-7', T);
    await say(device, 7, ONLINE);
    expect(gateway.connections()).toBe(1);
    gateway.disconnect('agm-7', T + 1);
    await untilClosed(device);
    await gateway.close();
  });

  it('a client is refused when its credential is revoked during the check', async () => {
    const { promise: isChecked, resolve } = Promise.withResolvers<void>();
    const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
    const accounts: (ClientAccount | null)[] = [{ kind: 'device', uid: 7, issuedAt: T, verifiedAt: T }, null];
    const verify = async (): Promise<ClientAccount | null> => {
      ask();
      await isChecked;
      return accounts.shift() ?? null;
    };
    const { gateway, port, door } = await startTrialBroker({ credentials: { verify } });
    const connecting = connectDevice(port, 7).then(
      () => 'in',
      () => 'refused',
    );
    await isAsked;
    gateway.disconnect('agm-7', null);
    resolve();
    expect(await connecting).toBe('refused');
    expect([gateway.connections(), door.messages]).toEqual([0, []]);
    await gateway.close();
  });
});

it('[W-087] a client whose message is not acknowledged is disconnected, and sends the message again', async () => {
  const { gateway, port, door } = await startTrialBroker();
  const device = await connectDevice(port, 1, { reconnectPeriod: 50 });
  door.hold();
  const published = say(device, 1, BEAT);
  await vi.waitFor(() => expect(gateway.oldestPendingMs()).toBeGreaterThan(1));
  expect(gateway.reconnect(3_600_000)).toBe(0);
  expect(gateway.reconnect(1)).toBe(1);
  await vi.waitFor(() => expect(door.messages).toHaveLength(2));
  door.release();
  await published;
  expect(gateway.oldestPendingMs()).toBe(0);
  await device.endAsync();
  await gateway.close();
});

describe('stopping', () => {
  it('close() waits until messages are stored, acknowledges them and reports no device offline', async () => {
    const device = await connectDevice(broker.port, 7);
    await say(device, 7, ONLINE);
    broker.door.hold();
    const said = say(device, 7, BEAT);
    await vi.waitFor(() => expect(broker.door.list(7)).toContain('hb'), WITHIN);
    const closed = broker.gateway.close();
    broker.door.release();
    await Promise.all([said, closed]);
    await untilClosed(device);
    expect(broker.door.list(7)).toEqual(['online', 'hb']);
  });

  it('close() has a timeout and does not acknowledge messages that arrive meanwhile', async () => {
    const { gateway, port, door } = await startTrialBroker({ limits: { closeTimeoutMs: 50 } });
    const device = await connectDevice(port, 7);
    door.hold();
    const first = say(device, 7, BEAT);
    await vi.waitFor(() => expect(door.list(7)).toEqual(['hb']), WITHIN);
    const closed = gateway.close();
    const second = say(device, 7, BEAT);
    await closed;
    await untilClosed(device);
    await device.endAsync(true);
    await Promise.all([first, second].map(async (said) => expect(said).rejects.toThrow()));
    expect(door.list(7)).toEqual(['hb']);
  });

  it('start() rejects for a port in use', async () => {
    await expect(startTrialBroker({ port: broker.port })).rejects.toThrow('EADDRINUSE');
  });

  it('close() resolves when a client breaks its connection', async () => {
    const device = await connectDevice(broker.port, 7);
    await Promise.all([breakOff(device), broker.gateway.close(), broker.gateway.close()]);
    expect(broker.gateway.connections()).toBe(0);
  });
});
