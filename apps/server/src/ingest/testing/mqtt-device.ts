import { formatDeviceClientId, formatRelayClientId } from '@waymark/device-protocol/mqtt/access';
import type { Heartbeat } from '@waymark/device-protocol/mqtt/heartbeat';
import { buildLastWill } from '@waymark/device-protocol/mqtt/status';
import { encodeUplink, type Publication, type Uplink } from '@waymark/device-protocol/mqtt/uplink';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';

// Devices and relays for tests: real MQTT clients on real sockets.

export const T = 1_782_522_123_000;

export const HEARTBEAT: Heartbeat = {
  t: T,
  via: 'cell',
  satelliteCount: 9,
  lat: 31.5,
  lon: -102.25,
  altitude: 845.2,
  signalStrength: 85,
  battery: 8650,
  errorFlag: 0,
  numberOfflineFiles: 4,
  numberOnlineFiles: 5,
  numberIridiumOfflineFiles: 6,
  powerSupplyState: 1,
  geophoneConnected: 1,
  externalAntennaConnected: 0,
  internalAntennaFoldState: 1,
};

export const ONLINE: Uplink = { name: 'status', body: { online: 1, via: 'cell', fw: '10.71', t: T } };
export const ONLINE_BY_RELAY: Uplink = { name: 'status', body: { online: 1, via: 'bt', fw: '10.71', t: T } };
export const SLEEP: Uplink = { name: 'status', body: { online: 0, why: 'sleep', via: 'cell', until: T + 3_600_000 } };
export const BEAT: Uplink = { name: 'hb', body: HEARTBEAT };

export function passwordOf(username: string): string {
  return `password of ${username}`;
}

async function connect(port: number, username: string, options: IClientOptions): Promise<MqttClient> {
  const login = { username, password: passwordOf(username) };
  const url = `${options.protocol ?? 'mqtt'}://127.0.0.1:${port}`;
  const once = { protocolVersion: 4, reconnectPeriod: 0, connectTimeout: 5_000 } as const;
  const client = await connectAsync(url, { ...once, ...login, ...options }, false);
  client.on('error', () => undefined);
  return client;
}

function willOf(uid: number, by: 'cell' | 'bt'): Required<Pick<IClientOptions, 'will'>> {
  const { topic, payload, qos, retain } = encodeUplink(uid, { name: 'status', body: buildLastWill(by) });
  return { will: { topic, payload: Buffer.from(payload), qos, retain } };
}

/** Connects with the last will of a device. */
export function connectDevice(port: number, uid: number, options: IClientOptions = {}): Promise<MqttClient> {
  return connect(port, String(uid), { clientId: formatDeviceClientId(uid), ...willOf(uid, 'cell'), ...options });
}

export function connectRelay(port: number, name: string, options: IClientOptions = {}): Promise<MqttClient> {
  const clientId = formatRelayClientId(name);
  return connect(port, clientId, { clientId, ...options });
}

/** Resolves when the message is acknowledged. */
export async function say(client: MqttClient, uid: number, uplink: Uplink): Promise<void> {
  await publishTo(client, encodeUplink(uid, uplink));
}

export async function publishTo(client: MqttClient, { topic, payload, qos, retain }: Publication): Promise<void> {
  await client.publishAsync(topic, Buffer.from(payload), { qos, retain });
}

/** Breaks the connection without a DISCONNECT, like a flat battery. */
export async function breakOff(client: MqttClient): Promise<void> {
  const gone = untilClosed(client);
  client.stream.destroy();
  await gone;
}

export async function untilClosed(client: MqttClient): Promise<void> {
  if (client.connected) await new Promise<void>((resolve) => client.once('close', () => resolve()));
}
