import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { findFreePort } from '../testing/server-process.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

// Runs the clients of docs/examples like a device developer.

const EXAMPLES = path.resolve(import.meta.dirname, '../../../../docs/examples');
const IMEI = '300234063904190';
const [CELLULAR, SATELLITE] = [200_234, 200_235];
const added = z.object({ credential: z.object({ password: z.string() }) });
const passages = z.object({
  passageEventList: z.array(z.object({ elfId: z.int(), geoId: z.int(), magId: z.int(), lat: z.number() })),
});
const heartbeats = z.object({
  heartbeatList: z.array(z.object({ battery: z.int(), lat: z.number(), lon: z.number() })),
});
const commands = z.object({
  commandList: z.array(z.object({ commandType: z.string(), state: z.string(), note: z.string().nullable() })),
});

let server: TestServer;
let links: { readonly mqtt: number; readonly iridium: number };
let token: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  links = { mqtt: await findFreePort(), iridium: await findFreePort() };
  server = await startTestServer({
    settings: { WAYMARK_MQTT_PORT: String(links.mqtt), WAYMARK_IRIDIUM_PORT: String(links.iridium) },
  });
  token = (await server.signIn('superadmin@demo.waymark')).token;
});
afterAll(async () => {
  for (const child of running) child.kill();
  await server.close();
});

async function ask(method: string, address: string, body?: unknown): Promise<unknown> {
  const response = await server.call(method, `/api${address}`, { token, body });
  expect(response.ok).toBe(true);
  return response.json();
}

async function addDevice(uid: number, imei: string | null): Promise<string> {
  const { credential } = added.parse(await ask('POST', '/admin/apexagm/add', { uid, group: 1, lat: 0, lon: 0, imei }));
  return credential.password;
}

/** Resolves when the example reports that the server has stored its messages. */
async function run(example: string, ...args: readonly (string | number)[]): Promise<void> {
  const child = spawn(process.execPath, [path.join(EXAMPLES, example), ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const ended = once(child, 'exit').then(() => `ended: ${complaint}`);
  const said = once(child.stdout, 'data').then(([chunk]) => String(chunk).trim());
  expect(await Promise.race([said, ended])).toBe('stored');
}

const readHistory = (uid: number, of: string) =>
  ask('GET', `/apexagm/${uid}/get${of}HistoricData?page=1&rowsPerPage=15`);

/** Checks that a heartbeat and a passage on all three channels are stored. */
async function expectStored(uid: number): Promise<void> {
  const { heartbeatList } = heartbeats.parse(await readHistory(uid, 'Heartbeat'));
  expect(heartbeatList).toEqual([{ battery: 8620, lat: 36.1301, lon: -96.0302 }]);
  const { passageEventList } = passages.parse(await readHistory(uid, 'Passage'));
  expect(passageEventList).toEqual([
    { elfId: expect.any(Number), geoId: expect.any(Number), magId: expect.any(Number), lat: 36.1301 },
  ]);
}

async function queue(commandType: string, parameters: object): Promise<void> {
  await ask('POST', '/commands/queue', {
    uid: CELLULAR,
    commandType,
    timeStampSent: '2026-03-18 00:03:59',
    parameters,
  });
}

test('the MQTT example stores its messages, accepts one command and rejects another', async () => {
  const password = await addDevice(CELLULAR, null);
  await run('agm-mqtt.mjs', `mqtt://127.0.0.1:${links.mqtt}`, CELLULAR, password);
  await expectStored(CELLULAR);
  await queue('PowerMode', { powerMode: 2, connectSchedule: 0 });
  await queue('DeviceRestart', {});
  await vi.waitFor(async () => {
    const { commandList } = commands.parse(await ask('GET', `/commands/${CELLULAR}/history?page=1&rowsPerPage=15`));
    expect(commandList).toEqual([
      { commandType: 'DeviceRestart', state: 'rejected', note: 'Its firmware is too old for this command.' },
      { commandType: 'PowerMode', state: 'accepted', note: null },
    ]);
  });
  const device = z.object({ isConnected: z.int(), lastPowerMode: z.int() });
  await vi.waitFor(async () =>
    expect(device.parse(await ask('GET', `/apexagm/${CELLULAR}/device`))).toEqual({ isConnected: 1, lastPowerMode: 2 }),
  );
});

test('the satellite example stores its messages over DirectIP', async () => {
  await addDevice(SATELLITE, IMEI);
  await run('agm-sbd.mjs', '127.0.0.1', links.iridium, IMEI);
  await expectStored(SATELLITE);
});

test('[W-165] the relay example stores messages of each of its devices, delivers a command, and is offline after its connection ends', async () => {
  const uids = [200_236, 200_237];
  for (const uid of uids) await addDevice(uid, null);
  const { password } = z
    .object({ password: z.string() })
    .parse(await ask('POST', '/gateway', { name: 'truck-7', uids }));
  await run('btgw-mqtt.mjs', `mqtt://127.0.0.1:${links.mqtt}`, 'truck-7', password, ...uids);
  const device = z.object({ isConnected: z.int(), bluetooth: z.int().nullable(), lat: z.number() });
  const look = async () =>
    Promise.all(uids.map(async (uid) => device.parse(await ask('GET', `/apexagm/${uid}/device`))));
  await vi.waitFor(async () =>
    expect(await look()).toEqual(uids.map(() => ({ isConnected: 1, bluetooth: 1, lat: 36.1301 }))),
  );
  await ask('POST', '/commands/queue', {
    uid: uids[1],
    commandType: 'GpsFix',
    timeStampSent: '2026-03-18 00:03:59',
    parameters: {},
  });
  await vi.waitFor(async () => {
    const { commandList } = commands.parse(await ask('GET', `/commands/${uids[1]}/history?page=1&rowsPerPage=15`));
    expect(commandList).toEqual([{ commandType: 'GpsFix', state: 'accepted', note: null }]);
  });
  running.at(-1)?.kill();
  await vi.waitFor(async () => expect((await look()).map(({ isConnected }) => isConnected)).toEqual([0, 0]));
});
