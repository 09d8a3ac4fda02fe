import { encodeDownlink } from '@waymark/device-protocol/mqtt/downlink';
import type { MqttClient } from 'mqtt';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMessageRates } from '../../ingest/message-rate.ts';
import { BrokerClient } from '../../ingest/mqtt/broker-client.ts';
import { MosquittoServer } from '../../ingest/testing/mosquitto-server.ts';
import { connectDevice, connectRelay, untilClosed } from '../../ingest/testing/mqtt-device.ts';
import { openTestDoor, type TestDoor } from '../../ingest/testing/test-door.ts';
import { CommandDevice, expectHeard } from './testing/command-device.ts';
import { NO_HANDLERS, TrialCommands } from './testing/trial-commands.ts';
import { TrialNode, TrialTime } from './testing/trial-node.ts';

// Two nodes behind a Mosquitto: either may send, and both know connected devices only from their messages.

const DEVICES = Array.from({ length: 60 }, (_, at) => at + 1);
const WITHIN = { timeout: 20_000, interval: 10 };
let mosquitto: MosquittoServer;
let door: TestDoor;
let time: TrialTime;
let nodes: readonly TrialNode[];
let commands: TrialCommands;
let clients: MqttClient[];

beforeEach(async () => {
  mosquitto = await MosquittoServer.start({ devices: DEVICES, relays: [{ name: 'truck', uids: [7, 8] }] });
  door = await openTestDoor(DEVICES, NO_HANDLERS);
  time = new TrialTime();
  commands = new TrialCommands(door.database);
  clients = [];
  nodes = [await startNode('here'), await startNode('there')];
});
afterEach(async () => {
  for (const client of clients) client.end(true);
  await Promise.all(nodes.map((node) => node.close()));
  await door.close();
  await mosquitto.remove();
});

async function startNode(nodeName: string): Promise<TrialNode> {
  const node = await TrialNode.start(door, time, async (options) => {
    const gateway = BrokerClient.start({
      url: mosquitto.url,
      nodeName,
      log: door.log,
      rates: createMessageRates(200),
      ...options,
    });
    return { gateway, port: mosquitto.devicePort };
  });
  await expect.poll(() => node.gateway.isConnected, WITHIN).toBe(true);
  return node;
}

async function connect(uid: number): Promise<MqttClient> {
  const client = await connectDevice(mosquitto.devicePort, uid);
  clients.push(client);
  return client;
}

const listen = async (uid: number) => CommandDevice.listen(uid, await connect(uid));
const isConnected = async (uid: number) =>
  (await door.query<{ is_connected: boolean }>('select is_connected from device_states where uid = $1', [uid]))[0]
    ?.is_connected;
const stateOf = async (id: number) => (await commands.find(id)).state;

test('each command is sent by one node, and the next follows the answer', async () => {
  const devices = await Promise.all(DEVICES.map(listen));
  for (const { uid } of devices) await expect.poll(() => isConnected(uid), WITHIN).toBe(true);
  const ids = await commands.queue(...[...DEVICES, ...DEVICES].map((uid) => ({ uid })));
  // A retained status may arrive late and triggers a repeat of the command in flight.
  const hasHeard = async (device: CommandDevice, ...expected: readonly (number | undefined)[]): Promise<void> => {
    await expect.poll(() => [...new Set(device.ids)], WITHIN).toEqual(expected);
  };
  await Promise.all(devices.map((device, at) => hasHeard(device, ids[at])));
  await Promise.all(devices.map((device, at) => device.answer(ids[at] ?? 0)));
  await Promise.all(devices.map((device, at) => hasHeard(device, ids[at], ids[at + DEVICES.length])));
  const steps = await Promise.all(ids.map((id) => commands.steps(id)));
  expect(steps.map((each) => each.filter(({ detail }) => detail === 'cellular').length)).toEqual(ids.map(() => 1));
});

test('a command for a disconnected device waits until the device connects, by itself or through a relay', async () => {
  const [first = 0, second = 0] = await commands.queue({ uid: 7 }, { uid: 9 });
  await nodes[0]?.rest();
  expect([await stateOf(first), await stateOf(second)]).toEqual(['queued', 'queued']);
  const truck = await connectRelay(mosquitto.devicePort, 'truck');
  clients.push(truck);
  const relayed = await CommandDevice.listen(7, truck, 'bt');
  await expectHeard(relayed, first);
  const device = await listen(9);
  await expectHeard(device, second);
});

test('no command counts as sent while the broker is away; afterwards the one in flight is sent again and the rest follows', async () => {
  const device = await listen(7);
  await expect.poll(() => isConnected(7), WITHIN).toBe(true);
  const [first = 0] = await commands.queue({ uid: 7 });
  await expectHeard(device, first);
  await mosquitto.stop();
  await untilClosed(device.client);
  for (const node of nodes) await expect.poll(() => node.gateway.isConnected, WITHIN).toBe(false);
  const [second = 0] = await commands.queue({ uid: 7 });
  for (const node of nodes) await node.pass(60_000);
  expect([await stateOf(first), await stateOf(second)]).toEqual(['sent', 'queued']);

  await mosquitto.start();
  const again = await listen(7);
  await expect.poll(() => again.ids[0], WITHIN).toBe(first);
  await again.answer(first);
  await expect.poll(() => again.ids.at(-1), WITHIN).toBe(second);
  expect(await stateOf(first)).toBe('accepted');
});

test('a publication that the broker did not accept fails and is not sent when the broker is back', async () => {
  const [here] = nodes;
  if (!here) throw new Error('there are nodes');
  mosquitto.freeze();
  const command = { id: 5, type: 'DeviceRestart', params: {}, exp: null } as const;
  const publishing = here.gateway.publish(encodeDownlink(7, { name: 'cmd', body: command }));
  const [failed] = await Promise.allSettled([publishing, mosquitto.kill()]);
  expect(failed.status).toBe('rejected');
  await mosquitto.start();
  const device = await listen(7);
  await expect.poll(() => here.gateway.isConnected, WITHIN).toBe(true);
  await here.rest(device);
  expect(device.ids).toEqual([]);
});
