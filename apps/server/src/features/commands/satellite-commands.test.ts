import type { PastCommand, QueuedCommand } from '@waymark/contract/commands/queued-command';
import { decodeIridiumDownlink } from '@waymark/device-protocol/iridium/downlink';
import type { IridiumUplink } from '@waymark/device-protocol/iridium/uplink';
import { controlSettingsSchema } from '@waymark/device-protocol/mqtt/settings-response';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDeviceWorld, type DeviceWorld } from '../devices/testing/device-world.ts';
import { connectAgm } from '../../testing/hub-client.ts';
import { findFreePort } from '../../testing/server-process.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { GatewayClient } from '../../ingest/iridium/testing/gateway-client.ts';
import { MtGateway } from '../../ingest/iridium/testing/mt-gateway.ts';
import { encodeSession, HEARTBEAT } from '../../ingest/iridium/testing/satellite-samples.ts';
import { closePeers } from '../../ingest/iridium/testing/test-peers.ts';

// From the API to a satellite device and back, through the whole server.

interface Device {
  readonly uid: number;
  readonly imei: string;
  readonly key: Buffer;
}

const SETTINGS = controlSettingsSchema.parse({ frequency1Setting: 18, powerMode: 1, connectionSchedule: 2 });

let server: TestServer;
let world: DeviceWorld;
let gateway: MtGateway;
let settings: Record<string, string>;
let hub: Socket;
let said = 0;
let added = 0;

beforeAll(async () => {
  gateway = await MtGateway.start();
  settings = { WAYMARK_IRIDIUM_PORT: String(await findFreePort()), WAYMARK_IRIDIUM_MT: gateway.url };
  server = await startTestServer({ settings });
  world = await makeDeviceWorld(server);
  hub = await connectAgm(server, world.callers.admin.token);
});
afterAll(async () => {
  hub.disconnect();
  await server.close();
  await closePeers();
});

/** Runs a session of the device until the server has confirmed it. */
async function say(device: Device, uplink: IridiumUplink): Promise<void> {
  const momsn = ++said;
  const client = new GatewayClient(Number(settings['WAYMARK_IRIDIUM_PORT']));
  const answer = await client.send(encodeSession(uplink, { imei: device.imei, momsn, cdr: momsn })).finish().answer;
  expect(answer.at(-1)).toBe(1);
}

const at = () => Math.floor(Date.now() / 1000) * 1000 - 60_000 + said * 1000;
const acknowledge = (device: Device, id: number, status: 0 | 1 | 2 | 3 = 0) =>
  say(device, { kind: 'ack', seq: said, t: at(), id, status, detail: 4 });

/** Adds a device that has reported by satellite. */
async function addDevice(): Promise<Device> {
  const uid = 600_001 + added++;
  const imei = `300234000${uid}`;
  const body = { uid, group: world.groupId, lat: 31.5, lon: -102.2, imei };
  const { credential } = (await (await world.call('superadmin', 'POST', '/admin/apexagm/add', body)).json()) as {
    credential: { messageKey: string };
  };
  const device = { uid, imei, key: Buffer.from(credential.messageKey, 'hex') };
  await say(device, { ...HEARTBEAT, t: at(), powerMode: 0 });
  return device;
}

const queue = (uid: number, commandType: string, parameters = {}) =>
  world.call('admin', 'POST', '/commands/queue', {
    uid,
    commandType,
    timeStampSent: '2026-03-18 00:00:00',
    parameters,
  });

async function queueOne(uid: number, commandType: string, parameters = {}): Promise<number> {
  const response = await queue(uid, commandType, parameters);
  expect(response.status).toBe(201);
  return ((await response.json()) as QueuedCommand).commandId;
}

const listQueue = (uid: number) => world.fetch<QueuedCommand[]>('admin', `/commands/${uid}`);

async function readStates(uid: number): Promise<string[]> {
  const { commandList } = await world.fetch<{ commandList: PastCommand[] }>('admin', `/commands/${uid}/history`);
  return commandList.map(({ state }) => state);
}

test('[C-044] commands to a satellite device arrive in order and leave the list when it accepts them', async () => {
  const device = await addDevice();
  const before = gateway.taken.length;
  const answers: unknown[] = [];
  hub.on(
    'ReceiveCommandResponse',
    (answer: { uid: number }) => void (answer.uid === device.uid && answers.push(answer)),
  );
  const window = { FileNamesStartDate: '2026-03-18 01:00:00', FileNamesEndDate: '2026-03-18 01:09:00' };
  const ids = [
    await queueOne(device.uid, 'IridiumSettings', { frequency1: 19, powerMode: 0 }),
    await queueOne(device.uid, 'IridiumOfflineDownload', window),
    await queueOne(device.uid, 'IridiumExitOfflineDownload'),
  ];
  for (const [place, id] of ids.entries()) {
    await gateway.hasTaken(before + place + 1);
    await acknowledge(device, id);
  }
  const kinds = gateway.taken
    .slice(before)
    .map(({ payload }) => decodeIridiumDownlink(payload ?? new Uint8Array(), device.key));
  expect(kinds.map((message) => message.ok && [message.value.id, message.value.kind])).toEqual([
    [ids[0], 'settings'],
    [ids[1], 'offline-download'],
    [ids[2], 'exit-offline-download'],
  ]);
  await expect.poll(() => answers.length).toBe(3);
  expect(answers[0]).toMatchObject({
    uid: device.uid,
    command: { commandId: ids[0], commandType: 'IridiumSettings', parameters: { frequency1: 19 } },
  });
  expect(await listQueue(device.uid)).toEqual([]);
});

test('a response with the requested data counts as an acceptance', async () => {
  const device = await addDevice();
  const before = gateway.taken.length;
  const info = await queueOne(device.uid, 'DeviceInfo');
  const asked = await queueOne(device.uid, 'ControlSettings');
  await gateway.hasTaken(before + 1);
  const id = gateway.taken.at(-1)?.clientMessageId;
  expect(id).toBe(info);
  await say(device, {
    kind: 'info',
    seq: said,
    t: at(),
    firmwareMajorVersion: 10,
    firmwareMinorVersion: 71,
    protocolVersion: 1,
    hardwareMajorVersion: 2,
    hardwareMinorVersion: 0,
    productNumber: 62,
  });
  await acknowledge(device, info);
  await gateway.hasTaken(before + 2);
  await say(device, { kind: 'settings', seq: said, t: at(), id: asked, settings: SETTINGS });
  expect(await readStates(device.uid)).toEqual(['accepted', 'accepted']);
  const shown = await world.fetch<Record<string, unknown>>('admin', `/apexagm/${device.uid}/device`);
  expect(shown).toMatchObject({ firmwareVersion: 10.71, lastPowerMode: 1, lastSchedule: 2, lastFrequency1Setting: 18 });
});

test('a rejected command keeps its reason, and the next one is sent', async () => {
  const device = await addDevice();
  const before = gateway.taken.length;
  const id = await queueOne(device.uid, 'IridiumExitOfflineDownload');
  await queueOne(device.uid, 'DeviceInfo');
  await gateway.hasTaken(before + 1);
  await acknowledge(device, id, 1);
  await gateway.hasTaken(before + 2);
  const [rejected] = await listQueue(device.uid);
  expect(rejected).toMatchObject({ commandId: id, state: 'rejected', note: 'The time range is not valid.' });
});

test.each([
  ['of ten minutes', '2026-03-18 01:00:00', '2026-03-18 01:10:00', 201],
  ['of a second more', '2026-03-18 01:00:00', '2026-03-18 01:10:01', 409],
  ['that ends where it starts', '2026-03-18 01:00:00', '2026-03-18 01:00:00', 409],
  ['that ends before it starts', '2026-03-18 01:00:00', '2026-03-18 00:59:59', 409],
  ['without a date', '2026-03-18 01:00:00', 'tomorrow', 400],
])('[C-066] [C-099] the server checks an offline download %s before queueing it', async (_, start, end, status) => {
  const { uid } = await addDevice();
  const response = await queue(uid, 'IridiumOfflineDownload', { FileNamesStartDate: start, FileNamesEndDate: end });
  expect(response.status).toBe(status);
  expect(await readStates(uid)).toHaveLength(status === 201 ? 1 : 0);
});

test('[C-040] a restarted server loses no command: it does not repeat the one at the gateway, and sends the rest', async () => {
  const device = await addDevice();
  const before = gateway.taken.length;
  const first = await queueOne(device.uid, 'DeviceInfo');
  const second = await queueOne(device.uid, 'ControlSettings');
  await expect.poll(async () => (await listQueue(device.uid))[0]?.note).toBe('The gateway has it, 1st in its queue.');
  await server.app.close();
  const restarted = await startTestServer({ beside: server, settings });
  await acknowledge(device, first);
  await gateway.hasTaken(before + 2);
  await acknowledge(device, second);
  const { rows } = await restarted.app.database.pool.query(
    'select state, attempts from commands where uid = $1 order by id',
    [device.uid],
  );
  expect(rows).toEqual([
    { state: 'accepted', attempts: 1 },
    { state: 'accepted', attempts: 1 },
  ]);
  await restarted.close();
});
