import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { findFreePort } from '../testing/server-process.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { makeDocumentDevice } from './testing/document-device.ts';

// A device built from the tables of docs/integration-devices.md, connected to a server with broker and satellite
// gateway.

const IMEI = '300234063904190';
const [CELLULAR, SATELLITE] = [200_234, 200_235];
const device = await makeDocumentDevice();
const { encode, decode, wrap, joinElements, listElements, openCommand } = device;

const added = z.object({
  credential: z.object({ clientId: z.string(), password: z.string(), messageKey: z.string() }),
});
const commandText = z.object({ id: z.int(), type: z.string(), params: z.record(z.string(), z.unknown()) });
const history = z.object({ commandList: z.array(z.object({ commandType: z.string(), state: z.string() })) });
const passages = z.object({
  passageEventList: z.array(z.object({ passageId: z.int(), detectionCount: z.int(), lat: z.number() })),
});

let server: TestServer;
let links: { readonly mqtt: number; readonly iridium: number };
let gateway: Server;
let token: string;
/** Messages that the server has handed to the gateway. */
const handedOver: Uint8Array[] = [];

beforeAll(async () => {
  gateway = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('data', (piece) => {
      received = Buffer.concat([received, piece]);
      if (received.length < 3 || received.length < 3 + received.readUInt16BE(1)) return;
      const message = new Uint8Array(received);
      handedOver.push(message);
      const { clientMessageId, imei } = decode('element-41', listElements(message).get(0x41) ?? new Uint8Array(0));
      const confirmation = encode('element-44', { clientMessageId, imei, autoId: 1, status: 0 });
      socket.end(joinElements([0x44, confirmation]));
    });
  }).listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  links = { mqtt: await findFreePort(), iridium: await findFreePort() };
  server = await startTestServer({
    settings: {
      WAYMARK_MQTT_PORT: String(links.mqtt),
      WAYMARK_IRIDIUM_PORT: String(links.iridium),
      WAYMARK_IRIDIUM_MT: `directip://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    },
  });
  token = (await server.signIn('superadmin@demo.waymark')).token;
});
afterAll(async () => {
  await server.close();
  gateway.close();
});

async function ask(method: string, address: string, body?: unknown): Promise<unknown> {
  const response = await server.call(method, `/api${address}`, { token, body });
  expect(response.ok).toBe(true);
  return response.json();
}

const addDevice = async (uid: number, imei: string | null) =>
  added.parse(await ask('POST', '/admin/apexagm/add', { uid, group: 1, lat: 0, lon: 0, imei })).credential;

const queue = (uid: number, commandType: string, parameters: object) =>
  ask('POST', '/commands/queue', { uid, commandType, timeStampSent: '2026-03-18 00:03:59', parameters });

const listStates = async (uid: number) =>
  history
    .parse(await ask('GET', `/commands/${uid}/history?page=1&rowsPerPage=15`))
    .commandList.map(({ commandType, state }) => `${commandType} ${state}`);

const listPassages = async (uid: number) =>
  passages.parse(await ask('GET', `/apexagm/${uid}/getPassageHistoricData?page=1&rowsPerPage=15`)).passageEventList;

test('[W-162] a device built from the tables sends a heartbeat and a passage with samples over MQTT, and answers a command', async () => {
  const { clientId, password } = await addDevice(CELLULAR, null);
  const topic = (name: string) => `agm/v1/${CELLULAR}/${name}`;
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${links.mqtt}`, {
    clientId,
    username: String(CELLULAR),
    password,
    protocolVersion: 4,
  });
  const say = (name: string, body: object) =>
    client.publishAsync(topic(`up/${name}`), JSON.stringify({ t: Date.now(), ...body }), { qos: 1 });
  client.on('message', (from, bytes) => {
    if (from !== topic('dn/cmd')) return;
    const { id, params } = commandText.parse(JSON.parse(bytes.toString()));
    void say('ack', { id, status: 0 }).then(() => say('settings', { id, powerMode: params['powerMode'] }));
  });
  await client.subscribeAsync(topic('dn/#'), { qos: 1 });
  await say('status', { online: 1, fw: '10.71' });
  const required = device.tables.fields('hb').filter(({ missing, field }) => missing === 'rejected' && field !== 't');
  await say('hb', Object.fromEntries(required.map(({ field }) => [field, field === 'battery' ? 8620 : 1])));
  const t = Date.now() - 20_000;
  const place = { lat: 36.1301, lon: -96.0302 };
  const passage = { psgSeq: 1, t, endOfSnip: t + 15_000, detectionCount: 7, freq: 0, mask: 4, ...place };
  await say('psg', { ...passage, samplingRate: 16.666_67, isOffline: false });
  const samples = Array.from({ length: 500 }, (_, at) => at - 250);
  const waveform = encode('waveform', { channel: 'mag', sensitivity: 4, rateMilliHz: 16_667, samples });
  await client.publishAsync(topic(`up/psg/1/mag/${t + 15_000}`), Buffer.from(waveform), { qos: 1 });
  const [stored] = await listPassages(CELLULAR);
  expect(stored?.detectionCount).toBe(7);
  expect(await ask('GET', `/apexagm/passage/${CELLULAR}/${stored?.passageId}/2`)).toMatchObject({
    data: [1, 2, 4, 16_667, ...samples],
  });
  await queue(CELLULAR, 'PowerMode', { powerMode: 2, connectSchedule: 0 });
  await vi.waitFor(async () => expect(await listStates(CELLULAR)).toEqual(['PowerMode accepted']), 20_000);
  expect(await ask('GET', `/apexagm/${CELLULAR}/device`)).toMatchObject({ lastBattery: 8620, lastPowerMode: 2 });
  await client.endAsync(true);
});

/** Runs a session of the satellite device and returns the server's answer. */
async function deliver(momsn: number, payload: Uint8Array): Promise<unknown> {
  const now = Math.floor(Date.now() / 1000);
  const header = { cdr: momsn, imei: IMEI, sessionStatus: 0, momsn, mtmsn: 0, sessionTimeS: now };
  const socket = connect(links.iridium, '127.0.0.1');
  socket.end(joinElements([0x01, encode('element-01', header)], [0x02, payload]));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return decode('element-05', listElements(answer).get(0x05) ?? new Uint8Array(0))['status'];
}

test('[W-162] a satellite device built from the tables sends types 02, 04, 05 and 08, and decrypts and answers a command', async () => {
  const { messageKey } = await addDevice(SATELLITE, IMEI);
  const now = Math.floor(Date.now() / 1000);
  const position = { lat: 36.1301, lon: -96.0302, altitude: 214.3 };
  const measured = {
    snrDb: [21.5, 12, 18],
    widthS: [2.1, 4.8, 1.2],
    weldSpeedMps: 1.5,
    audioBands: [12, 40, 88, 60, 31, 24],
  };
  const passage = { ms: 120, detectionCount: 148, mask: 7, freq: 22, ...position, battery: 8620, ...measured };
  const blocks = new Uint8Array(0);
  const settings = { id: null, frequency1Setting: 22, powerMode: 2, foldAntDetectorState: null, streamEnable: null };
  const info = { firmwareMajorVersion: 10, firmwareMinorVersion: 71, protocolVersion: 1, productNumber: 62 };
  const hardware = { hardwareMajorVersion: 2, hardwareMinorVersion: 1 };
  const bodies: readonly (readonly [type: number, body: Uint8Array])[] = [
    [0x02, encode('body-02', { ...passage, isOffline: false, blocks })],
    [0x04, encode('body-04', { ...settings, offlineDownloadState: 0 })],
    [0x05, encode('body-05', { ...info, ...hardware })],
    [0x08, encode('body-08', { code: 17, detail: 3 })],
  ];
  const answers: unknown[] = [];
  for (const [at, [type, body]] of bodies.entries())
    answers.push(await deliver(at + 1, wrap(type, at + 1, now - 30, body)));
  expect(answers).toEqual([1, 1, 1, 1]);
  expect(await ask('GET', `/apexagm/${SATELLITE}/device`)).toMatchObject({
    lastFrequency1Setting: 22,
    lastPowerMode: 2,
    firmwareVersion: 10.71,
  });
  expect(await listPassages(SATELLITE)).toMatchObject([{ detectionCount: 148, lat: 36.1301 }]);

  await queue(SATELLITE, 'IridiumSettings', { frequency1: 20, GeoMode: 1 });
  await vi.waitFor(() => expect(handedOver).toHaveLength(1), 20_000);
  const payload = listElements(handedOver[0] ?? new Uint8Array(0)).get(0x42) ?? new Uint8Array(0);
  const { type, id, content } = openCommand(payload, Buffer.from(messageKey, 'hex'));
  expect(type).toBe(0x81);
  expect(decode('content-81', content)).toMatchObject({
    frequency1: 20,
    GeoMode: 1,
    frequency2: null,
    powerMode: null,
  });
  expect(await deliver(9, wrap(0x06, 9, now, encode('body-06', { id, status: 0, detail: 0 })))).toBe(1);
  await vi.waitFor(async () => expect(await listStates(SATELLITE)).toEqual(['IridiumSettings accepted']), 20_000);
});
