import { rm } from 'node:fs/promises';
import { encodeDownlink } from '@waymark/device-protocol/mqtt/downlink';
import { encodeUplink, type Uplink } from '@waymark/device-protocol/mqtt/uplink';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { layCable } from '../../testing/cable.ts';
import { makeTemporaryFolder } from '../../testing/temporary-folder.ts';
import { createTrialAuthority } from '../testing/certificates.ts';
import { createMessageRates, MessageRate } from '../message-rate.ts';
import { MosquittoServer } from '../testing/mosquitto-server.ts';
import {
  BEAT,
  breakOff,
  connectDevice,
  connectRelay,
  HEARTBEAT,
  ONLINE,
  ONLINE_BY_RELAY,
  publishTo,
  say,
  T,
} from '../testing/mqtt-device.ts';
import { TrialDoor } from '../testing/trial-door.ts';
import { BrokerClient, type BrokerClientOptions } from './broker-client.ts';

const WITHIN = { timeout: 20_000, interval: 10 };
const DEVICES = Array.from({ length: 20 }, (_, at) => at + 1);
let mosquitto: MosquittoServer;
let nodes: Node[] = [];

interface Node {
  readonly gateway: BrokerClient;
  readonly door: TrialDoor;
  readonly lines: string[];
}

beforeEach(async () => {
  mosquitto = await MosquittoServer.start({ devices: DEVICES, relays: [{ name: 'truck', uids: [7, 8] }] });
});
afterEach(async () => {
  await Promise.all(nodes.map(async ({ gateway }) => gateway.close()));
  nodes = [];
  await mosquitto.remove();
});

function openNode(options: Partial<BrokerClientOptions> & { readonly nodeName: string }): Node {
  const door = new TrialDoor();
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => lines.push(line) });
  const gateway = BrokerClient.start({
    url: mosquitto.url,
    door,
    log,
    now: () => T,
    rates: createMessageRates(200),
    ...options,
  });
  const node = { gateway, door, lines };
  nodes.push(node);
  return node;
}

async function startNode(options: Partial<BrokerClientOptions> & { readonly nodeName: string }): Promise<Node> {
  const node = openNode(options);
  await vi.waitFor(() => expect(node.gateway.isConnected).toBe(true), WITHIN);
  return node;
}

/** Tells the messages of a test apart. */
function beat(battery: number): Uplink {
  return { name: 'hb', body: { ...HEARTBEAT, battery } };
}

function listBatteries(...doors: readonly TrialDoor[]): readonly number[] {
  return doors.flatMap(({ messages }) =>
    messages.flatMap((message) => (message.name === 'hb' ? [message.body.battery] : [])),
  );
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1);

describe('with Mosquitto', () => {
  it('two servers share the messages: each message reaches one of them', async () => {
    const [a, b] = [await startNode({ nodeName: 'a' }), await startNode({ nodeName: 'b' })];
    const device = await connectDevice(mosquitto.devicePort, 1);
    await Promise.all(numbers(100).map(async (battery) => say(device, 1, beat(battery))));
    await vi.waitFor(() => expect(listBatteries(a.door, b.door)).toHaveLength(100), WITHIN);
    expect(listBatteries(a.door, b.door).toSorted((x, y) => x - y)).toEqual(numbers(100));
    expect(Math.min(listBatteries(a.door).length, listBatteries(b.door).length)).toBeGreaterThan(10);
    await device.endAsync();
  });

  it('messages are stored together and in order, not one at a time', async () => {
    const { door } = await startNode({ nodeName: 'order' });
    const device = await connectDevice(mosquitto.devicePort, 2);
    door.hold();
    await Promise.all(numbers(50).map(async (battery) => say(device, 2, beat(battery))));
    await vi.waitFor(() => expect(listBatteries(door)).toHaveLength(50), WITHIN);
    expect(listBatteries(door)).toEqual(numbers(50));
    door.release();
    await device.endAsync();
  });

  it('the broker delivers unstored messages of a stopped server again when it is back, but no stored ones', async () => {
    const first = await startNode({ nodeName: 'again' });
    const device = await connectDevice(mosquitto.devicePort, 3);
    await say(device, 3, beat(1));
    await vi.waitFor(() => expect(listBatteries(first.door)).toEqual([1]), WITHIN);
    first.door.failFromNowOn(true);
    await say(device, 3, beat(2));
    await vi.waitFor(() => expect(listBatteries(first.door)).toContain(2), WITHIN);
    await first.gateway.close();
    await say(device, 3, beat(3));
    const second = await startNode({ nodeName: 'again' });
    await vi.waitFor(() => expect(listBatteries(second.door).toSorted((x, y) => x - y)).toEqual([2, 3]), WITHIN);
    await device.endAsync();
  });

  it('the broker delivers a message again that was being stored, even if the old process stores it later', async () => {
    const first = await startNode({ nodeName: 'killed', closeTimeoutMs: 10 });
    const device = await connectDevice(mosquitto.devicePort, 3);
    first.door.hold();
    await say(device, 3, beat(1));
    await vi.waitFor(() => expect(listBatteries(first.door)).toEqual([1]), WITHIN);
    await first.gateway.close();
    first.door.release();
    const second = await startNode({ nodeName: 'killed' });
    await vi.waitFor(() => expect(listBatteries(second.door)).toEqual([1]), WITHIN);
    await device.endAsync();
  });

  it('the broker delivers a message that could not be stored again to the same server', async () => {
    const { door, lines } = await startNode({ nodeName: 'retry' });
    const device = await connectDevice(mosquitto.devicePort, 4);
    door.failFromNowOn(true);
    await say(device, 4, beat(1));
    await vi.waitFor(() => expect(listBatteries(door)).toEqual([1]), WITHIN);
    door.failFromNowOn(false);
    await vi.waitFor(() => expect(listBatteries(door)).toEqual([1, 1]), WITHIN);
    await vi.waitFor(() => expect(lines.join()).toContain('the MQTT broker is connected again'), WITHIN);
    await device.endAsync();
  });

  it('a server receives retained messages at the start, and later messages once', async () => {
    const device = await connectDevice(mosquitto.devicePort, 5);
    await say(device, 5, ONLINE);
    await say(device, 5, {
      name: 'disk',
      body: { diskUseMBytes: 1, diskSizeMBytes: 2, numberOfflineFiles: 3, numberOnlineFiles: 4 },
    });
    const onConnected = vi.fn<(uid: number) => void>();
    const { door } = await startNode({ nodeName: 'retained', onConnected });
    await vi.waitFor(() => expect(door.list(5).toSorted()).toEqual(['disk', 'online']), WITHIN);
    expect(onConnected).toHaveBeenCalledWith(5);
    await breakOff(device);
    await vi.waitFor(() => expect(door.list(5)).toContain('lwt'), WITHIN);
    const again = await connectDevice(mosquitto.devicePort, 5);
    await say(again, 5, BEAT);
    await vi.waitFor(() => expect(door.list(5)).toContain('hb'), WITHIN);
    expect(door.list(5).toSorted()).toEqual(['disk', 'hb', 'lwt', 'online']);
    const cleared = encodeUplink(5, ONLINE).topic;
    await publishTo(again, { topic: cleared, payload: new Uint8Array(0), qos: 1, retain: true });
    await again.endAsync();
  });

  it('malformed messages are rejected and not delivered again', async () => {
    const { door } = await startNode({ nodeName: 'malformed' });
    const device = await connectDevice(mosquitto.devicePort, 6);
    await device.publishAsync('agm/v1/6/up/hb', 'nonsense', { qos: 1 });
    await say(device, 6, beat(1));
    await vi.waitFor(() => expect(listBatteries(door)).toEqual([1]), WITHIN);
    expect(door.rejections).toMatchObject([
      { reason: 'not-json', uid: 6, sender: expect.stringContaining('127.0.0.1') },
    ]);
    await device.endAsync();
  });

  it('commands reach the device that has subscribed', async () => {
    const { gateway } = await startNode({ nodeName: 'commands' });
    const device = await connectDevice(mosquitto.devicePort, 7);
    const heard = vi.fn<(topic: string, payload: string) => void>();
    device.on('message', (topic, payload) => heard(topic, payload.toString()));
    await device.subscribeAsync('agm/v1/7/dn/#', { qos: 1 });
    await gateway.publish(encodeDownlink(8, { name: 'time', body: { t: 1 } }));
    await gateway.publish(encodeDownlink(7, { name: 'time', body: { t: T } }));
    await vi.waitFor(() => expect(heard.mock.calls).toEqual([['agm/v1/7/dn/time', `{"t":${T}}`]]), WITHIN);
    await device.endAsync();
  });

  it('[W-051] rejects messages beyond the rate of a device, and stores those of others', async () => {
    const rates = { ...createMessageRates(0), devices: new MessageRate<number>({ perSecond: 0.001, burst: 3 }) };
    const { door } = await startNode({ nodeName: 'a', rates });
    const [device, other] = [
      await connectDevice(mosquitto.devicePort, 7),
      await connectDevice(mosquitto.devicePort, 8),
    ];
    for (const battery of numbers(10)) await say(device, 7, beat(battery));
    await say(other, 8, beat(99));
    await vi.waitFor(() => expect(listBatteries(door)).toEqual([1, 2, 3, 99]), WITHIN);
    expect(door.rejections.map(({ uid, reason }) => `${uid} ${reason}`)).toEqual(numbers(7).map(() => '7 too-many'));
  });

  it('a stream frame is passed to onStream and not stored', async () => {
    const onStream = vi.fn<(uid: number, payload: Uint8Array) => void>();
    const { door } = await startNode({ nodeName: 'stream', onStream });
    const device = await connectDevice(mosquitto.devicePort, 9);
    await device.publishAsync('agm/v1/9/up/stream', Buffer.of(1, 2), { qos: 0 });
    await vi.waitFor(
      () => expect(onStream.mock.calls.map(([uid, payload]) => [uid, [...payload]])).toEqual([[9, [1, 2]]]),
      WITHIN,
    );
    expect(door.messages).toEqual([]);
    await device.endAsync();
  });
});

describe('an outage of the broker', () => {
  it('an outage is logged once, ends by itself and loses no acknowledged message', async () => {
    const { gateway, door, lines } = await startNode({ nodeName: 'outage' });
    const count = (text: string): number => lines.filter((line) => line.includes(`"msg":"${text}`)).length;
    await mosquitto.stop();
    await vi.waitFor(() => expect(gateway.isConnected).toBe(false), WITHIN);
    await expect(gateway.publish(encodeDownlink(7, { name: 'time', body: { t: T } }))).rejects.toThrow('away');
    await vi.waitFor(() => expect(count('the MQTT broker is away')).toBe(1), WITHIN);
    await mosquitto.start();
    await vi.waitFor(() => expect(gateway.isConnected).toBe(true), WITHIN);
    const device = await connectDevice(mosquitto.devicePort, 10);
    await say(device, 10, beat(1));
    await vi.waitFor(() => expect(listBatteries(door)).toEqual([1]), WITHIN);
    expect([count('the MQTT broker is away'), count('the MQTT broker is connected again')]).toEqual([1, 1]);
    await device.endAsync();
  });

  it('[W-080] acknowledges after a reconnection a message that was stored during the outage', async () => {
    const { hostname, port, username, password } = new URL(mosquitto.url);
    const cable = await layCable({ host: hostname, port: Number(port) });
    const { gateway, door } = await startNode({
      nodeName: 'cable',
      url: `mqtt://${username}:${password}@127.0.0.1:${cable.port}`,
      maxInFlight: 5,
    });
    const device = await connectDevice(mosquitto.devicePort, 10);
    door.hold();
    for (const battery of [1, 2, 3]) await say(device, 10, beat(battery));
    await vi.waitFor(() => expect(listBatteries(door)).toEqual([1, 2, 3]), WITHIN);
    await cable.cut();
    await vi.waitFor(() => expect(gateway.isConnected).toBe(false), WITHIN);
    door.release();
    await cable.mend();
    await vi.waitFor(() => expect(gateway.isConnected).toBe(true), WITHIN);
    // More than the broker sends without an acknowledgement.
    for (const battery of numbers(20)) await say(device, 10, beat(100 + battery));
    await vi.waitFor(() => expect(new Set(listBatteries(door)).size).toBe(23), WITHIN);
    await device.endAsync();
    await cable.cut();
  });

  it('[W-087] an unacknowledged message is delivered again after a reconnection, and acknowledged then', async () => {
    const { gateway, door } = await startNode({ nodeName: 'stuck' });
    const device = await connectDevice(mosquitto.devicePort, 10);
    door.hold();
    await say(device, 10, beat(1));
    await vi.waitFor(() => expect(gateway.oldestPendingMs()).toBeGreaterThan(1), WITHIN);
    expect(gateway.reconnect(3_600_000)).toBe(0);
    expect(gateway.reconnect(1)).toBe(1);
    await vi.waitFor(() => expect(listBatteries(door)).toEqual([1, 1]), WITHIN);
    door.release();
    await vi.waitFor(() => expect(gateway.oldestPendingMs()).toBe(0), WITHIN);
    await say(device, 10, beat(2));
    await vi.waitFor(() => expect(listBatteries(door)).toEqual([1, 1, 2]), WITHIN);
    await device.endAsync();
  });

  it('a wrong password is logged once, like an outage', async () => {
    const { gateway, lines } = openNode({
      nodeName: 'stranger',
      url: mosquitto.url.replace('waymark:', 'waymark:not-'),
    });
    await vi.waitFor(() => expect(lines.join()).toContain('Not authorized'), WITHIN);
    expect([lines.length, gateway.isConnected]).toEqual([1, false]);
    expect(lines.join()).not.toContain('not-');
  });

  it('a server starts and stops during an outage', async () => {
    const { gateway, lines } = openNode({ nodeName: 'alone', url: 'mqtt://127.0.0.1:1' });
    await vi.waitFor(() => expect(lines).toHaveLength(1), WITHIN);
    expect(gateway.connections()).toBe(0);
    await gateway.close();
  });
});

describe('the generated rules', () => {
  it('the rules allow a device only its own topics', async () => {
    const { door } = await startNode({ nodeName: 'rules' });
    const device = await connectDevice(mosquitto.devicePort, 11);
    await say(device, 12, beat(1));
    await say(device, 11, beat(2));
    await vi.waitFor(() => expect(listBatteries(door)).toEqual([2]), WITHIN);
    const heard = vi.fn<(topic: string) => void>();
    device.on('message', (topic) => heard(topic));
    await device.subscribeAsync(['agm/v1/12/dn/#', '#', 'agm/v1/11/dn/#'], { qos: 1 });
    const other = await connectDevice(mosquitto.devicePort, 12);
    await say(other, 12, beat(3));
    await nodes[0]?.gateway.publish(encodeDownlink(12, { name: 'time', body: { t: T } }));
    await nodes[0]?.gateway.publish(encodeDownlink(11, { name: 'time', body: { t: T } }));
    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), WITHIN);
    expect(new Set(heard.mock.calls.flat())).toEqual(new Set(['agm/v1/11/dn/time']));
    await Promise.all([device.endAsync(), other.endAsync()]);
  });

  it('the rules allow a relay only the topics of its devices', async () => {
    const { door } = await startNode({ nodeName: 'relay' });
    const relay = await connectRelay(mosquitto.devicePort, 'truck');
    await say(relay, 13, ONLINE_BY_RELAY);
    await say(relay, 8, ONLINE_BY_RELAY);
    await vi.waitFor(() => expect(door.list(8)).toEqual(['online']), WITHIN);
    expect(door.list(13)).toEqual([]);
    expect(door.messages.at(-1)?.link).toBe('bluetooth');
    await relay.endAsync();
  });

  it('the rules refuse wrong passwords and unknown clients, and no device can disconnect another', async () => {
    await expect(connectDevice(mosquitto.devicePort, 14, { password: 'guess' })).rejects.toThrow();
    await expect(connectDevice(mosquitto.devicePort, 999)).rejects.toThrow();
    const victim = await connectDevice(mosquitto.devicePort, 15);
    await connectDevice(mosquitto.devicePort, 16, { clientId: 'agm-15' });
    await say(victim, 15, BEAT);
    expect(victim.connected).toBe(true);
  });
});

it('the server connects over TLS only to a broker with a certificate of its authority', async () => {
  const folder = await makeTemporaryFolder('mqtt-broker-tls');
  const authority = await createTrialAuthority(folder);
  const { keyFile, certFile } = await authority.issue('broker');
  const secure = await MosquittoServer.start({ devices: [1], relays: [], tls: { keyFile, certFile } });
  const { door } = await startNode({ nodeName: 'secure', url: secure.url, ca: authority.ca });
  await say(await connectDevice(secure.devicePort, 1), 1, BEAT);
  await vi.waitFor(() => expect(door.list(1)).toEqual(['hb']), WITHIN);
  const distrustful = openNode({ nodeName: 'distrustful', url: secure.url });
  await vi.waitFor(() => expect(distrustful.lines.join()).toMatch(/self-signed|unable to verify/), WITHIN);
  expect(distrustful.gateway.isConnected).toBe(false);
  await secure.remove();
  await rm(folder, { recursive: true });
});
