// Devices of the commands bench, in a separate process. Each accepts a command as soon as it arrives.
import { encodeUplink } from '@waymark/device-protocol/mqtt/uplink';
import { decodeDownlink } from '@waymark/device-protocol/mqtt/downlink';
import { connectAsync, type MqttClient } from 'mqtt';
import { passwordOf, READY, type Answered, type FleetOrder } from './command-messages.ts';
import { readClockMs } from './fanout-messages.ts';

const AT_ONCE = 50;
const clients: MqttClient[] = [];

function answer(client: MqttClient, topic: string, payload: Buffer): void {
  const received = decodeDownlink(topic, payload);
  if (!received.ok || received.value.downlink.name !== 'cmd') return;
  const { uid, downlink } = received.value;
  const { id } = downlink.body;
  const ack = encodeUplink(uid, { name: 'ack', body: { id, status: 0, detail: 0, t: Date.now() } });
  process.send?.({ id, atMs: readClockMs() } satisfies Answered);
  client.publish(ack.topic, Buffer.from(ack.payload), { qos: 1 });
}

async function connect(port: number, uid: number): Promise<void> {
  const login = { clientId: `agm-${uid}`, username: String(uid), password: passwordOf(uid) };
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { ...login, protocolVersion: 4, reconnectPeriod: 0 });
  clients.push(client);
  client.on('message', (topic, payload) => answer(client, topic, payload));
  await client.subscribeAsync(`agm/v1/${uid}/dn/#`, { qos: 1 });
}

process.on('message', (order: FleetOrder) => {
  if (order === 'end') process.exit();
  void connectAll(order);
});

async function connectAll({ port, uids }: Exclude<FleetOrder, 'end'>): Promise<void> {
  for (let at = 0; at < uids.length; at += AT_ONCE)
    await Promise.all(uids.slice(at, at + AT_ONCE).map((uid) => connect(port, uid)));
  process.send?.(READY);
}
