// Devices of the downloads bench, in a separate process. Each answers a download as fast as it is acknowledged.
import { decodeDownlink } from '@waymark/device-protocol/mqtt/downlink';
import { encodeUplink, type Publication } from '@waymark/device-protocol/mqtt/uplink';
import { readWindow } from '@waymark/commands/windows';
import { connectAsync, type MqttClient } from 'mqtt';
import { passwordOf } from './command-messages.ts';
import type { DownloadFleetAnswer, DownloadFleetOrder } from './download-messages.ts';
import { buildEnd, listLive, listPackets } from './download-passages.ts';

/** Packets in flight per device, as with a simulated device. */
const WINDOW = 16;
const CONNECTED_AT_ONCE = 50;

interface BenchDevice {
  readonly uid: number;
  readonly client: MqttClient;
}

let devices: BenchDevice[] = [];
let packets = 0;

const say = (said: DownloadFleetAnswer) => void process.send?.(said);
const publish = (client: MqttClient, { topic, payload, qos }: Publication) =>
  client.publishAsync(topic, Buffer.from(payload), { qos });

async function publishAll(client: MqttClient, publications: readonly Publication[]): Promise<void> {
  const left = publications.values();
  const send = async () => {
    for (const publication of left) await publish(client, publication);
  };
  await Promise.all(Array.from({ length: WINDOW }, send));
}

/** Answers a repeated command without sending the packets again, as firmware does. */
async function answer({ uid, client }: BenchDevice, known: Set<number>, topic: string, payload: Buffer): Promise<void> {
  const received = decodeDownlink(topic, payload);
  if (!received.ok || received.value.downlink.name === 'time') return;
  const { downlink } = received.value;
  if (downlink.name === 'dl') throw new Error(`packets of ${uid} are missing: ${JSON.stringify(downlink.body)}`);
  const { id, type, params } = downlink.body;
  if (type !== 'DownloadRange') return;
  await publish(client, encodeUplink(uid, { name: 'ack', body: { id, status: 0, detail: 0, t: Date.now() } }));
  const startAt = readWindow(params.FileNamesStartDate, params.FileNamesEndDate)?.startAt;
  if (startAt === undefined || known.has(id)) return;
  known.add(id);
  await publishAll(client, listPackets(uid, id, startAt, packets));
  await publish(client, buildEnd(uid, id, packets));
}

async function connect(port: number, uid: number): Promise<BenchDevice> {
  const login = { clientId: `agm-${uid}`, username: String(uid), password: passwordOf(uid) };
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { ...login, protocolVersion: 4, reconnectPeriod: 0 });
  const device = { uid, client };
  const known = new Set<number>();
  client.on('message', (topic, payload) => void answer(device, known, topic, payload));
  await client.subscribeAsync(`agm/v1/${uid}/dn/#`, { qos: 1 });
  return device;
}

async function connectAll(port: number, uids: readonly number[]): Promise<void> {
  await Promise.all(devices.map(({ client }) => client.endAsync(true)));
  devices = [];
  for (let at = 0; at < uids.length; at += CONNECTED_AT_ONCE) {
    devices.push(...(await Promise.all(uids.slice(at, at + CONNECTED_AT_ONCE).map((uid) => connect(port, uid)))));
  }
  say({ kind: 'ready' });
}

async function tell({ what, startAt, count }: Extract<DownloadFleetOrder, { kind: 'tell' }>): Promise<void> {
  const list = (uid: number) =>
    what === 'packets' ? listPackets(uid, 1, startAt, count) : listLive(uid, startAt, count);
  const from = performance.now();
  await Promise.all(devices.map(({ uid, client }) => publishAll(client, list(uid))));
  say({ kind: 'told', ms: performance.now() - from });
}

process.on('message', (order: DownloadFleetOrder) => {
  if (order.kind === 'end') process.exit();
  if (order.kind === 'tell') return void tell(order);
  packets = order.packets;
  void connectAll(order.port, order.uids);
});
