import { encodeDownlink } from '@waymark/device-protocol/mqtt/downlink';
import { encodeUplink } from '@waymark/device-protocol/mqtt/uplink';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BEAT, connectDevice, connectRelay, ONLINE, publishTo, say, T, untilClosed } from '../testing/mqtt-device.ts';
import { startTrialBroker, type TrialBroker } from '../testing/trial-broker.ts';

const WITHIN = { timeout: 10_000, interval: 5 };
const onStream = vi.fn<(uid: number, payload: Uint8Array) => void>();
const onConnected = vi.fn<(uid: number) => void>();
let broker: TrialBroker;

beforeEach(async () => {
  vi.clearAllMocks();
  broker = await startTrialBroker({ onStream, onConnected, limits: { noticeRetryMs: 5 } });
});
afterEach(async () => broker.gateway.close());

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('sign-in', () => {
  it.each([
    ['a wrong password', 7, { password: 'guess' }, 4, 'wrong-password'],
    ['no username', 7, { username: '', password: '' }, 4, 'wrong-password'],
    ['a username of another kind', 7, { username: 'admin' }, 4, 'wrong-password'],
    ["another device's client id", 7, { clientId: 'agm-8' }, 2, 'client-id'],
    ['no client id', 7, { clientId: '' }, 2, 'client-id'],
    [
      'a last will for another device',
      7,
      { will: { topic: 'agm/v1/8/up/status', payload: Buffer.from('{}') } },
      5,
      'last-will',
    ],
    [
      'a last will that is no status',
      7,
      { will: { topic: 'agm/v1/7/up/hb', payload: Buffer.from('{}') } },
      5,
      'last-will',
    ],
  ] as const)('refuses %s', async (_, uid, options, code, why) => {
    await expect(connectDevice(broker.port, uid, options)).rejects.toMatchObject({ code });
    expect(broker.refusals).toMatchObject([{ why, address: '127.0.0.1' }]);
    expect(broker.gateway.connections()).toBe(0);
  });

  it('refuses MQTT 5 with the code for it', async () => {
    await expect(connectDevice(broker.port, 7, { protocolVersion: 5 })).rejects.toMatchObject({ code: 1 });
    expect(broker.refusals).toMatchObject([{ why: 'protocol-version' }]);
  });

  it('answers that it is unavailable when credentials cannot be checked, and counts no failure', async () => {
    const other = await startTrialBroker({ credentials: { verify: () => Promise.reject(new Error('away')) } });
    for (let n = 0; n < 10; n += 1) await expect(connectDevice(other.port, 7)).rejects.toMatchObject({ code: 3 });
    expect(other.refusals).toEqual([]);
    await other.gateway.close();
  });

  it('delays a client that guesses passwords, and no other client at its address', async () => {
    for (let n = 0; n < 6; n += 1) await expect(connectDevice(broker.port, 7, { password: 'x' })).rejects.toThrow();
    await expect(connectDevice(broker.port, 7)).rejects.toMatchObject({ code: 5 });
    expect(broker.refusals.at(-1)).toMatchObject({ why: 'too-many-attempts' });
    const neighbour = await connectDevice(broker.port, 8);
    expect(neighbour.connected).toBe(true);
  });
});

describe('topics of a client', () => {
  it.each([['agm/v1/8/up/hb'], ['agm/v1/7/dn/cmd'], ['$SYS/x'], ['agm/v1/07/up/hb'], ['x']])(
    '[W-169] a device that publishes to %s is cut off, and its message is stored as rejected',
    async (topic) => {
      const device = await connectDevice(broker.port, 7);
      device.publish(topic, '{}', { qos: 1 });
      await untilClosed(device);
      expect(broker.refusals).toMatchObject([{ clientId: 'agm-7', why: 'foreign-topic', topic }]);
      expect(broker.door.rejections).toMatchObject([
        { uid: 7, reason: 'foreign-topic', topic, link: 'cellular', payload: Buffer.from('{}') },
      ]);
    },
  );

  it.each(['agm/v1/7/up/\0', 'agm/v1/7/up/a\uFFFD'])(
    '[W-050] cuts off a device that publishes to %j',
    async (topic) => {
      const device = await connectDevice(broker.port, 7);
      device.publish(topic, '{}', { qos: 1 });
      await untilClosed(device);
      expect(broker.refusals).toMatchObject([{ clientId: 'agm-7', why: 'foreign-topic' }]);
    },
  );

  it.each(['#', 'agm/v1/+/dn/#', 'agm/v1/8/dn/#', 'agm/v1/7/up/#', '$SYS/#', '$share/waymark/agm/v1/+/up/#'])(
    'a device may not subscribe to %s',
    async (filter) => {
      const device = await connectDevice(broker.port, 7);
      await expect(device.subscribeAsync(filter)).rejects.toMatchObject({ packet: { granted: [128] } });
      expect(broker.refusals).toMatchObject([{ why: 'foreign-subscription', topic: filter }]);
      expect(broker.door.rejections).toMatchObject([{ uid: 7, reason: 'foreign-subscription', topic: filter }]);
      expect(onConnected).not.toHaveBeenCalled();
    },
  );

  it('delivers a downlink once for overlapping filters, and reports the subscription', async () => {
    const device = await connectDevice(broker.port, 7);
    const other = await connectDevice(broker.port, 8);
    const heard: string[] = [];
    device.on('message', (topic, payload) => heard.push(`${topic} ${payload.toString()}`));
    other.on('message', (topic) => heard.push(`other ${topic}`));
    await device.subscribeAsync(['agm/v1/7/dn/#', 'agm/v1/7/dn/time'], { qos: 1 });
    await other.subscribeAsync('agm/v1/8/dn/+');
    expect(onConnected.mock.calls).toEqual([[7], [8]]);
    await broker.gateway.publish(encodeDownlink(7, { name: 'time', body: { t: T } }));
    await broker.gateway.publish(encodeDownlink(9, { name: 'time', body: { t: T } }));
    await broker.gateway.publish(encodeDownlink(7, { name: 'time', body: { t: T + 1 } }));
    const text = (t: number): string => `agm/v1/7/dn/time {"t":${t}}`;
    await vi.waitFor(() => expect(heard).toEqual([text(T), text(T + 1)]), WITHIN);
  });

  it('a relay publishes for its devices, and its messages have the link bluetooth', async () => {
    const relay = await connectRelay(broker.port, 'truck');
    await say(relay, 7, BEAT);
    await say(relay, 8, BEAT);
    expect(broker.door.messages.map(({ uid, link }) => [uid, link])).toEqual([
      [7, 'bluetooth'],
      [8, 'bluetooth'],
    ]);
    relay.publish('agm/v1/9/up/hb', '{}', { qos: 1 });
    await untilClosed(relay);
    expect(broker.refusals).toMatchObject([{ clientId: 'btgw-truck', why: 'foreign-topic' }]);
  });

  it('retains no messages and has no sessions', async () => {
    const device = await connectDevice(broker.port, 7, { clean: false });
    await say(device, 7, ONLINE);
    await device.subscribeAsync('agm/v1/7/dn/#', { qos: 1 });
    await device.endAsync();
    await broker.gateway.publish(encodeDownlink(7, { name: 'time', body: { t: T } }));
    const messages = vi.fn<() => void>();
    const again = await connectDevice(broker.port, 7, { clean: false });
    again.on('message', messages);
    await again.subscribeAsync('agm/v1/7/dn/#', { qos: 1 });
    await say(again, 7, BEAT);
    expect(messages).not.toHaveBeenCalled();
  });
});

describe('acknowledgements', () => {
  it('an acknowledgement is sent after the commit, not before', async () => {
    const device = await connectDevice(broker.port, 7);
    broker.door.hold();
    const acknowledged = vi.fn<() => void>();
    const said = say(device, 7, BEAT).then(acknowledged);
    await vi.waitFor(() => expect(broker.door.list(7)).toEqual(['hb']), WITHIN);
    // The broker answers others meanwhile.
    await connectDevice(broker.port, 8);
    expect(acknowledged).not.toHaveBeenCalled();
    broker.door.release();
    await said;
    expect(acknowledged).toHaveBeenCalledOnce();
  });

  it('a client can send more messages before the acknowledgement', async () => {
    const device = await connectDevice(broker.port, 7);
    broker.door.hold();
    const said = Promise.all(Array.from({ length: 50 }, async () => say(device, 7, BEAT)));
    await vi.waitFor(() => expect(broker.door.messages.length).toBe(50), WITHIN);
    broker.door.release();
    await expect(said).resolves.toHaveLength(50);
  });

  it('a client is cut off when storing fails, and sends the message again after reconnecting', async () => {
    const device = await connectDevice(broker.port, 7, { reconnectPeriod: 10 });
    broker.door.failFromNowOn(true);
    const acknowledged = vi.fn<() => void>();
    const said = say(device, 7, BEAT).then(acknowledged);
    await vi.waitFor(
      () => expect(broker.door.list(7).filter((name) => name === 'hb').length).toBeGreaterThan(1),
      WITHIN,
    );
    expect(acknowledged).not.toHaveBeenCalled();
    broker.door.failFromNowOn(false);
    await said;
    await device.endAsync();
  });

  it('a QoS 2 message is stored before its PUBREC', async () => {
    const device = await connectDevice(broker.port, 7);
    const { topic, payload } = encodeUplink(7, BEAT);
    await device.publishAsync(topic, Buffer.from(payload), { qos: 2 });
    await device.publishAsync(topic, Buffer.from(payload), { qos: 2 });
    expect(broker.door.list(7)).toEqual(['hb', 'hb']);
  });

  it('a stream frame is passed to onStream and never stored', async () => {
    const device = await connectDevice(broker.port, 7);
    device.publish('agm/v1/7/up/stream', Buffer.of(1, 2, 3), { qos: 0 });
    await say(device, 7, BEAT);
    expect(onStream.mock.calls.map(([uid, payload]) => [uid, [...payload]])).toEqual([[7, [1, 2, 3]]]);
    expect(broker.door.list(7)).toEqual(['hb']);
  });

  it.each<[string, string | Buffer, string]>([
    ['hb', 'not JSON', 'not-json'],
    ['hb', '', 'not-json'],
    ['hb', '{"t":1}', 'field'],
    ['hb', Buffer.of(0x7b, 0xff, 0x7d), 'not-utf8'],
    ['carrier', String.raw`{"activeCarrier":"\u0000"}`, 'not-text'],
    ['carrier', String.raw`{"activeCarrier":"\uD800"}`, 'not-text'],
    ['psg/1/mag', 'short', 'length'],
    ['newer-firmware', '{}', 'topic'],
  ])('a malformed %s (%j) is stored as rejected with its reason and acknowledged', async (name, payload, reason) => {
    const device = await connectDevice(broker.port, 7);
    await device.publishAsync(`agm/v1/7/up/${name}`, payload, { qos: 1 });
    const expected = { reason, uid: 7, sender: 'agm-7', link: 'cellular', topic: `agm/v1/7/up/${name}`, receivedAt: T };
    expect(broker.door.rejections).toMatchObject([expected]);
    expect(Buffer.from(broker.door.rejections[0]?.payload ?? [])).toEqual(Buffer.from(payload));
    expect(device.connected).toBe(true);
  });

  it('an empty payload that clears a retained message is acknowledged and not stored', async () => {
    const device = await connectDevice(broker.port, 7);
    await publishTo(device, { topic: 'agm/v1/7/up/status', payload: bytes(''), qos: 1, retain: true });
    expect([broker.door.messages, broker.door.rejections]).toEqual([[], []]);
  });
});
