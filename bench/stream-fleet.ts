// Devices of the stream bench, in a separate process. Each publishes a frame every 0.96 s, like a real device, out of
// step with the others.
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeUplink } from '@waymark/device-protocol/mqtt/uplink';
import { EM_CHANNELS, RSSI_VALUES } from '@waymark/device-protocol/stream/em-channels';
import { EM_ROWS, GEO_SAMPLES, type StreamFrame } from '@waymark/device-protocol/stream/stream-frame';
import { connectAsync, type MqttClient } from 'mqtt';
import { passwordOf } from './command-messages.ts';
import { readClockMs } from './fanout-messages.ts';
import { nameFrame, READY, type Published, type Streaming, type StreamPlace } from './stream-messages.ts';

const FRAME_MS = 960;

interface Device {
  readonly uid: number;
  readonly client: MqttClient;
}

const devices: Device[] = [];
let seq = 0;

/** As varied as noise: no two consecutive values are equal. */
function makeFrame(): StreamFrame {
  const noise = (scale: number) => () => Math.round((Math.random() - 0.5) * scale);
  return {
    geoLaw: 'linear',
    via: 'cell',
    seq: seq & 0xffff,
    t: Date.now(),
    triggers: { mag: 0, elf: 0, geo: 0 },
    geo: Int16Array.from({ length: GEO_SAMPLES }, noise(20_000)),
    em: Int16Array.from({ length: EM_ROWS * EM_CHANNELS }, noise(20_000)),
    rssi: Int8Array.from({ length: RSSI_VALUES }, noise(100)),
  };
}

async function connect(port: number, uid: number): Promise<void> {
  const login = { clientId: `agm-${uid}`, username: String(uid), password: passwordOf(uid) };
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { ...login, protocolVersion: 4, reconnectPeriod: 0 });
  client.on('close', () => process.exit(1));
  devices.push({ uid, client });
}

async function stream(frames: number): Promise<void> {
  const publishedAt = new Map<string, number>();
  const from = readClockMs();
  for (let frame = 0; frame < frames; frame++, seq++) {
    for (const [at, { uid, client }] of devices.entries()) {
      const { topic, payload } = encodeUplink(uid, { name: 'stream', body: makeFrame() });
      await sleep(Math.max(0, from + (frame + at / devices.length) * FRAME_MS - readClockMs()));
      publishedAt.set(nameFrame(uid, seq), readClockMs());
      client.publish(topic, Buffer.from(payload), { qos: 0 });
    }
  }
  process.send?.({ publishedAt } satisfies Published);
}

process.on('message', (order: StreamPlace | Streaming) => {
  if ('frames' in order) void stream(order.frames);
  else void Promise.all(order.uids.map((uid) => connect(order.mqttPort, uid))).then(() => process.send?.(READY));
});
process.on('disconnect', () => process.exit());
