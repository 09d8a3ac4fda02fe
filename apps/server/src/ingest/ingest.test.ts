import { once } from 'node:events';
import { createConnection } from 'node:net';
import { encodeMobileOriginated } from '@waymark/device-protocol/directip/mobile-originated';
import { encodeIridiumUplink } from '@waymark/device-protocol/iridium/uplink';
import { buildLastWill } from '@waymark/device-protocol/mqtt/status';
import { encodeUplink } from '@waymark/device-protocol/mqtt/uplink';
import mqtt, { type MqttClient } from 'mqtt';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectAgm } from '../testing/hub-client.ts';
import { findFreePort } from '../testing/server-process.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import type { DurableUplink } from './device-message.ts';
import { heartbeatAt, passageAt } from './testing/test-door.ts';

// From a device's link to a console, through the whole server.

interface Credential {
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
}

const UID = 100_234;
const SATELLITE = 100_300;
const IMEI = '300234063904190';

let server: TestServer;
let mqttPort: number;
let iridiumPort: number;
let superadmin: string;
let admin: string;
let credential: Credential;
const clients: MqttClient[] = [];
const sockets: Socket[] = [];

async function addDevice(uid: number, imei?: string): Promise<Credential> {
  const response = await server.call('POST', '/api/admin/apexagm/add', {
    token: superadmin,
    body: { uid, group: await readDemoGroup(), lat: 0, lon: 0, imei },
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { credential: Credential }).credential;
}

async function readDemoGroup(): Promise<number> {
  const groups = (await (await server.call('GET', '/api/admin/group', { token: superadmin })).json()) as {
    id: number;
  }[];
  return groups[0]?.id ?? 0;
}

beforeAll(async () => {
  [mqttPort, iridiumPort] = [await findFreePort(), await findFreePort()];
  server = await startTestServer({
    settings: { WAYMARK_MQTT_PORT: String(mqttPort), WAYMARK_IRIDIUM_PORT: String(iridiumPort) },
  });
  superadmin = (await server.signIn('superadmin@demo.waymark')).token;
  admin = (await server.signIn('admin@demo.waymark')).token;
  credential = await addDevice(UID);
  await addDevice(SATELLITE, IMEI);
});
afterAll(async () => {
  for (const client of clients) client.end(true);
  for (const socket of sockets) socket.disconnect();
  await server.close();
});

async function connectDevice({ clientId, username, password }: Credential, uid = UID): Promise<MqttClient> {
  const will = encodeUplink(uid, { name: 'status', body: buildLastWill('cell') });
  const client = mqtt.connect(`mqtt://127.0.0.1:${mqttPort}`, {
    clientId,
    username,
    password,
    protocolVersion: 4,
    reconnectPeriod: 0,
    will: { ...will, payload: Buffer.from(will.payload) },
  });
  clients.push(client);
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', reject);
    client.once('close', () => reject(new Error('closed')));
  });
  return client;
}

const closed = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', resolve));

async function say(client: MqttClient, uplink: DurableUplink, uid = UID): Promise<void> {
  const { topic, payload, qos, retain } = encodeUplink(uid, uplink);
  await client.publishAsync(topic, Buffer.from(payload), { qos, retain });
}

async function listen<Data>(name: string): Promise<{ next(): Promise<Data> }> {
  const socket = await connectAgm(server, admin);
  sockets.push(socket);
  const heard: Data[] = [];
  let wake: () => void = () => undefined;
  socket.on(name, (data: Data) => {
    heard.push(data);
    wake();
  });
  return {
    next: async () => {
      while (heard.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return heard.shift() as Data;
    },
  };
}

async function readDevice(uid = UID): Promise<Record<string, unknown>> {
  const response = await server.call('GET', `/api/apexagm/${uid}/device`, { token: admin });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

describe('a cellular device', () => {
  test('[L-001] a cellular device connects with its credential, is acknowledged and shown, and is offline when its line breaks', async () => {
    const connection = await listen<{ uid: number; isConnected: number; kind: string }>('ReceiveConnectionUpdate');
    const heartbeat = await listen<{ uid: number; battery: number }>('ReceiveHeartbeat');
    const device = await connectDevice(credential);
    const t = Date.now();
    await say(device, { name: 'status', body: { online: 1, via: 'cell', fw: '10.71', t } });
    expect(await connection.next()).toMatchObject({ uid: UID, isConnected: 1, kind: 'online' });
    await say(device, heartbeatAt(t));
    // Acknowledged means stored: it can be read without waiting.
    expect(await readDevice()).toMatchObject({
      uId: UID,
      lat: 36.13,
      lastBattery: 8620,
      lastSignalStrength: -85,
      isConnected: 1,
      firmwareVersion: 10.71,
    });
    expect(await heartbeat.next()).toMatchObject({ uid: UID, battery: 8620 });
    device.stream.destroy();
    expect(await connection.next()).toMatchObject({ uid: UID, isConnected: 0, kind: 'offline' });
    expect(await readDevice()).toMatchObject({ isConnected: 0 });
  });

  test('a passage is stored with a record per channel and becomes the last passage of its device', async () => {
    const passages = await listen<{ passageId: number; packetComplexInformation: number }>('ReceivePassage');
    const device = await connectDevice(credential);
    const t = Date.now() - 1000;
    await say(device, passageAt(t));
    const records = [await passages.next(), await passages.next(), await passages.next()];
    expect(records.map((record) => record.packetComplexInformation)).toEqual([2, 0, 1]);
    const last = await (await server.call('GET', `/api/apexagm/lastPassage/${UID}`, { token: admin })).json();
    expect(last).toMatchObject({
      uid: UID,
      passageId: records[0]?.passageId,
      magId: records[0]?.passageId,
      elfId: records[1]?.passageId,
    });
    device.end(true);
  });

  test('the broker refuses a wrong password and the uid of another device', async () => {
    await expect(connectDevice({ ...credential, password: 'guessed' })).rejects.toThrow(/authoriz|refused|closed/i);
    await expect(connectDevice({ ...credential, clientId: 'agm-5' })).rejects.toThrow(
      /authoriz|refused|closed|identifier/i,
    );
    const device = await connectDevice(credential);
    const gone = closed(device);
    void say(device, heartbeatAt(Date.now()), SATELLITE).catch(() => undefined);
    await gone;
    expect(await readDevice(SATELLITE)).toMatchObject({ lastHeartbeat: null });
  });

  test('a revoked credential ends the connection at once and allows no other', async () => {
    const device = await connectDevice(credential);
    const gone = closed(device);
    await server.call('DELETE', `/api/admin/apexagm/${UID}/credential`, { token: superadmin });
    await gone;
    await expect(connectDevice(credential)).rejects.toThrow(/authoriz|refused|closed/i);
    const response = await server.call('POST', `/api/admin/apexagm/${UID}/credential`, { token: superadmin });
    credential = (await response.json()) as Credential;
    (await connectDevice(credential)).end(true);
  });
});

describe('a satellite device', () => {
  test('[W-155] a satellite device reports over DirectIP, is confirmed after the commit, and is shown as a satellite device', async () => {
    const change = await listen<{ uid: number; isIridium: boolean }>('ReceiveCommTypeChange');
    const t = Math.floor(Date.now() / 1000) * 1000;
    const payload = encodeIridiumUplink({
      kind: 'heartbeat',
      seq: 1,
      t,
      lat: 31.99,
      lon: -102.07,
      altitude: 850,
      battery: 8800,
      signalStrength: 99,
      satelliteCount: 7,
      powerSupplyState: 1,
      geophoneConnected: 1,
      externalAntennaConnected: 0,
      internalAntennaFoldState: 1,
      hasGpsFix: true,
      powerMode: 2,
      errorFlag: 0,
      numberOfflineFiles: 1,
      numberOnlineFiles: 2,
      numberIridiumOfflineFiles: 3,
      detectionCount: 9,
      diskUse: 0.1,
      recordMode: 1,
      connectionSchedule: 1,
      geoMode: 2,
      psgSize: 1,
    });
    const message = encodeMobileOriginated({
      cdr: 7,
      imei: IMEI,
      sessionStatus: 0,
      momsn: 12,
      mtmsn: 0,
      sessionTimeS: t / 1000,
      payload,
      location: null,
    });
    const socket = createConnection(iridiumPort, '127.0.0.1');
    socket.write(message.ok ? message.value : '');
    const [confirmation] = (await once(socket, 'data')) as [Buffer];
    expect(confirmation.toString('hex')).toBe('01000405000101');
    socket.destroy();
    expect(await readDevice(SATELLITE)).toMatchObject({
      isIridium: true,
      isConnected: 1,
      lat: 31.99,
      lastBattery: 8800,
      lastPowerMode: 2,
      lastSchedule: 1,
      psgSize: 1,
    });
    expect(await change.next()).toEqual({ uid: SATELLITE, isIridium: true });
    const detail = await server.call('GET', `/api/apexagm/${SATELLITE}/device`, { token: admin });
    expect(await detail.json()).toMatchObject({ diskShare: 0.1, diskUseMBytes: null, numberOfflineFiles: 1 });
  });
});

describe('a device behind a Bluetooth relay', () => {
  test('[L-005] the server receives a device through its relay and distinguishes all three links', async () => {
    const body = { name: 'truck-7', uids: [UID] };
    const issued = (await (await server.call('POST', '/api/gateway', { token: admin, body })).json()) as Credential;
    const relay = await connectDevice(issued);
    const t = Date.now();
    await say(relay, { name: 'status', body: { online: 1, via: 'bt', fw: '10.71', t } });
    await say(relay, heartbeatAt(t, { via: 'bt' }));
    expect(await readDevice()).toMatchObject({ bluetooth: 1, isIridium: false, isConnected: 1 });
    expect(await readDevice(SATELLITE)).toMatchObject({ isIridium: true });
    relay.end(true);
    const device = await connectDevice(credential);
    await say(device, { name: 'status', body: { online: 1, via: 'cell', fw: '10.71', t: t + 1 } });
    expect(await readDevice()).toMatchObject({ bluetooth: 0, isIridium: false, isConnected: 1 });
    device.end(true);
  });
});
