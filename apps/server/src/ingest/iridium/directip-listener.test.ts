import { once } from 'node:events';
import { encodeMoConfirmation } from '@waymark/device-protocol/directip/confirmation';
import { flipBits, truncate } from '@waymark/device-protocol/testing/damage';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { createMessageRates } from '../message-rate.ts';
import { DirectIpListener, type DirectIpOptions } from './directip-listener.ts';
import { createSessionReceiver } from './receive-session.ts';
import { GatewayClient } from './testing/gateway-client.ts';
import { RecordingDoor } from './testing/recording-door.ts';
import { ACK, encodeSession, HEARTBEAT, NOW, resolveImei, UID } from './testing/satellite-samples.ts';

const STORED = Buffer.from(encodeMoConfirmation(true));
const FAILED = Buffer.from(encodeMoConfirmation(false));
const NOTHING = Buffer.alloc(0);
const listeners: DirectIpListener[] = [];

afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.close()));
});

async function listen(changes: Partial<DirectIpOptions> = {}) {
  const door = new RecordingDoor();
  const now = () => NOW;
  const listener = new DirectIpListener({
    host: '127.0.0.1',
    port: 0,
    allow: [],
    receive: createSessionReceiver({ door, resolveImei, now, rates: createMessageRates(200) }),
    refuse: (rejection) => door.refuse(rejection),
    log: createLog('silent'),
    now,
    ...changes,
  });
  listeners.push(listener);
  const { port } = await listener.listen();
  return { door, listener, port };
}

describe('DirectIP sessions', () => {
  test('a session is confirmed after it is stored, not before', async () => {
    const { door, listener, port } = await listen();
    const release = door.hold();
    const gateway = new GatewayClient(port).send(encodeSession(ACK));
    let isAnswered = false;
    void gateway.answer.then(() => (isAnswered = true));
    await vi.waitFor(() => expect(door.asked).toBe(1));
    await new GatewayClient(port).send(Buffer.from('no DirectIP')).answer; // A complete exchange in parallel.
    expect([isAnswered, gateway.socket.bytesRead, listener.counts().finished]).toEqual([false, 0, 0]);
    release();
    expect(await gateway.answer).toEqual(STORED);
    expect(door.received).toMatchObject([[{ uid: UID, link: 'iridium', name: 'ack', body: { id: 42 } }]]);
    expect(listener.counts()).toMatchObject({ finished: 1, failed: 0 });
  });

  test('[W-087] an unconfirmed session can be closed silently, so that the gateway delivers it again', async () => {
    const { door, listener, port } = await listen();
    const release = door.hold();
    const gateway = new GatewayClient(port).send(encodeSession(ACK));
    await vi.waitFor(() => expect(listener.oldestPendingMs()).toBeGreaterThan(1));
    expect(listener.reconnect(3_600_000)).toBe(0);
    expect(listener.reconnect(1)).toBe(1);
    expect(await gateway.answer).toEqual(NOTHING);
    expect(listener.oldestPendingMs()).toBe(0);
    release();
  });

  test('a session that could not be stored is confirmed as failed, and accepted when it is delivered again', async () => {
    const { door, listener, port } = await listen();
    door.failure = new Error('no database');
    expect(await new GatewayClient(port).send(encodeSession(ACK)).answer).toEqual(FAILED);
    door.failure = undefined;
    expect(await new GatewayClient(port).send(encodeSession(ACK)).answer).toEqual(STORED);
    expect(door.received).toHaveLength(1);
    expect(listener.counts()).toMatchObject({ finished: 1, failed: 1 });
  });

  test('a session is confirmed even if the gateway has ended its side', async () => {
    const { port } = await listen();
    expect(await new GatewayClient(port).send(encodeSession(HEARTBEAT)).finish().answer).toEqual(STORED);
  });

  test('a session may arrive byte by byte', async () => {
    const { door, port } = await listen();
    const gateway = new GatewayClient(port);
    gateway.socket.setNoDelay(true);
    for (const byte of encodeSession(ACK)) gateway.send(Uint8Array.of(byte));
    expect(await gateway.answer).toEqual(STORED);
    expect(door.received).toHaveLength(1);
  });

  test('a session of an unknown IMEI is refused, stored as rejected and not requested again', async () => {
    const { door, port } = await listen();
    const foreign = encodeSession(ACK, { imei: '300000000000000' });
    expect(await new GatewayClient(port).send(foreign).answer).toEqual(STORED);
    expect(door.received).toEqual([]);
    expect(door.refused).toMatchObject([{ reason: 'unknown-imei', sender: '300000000000000', topic: 'directip' }]);
  });

  test('a session without payload is confirmed without being stored', async () => {
    const { door, port } = await listen();
    expect(await new GatewayClient(port).send(encodeSession(null)).answer).toEqual(STORED);
    expect([door.received, door.refused]).toEqual([[], []]);
  });

  test('a session without confirmation ends only after it is stored', async () => {
    const { door, port } = await listen({ confirm: false });
    expect(await new GatewayClient(port).send(encodeSession(ACK)).answer).toEqual(NOTHING);
    expect(door.received).toHaveLength(1);
  });

  test('a connection carries a single session: later bytes are not read', async () => {
    const { door, port } = await listen();
    const two = Buffer.concat([encodeSession(ACK), encodeSession(ACK, { momsn: 13 })]);
    expect(await new GatewayClient(port).send(two).answer).toEqual(STORED);
    expect(door.received).toHaveLength(1);
  });
});

describe('unexpected DirectIP connections', () => {
  test('the listener closes and counts a connection from an address that is not allowed, and reads nothing', async () => {
    const { door, listener, port } = await listen({ allow: ['192.0.2.0/24', '2001:db8::/32'] });
    expect(await new GatewayClient(port).send(encodeSession(ACK)).answer).toEqual(NOTHING);
    expect([door.received, door.refused]).toEqual([[], []]);
    expect(listener.counts()).toMatchObject({ strangers: 1, open: 0 });
  });

  test('the listener accepts an allowed IPv4 address over IPv6', async () => {
    const { port } = await listen({ host: '::', allow: ['127.0.0.1'] });
    expect(await new GatewayClient(port).send(encodeSession(ACK)).answer).toEqual(STORED);
  });

  test('the listener cuts a connection without a complete message in time, even while bytes arrive', async () => {
    const { door, listener, port } = await listen({ readTimeoutMs: 100 });
    const gateway = new GatewayClient(port).send(Uint8Array.of(1, 1, 0));
    const drip = setInterval(() => gateway.send(Uint8Array.of(0)), 30);
    expect(await gateway.answer).toEqual(NOTHING);
    clearInterval(drip);
    await vi.waitFor(() => expect(door.refused).toMatchObject([{ reason: 'timeout', sender: '127.0.0.1', uid: null }]));
    await vi.waitFor(() => expect(listener.counts()).toMatchObject({ malformed: 1, open: 0 }));
  });

  test('the listener leaves nothing behind from a silent connection', async () => {
    const { door, listener, port } = await listen({ readTimeoutMs: 50 });
    expect(await new GatewayClient(port).answer).toEqual(NOTHING);
    expect(await new GatewayClient(port).finish().answer).toEqual(NOTHING);
    await vi.waitFor(() => expect(listener.counts().open).toBe(0));
    expect(door.refused).toEqual([]);
  });

  test('the listener cuts a client that does not hang up after the confirmation', async () => {
    const { listener, port } = await listen({ readTimeoutMs: 100 });
    const gateway = new GatewayClient(port);
    const closed = once(gateway.socket, 'close');
    gateway.socket.end = () => gateway.socket; // never ends its side
    gateway.send(encodeSession(ACK));
    expect(await gateway.answer).toEqual(STORED);
    await vi.waitFor(() => expect(listener.counts().open).toBe(0));
    gateway.socket.destroy();
    await closed;
  });

  test.each([
    ['more than 4 kB', Uint8Array.of(1, 0x0f, 0xfe), 'length'],
    ['another protocol', Buffer.from('GET / HTTP/1.1\r\n\r\n'), 'version'],
    ['a message to a device', Buffer.from('0100184100150000270f3330303233343036333930343139300000', 'hex'), 'element'],
  ] as const)('the listener refuses a message with %s at once', async (_, bytes, reason) => {
    const { door, port } = await listen();
    expect(await new GatewayClient(port).send(bytes).answer).toEqual(NOTHING);
    await vi.waitFor(() => expect(door.refused).toMatchObject([{ reason, payload: Buffer.from(bytes) }]));
  });

  test('the listener buffers no more of a flood than a message may have', async () => {
    const { door, port } = await listen();
    const flood = Buffer.alloc(1_000_000, 0xff);
    expect(await new GatewayClient(port).send(flood).answer).toEqual(NOTHING);
    await vi.waitFor(() => expect(door.refused).toHaveLength(1));
    expect(door.refused[0]?.payload.length).toBeLessThanOrEqual(4096);
  });

  test('the listener limits connections per address and in total', async () => {
    for (const limits of [{ maxConnectionsPerAddress: 2 }, { maxConnections: 2 }]) {
      const { listener, port } = await listen(limits);
      const first = [new GatewayClient(port), new GatewayClient(port)];
      await vi.waitFor(() => expect(listener.counts().open).toBe(2));
      expect(await new GatewayClient(port).send(encodeSession(ACK)).answer).toEqual(NOTHING);
      expect(listener.counts()).toMatchObject({ busy: 1, open: 2 });
      const answers = first.map((gateway) => gateway.send(encodeSession(ACK)).answer);
      expect(await Promise.all(answers)).toEqual([STORED, STORED]);
    }
  });
});

test('a thousand damaged messages close a thousand connections, and the listener still works', async () => {
  const { door, listener, port } = await listen();
  const whole = encodeSession(HEARTBEAT);
  const cut = [...truncate(whole)].slice(1);
  const flipped = [...flipBits(whole)];
  const noise = fc.sample(fc.uint8Array({ minLength: 1, maxLength: 300 }), 1000 - cut.length - flipped.length);
  const damaged = [...cut, ...flipped, ...noise];
  expect(damaged).toHaveLength(1000);
  for (let at = 0; at < damaged.length; at += 50) {
    const batch = damaged.slice(at, at + 50).map((bytes) => new GatewayClient(port).send(bytes).finish().answer);
    for (const answer of await Promise.all(batch))
      expect([STORED.toString('hex'), '']).toContain(answer.toString('hex'));
  }
  await vi.waitFor(() => expect(listener.counts().open).toBe(0));
  const { finished, malformed, failed } = listener.counts();
  expect([finished + malformed, failed]).toEqual([1000, 0]);
  expect(door.refused.length).toBeGreaterThan(cut.length + noise.length);
  door.received.length = 0;
  expect(await new GatewayClient(port).send(encodeSession(HEARTBEAT, { momsn: 4711 })).answer).toEqual(STORED);
  expect(door.received).toHaveLength(1);
});

test('close() waits for messages that are being stored, confirms them, and drops incomplete ones', async () => {
  const { door, listener, port } = await listen();
  const half = new GatewayClient(port).send(encodeSession(ACK).subarray(0, 20));
  const release = door.hold();
  const whole = new GatewayClient(port).send(encodeSession(ACK));
  await vi.waitFor(() => expect([door.asked, listener.counts().open]).toEqual([1, 2]));
  let isClosed = false;
  const closed = listener.close().then(() => (isClosed = true));
  expect(await half.answer).toEqual(NOTHING);
  expect(isClosed).toBe(false);
  release();
  expect(await whole.answer).toEqual(STORED);
  await closed;
  expect([door.received.length, door.refused.length]).toEqual([1, 0]);
  expect(await new GatewayClient(port).answer).toEqual(NOTHING);
});

test('the start of a listener on a taken port is rejected', async () => {
  const { port } = await listen();
  await expect(listen({ port })).rejects.toThrow('EADDRINUSE');
  listeners.pop();
});
