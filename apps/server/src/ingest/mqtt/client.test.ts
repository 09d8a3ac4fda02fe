import { once } from 'node:events';
import { connect } from 'node:net';
import { generate } from 'mqtt-packet';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BEAT, connectDevice, connectRelay, passwordOf, say } from '../testing/mqtt-device.ts';
import { startTrialBroker, type TrialBroker } from '../testing/trial-broker.ts';

const WITHIN = { timeout: 10_000, interval: 5 };
let broker: TrialBroker;

beforeEach(async () => {
  broker = await startTrialBroker({ limits: { maxUnfinishedBytes: 20_000, drainTimeoutMs: 50 } });
});
afterEach(async () => broker.gateway.close());

const downlink = (name: string, payload: Uint8Array = Buffer.from('{}')) =>
  ({ topic: `agm/v1/7/dn/${name}`, payload, qos: 1, retain: false }) as const;

it('stops reading from a client with 64 KiB of unstored messages, and resumes after the commit', async () => {
  const device = await connectDevice(broker.port, 7);
  broker.door.hold();
  const large = Array.from({ length: 50 }, () =>
    device.publishAsync('agm/v1/7/up/hb', Buffer.alloc(10_000), { qos: 1 }),
  );
  await vi.waitFor(() => expect(broker.door.rejections.length).toBeGreaterThan(1), WITHIN);
  for (const uid of [8, 9, 10]) await connectDevice(broker.port, uid);
  // The limit and one reading of the socket.
  expect(broker.door.rejections.length).toBeLessThan(20);
  broker.door.release();
  await Promise.all(large);
  expect(broker.door.rejections).toHaveLength(50);
});

it('cuts off a client that does not read its downlinks, and then resolves the pending sends', async () => {
  const socket = connect(broker.port, '127.0.0.1').on('error', () => undefined);
  const login = { clientId: 'agm-7', username: '7', password: Buffer.from(passwordOf('7')) };
  socket.write(
    generate({ cmd: 'connect', protocolVersion: 4, protocolId: 'MQTT', clean: true, keepalive: 60, ...login }),
  );
  socket.write(generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'agm/v1/7/dn/#', qos: 0 }] }));
  await vi.waitFor(() => expect(broker.gateway.hearsCommands(7)).toBe(true), WITHIN);
  socket.pause();
  // More than the buffers of both sockets hold.
  const sent = Array.from({ length: 400 }, () => broker.gateway.publish(downlink('time', Buffer.alloc(65_536))));
  await Promise.all(sent);
  await vi.waitFor(() => expect(broker.gateway.connections()).toBe(0), WITHIN);
  socket.destroy();
  await once(socket, 'close');
});

it('sends a downlink once, with the highest QoS of the matching filters', async () => {
  const device = await connectDevice(broker.port, 7);
  const heard: string[] = [];
  device.on('message', (topic, _, { qos }) => heard.push(`${topic} ${qos}`));
  await device.subscribeAsync('agm/v1/7/dn/#', { qos: 0 });
  await device.subscribeAsync('agm/v1/7/dn/cmd', { qos: 1 });
  await broker.gateway.publish(downlink('cmd'));
  await broker.gateway.publish(downlink('dl'));
  await device.unsubscribeAsync('agm/v1/7/dn/cmd');
  await broker.gateway.publish(downlink('cmd'));
  expect(broker.gateway.hearsCommands(7)).toBe(true);
  await device.unsubscribeAsync('agm/v1/7/dn/#');
  expect(broker.gateway.hearsCommands(7)).toBe(false);
  await broker.gateway.publish(downlink('cmd'));
  await say(device, 7, BEAT);
  expect(heard).toEqual(['agm/v1/7/dn/cmd 1', 'agm/v1/7/dn/dl 0', 'agm/v1/7/dn/cmd 0']);
});

it('accepts MQTT 3.1, and refuses a client id that is too long for it', async () => {
  const old = { protocolVersion: 3, protocolId: 'MQIsdp' } as const;
  await say(await connectDevice(broker.port, 7, old), 7, BEAT);
  await expect(connectRelay(broker.port, 'a-relay-with-a-long-name', old)).rejects.toMatchObject({ code: 2 });
  expect(broker.door.list(7)).toEqual(['hb']);
});
