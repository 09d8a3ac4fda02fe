// Publishes QoS 1 heartbeats over many MQTT connections from a separate process, and counts acknowledgements.
import { connect, type Socket } from 'node:net';
import { z } from 'zod';
import { buildConnect, buildPublish, CONNACK, cutPackets } from './mqtt-packets.ts';

export const loadOrder = z.object({
  port: z.number(),
  /** Devices with a place move about it a little; the others all stand still in one place. */
  devices: z.array(
    z.object({ uid: z.number(), password: z.string(), lat: z.number().optional(), lon: z.number().optional() }),
  ),
  /** Heartbeats in flight per connection. */
  window: z.number(),
  /** Heartbeats per second over all connections; 0 sends as fast as they are acknowledged. */
  perS: z.number(),
  warmUpMs: z.number(),
  forMs: z.number(),
});
export type LoadOrder = z.infer<typeof loadOrder>;

export const loadResult = z.object({ acknowledged: z.number(), perS: z.number(), ackP99Ms: z.number() });

const TICK_MS = 5;

type Place = readonly [lat: number, lon: number];

const PLACE: Place = [36.1301, -96.0302];
/** GPS error in degrees: about 40 metres. */
const ERROR_DEG = 0.0004;

/** A different place for each time stamp. */
function moveAbout([lat, lon]: Place, t: number): Place {
  return [lat + Math.sin(t) * ERROR_DEG, lon + Math.cos(t) * ERROR_DEG];
}

function buildHeartbeat(t: number, [lat, lon]: Place): string {
  return `{"t":${t},"via":"cell","satelliteCount":9,"lat":${lat.toFixed(6)},"lon":${lon.toFixed(6)},"altitude":214.3,"signalStrength":85,"battery":8620,"errorFlag":0,"numberOfflineFiles":12,"numberOnlineFiles":340,"numberIridiumOfflineFiles":0,"powerSupplyState":0,"geophoneConnected":1,"externalAntennaConnected":0,"internalAntennaFoldState":1}`;
}

/** A server refuses connections while too many of an address have not signed in. */
const RETRY_MS = 200;

class Device {
  readonly #port: number;
  readonly #credential: { readonly uid: number; readonly password: string };
  #socket: Socket;
  readonly #topic: string;
  readonly #sentAt = new Map<number, number>();
  readonly #onAck: (waitedMs: number) => void;
  readonly #place: Place | undefined;
  #id = 0;
  #rest: Buffer = Buffer.alloc(0);
  isReady = false;

  constructor(
    port: number,
    { uid, password, lat, lon }: LoadOrder['devices'][number],
    onAck: (waitedMs: number) => void,
  ) {
    this.#place = lat === undefined || lon === undefined ? undefined : [lat, lon];
    this.#topic = `agm/v1/${uid}/up/hb`;
    this.#onAck = onAck;
    this.#port = port;
    this.#credential = { uid, password };
    this.#socket = this.#dial();
  }

  /** Tries again until the device has signed in once. */
  #dial(): Socket {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    socket.write(buildConnect(this.#credential.uid, this.#credential.password));
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (!this.isReady) setTimeout(() => (this.#socket = this.#dial()), RETRY_MS);
    });
    return socket;
  }

  get waiting(): number {
    return this.#sentAt.size;
  }

  /** Writes all packets at once. */
  publish(times: readonly number[]): void {
    const packets = times.map((t) => this.#build(t));
    this.#socket.write(Buffer.concat(packets));
  }

  #build(t: number): Buffer {
    this.#id = (this.#id % 65_535) + 1;
    this.#sentAt.set(this.#id, performance.now());
    return buildPublish(this.#topic, this.#id, buildHeartbeat(t, this.#place ? moveAbout(this.#place, t) : PLACE));
  }

  end(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    this.#rest = cutPackets(bytes, (type, all, at) => {
      if (type === CONNACK) {
        if (all[at + 1] !== 0) throw new Error(`refused with ${all[at + 1]}`);
        this.isReady = true;
        return;
      }
      const id = all.readUInt16BE(at);
      const sentAt = this.#sentAt.get(id);
      this.#sentAt.delete(id);
      if (sentAt !== undefined) this.#onAck(performance.now() - sentAt);
    });
  }
}

async function run(order: LoadOrder) {
  const { port, devices, window, perS, warmUpMs, forMs } = order;
  let acknowledged = 0;
  let isMeasuring = false;
  const waits: number[] = [];
  // Every heartbeat has a different time, within the last hours.
  let t = Date.now() - 3_600_000;
  const fleet = devices.map(
    (device) =>
      new Device(port, device, (waitedMs) => {
        if (!isMeasuring) return;
        acknowledged += 1;
        waits.push(waitedMs);
      }),
  );
  while (!fleet.every((device) => device.isReady)) await new Promise((resolve) => setTimeout(resolve, 20));
  const startedAt = performance.now();
  let published = 0;
  let next = 0;
  const makeTimes = (count: number) => Array.from({ length: count }, () => ++t);
  const publishSome = () => {
    if (perS === 0) {
      for (const device of fleet) if (device.waiting < window) device.publish(makeTimes(window - device.waiting));
      return;
    }
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perS);
    // Without a rate, sends as many at once as a device does: a batch of acknowledgements frees about half its window.
    for (const atOnce = Math.max(1, window / 2); published + atOnce <= due; published += atOnce) {
      fleet[next++ % fleet.length]?.publish(makeTimes(atOnce));
    }
  };
  const timer = setInterval(publishSome, TICK_MS);
  await new Promise((resolve) => setTimeout(resolve, warmUpMs));
  isMeasuring = true;
  await new Promise((resolve) => setTimeout(resolve, forMs));
  isMeasuring = false;
  clearInterval(timer);
  for (const device of fleet) device.end();
  waits.sort((one, other) => one - other);
  return { acknowledged, perS: acknowledged / (forMs / 1000), ackP99Ms: waits[Math.floor(waits.length * 0.99)] ?? 0 };
}

if (import.meta.main) {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  console.log(JSON.stringify(await run(loadOrder.parse(JSON.parse(Buffer.concat(chunks).toString())))));
}
