import { createHash } from 'node:crypto';
import type { DownloadRow } from '@waymark/contract/downloads/download-row';
import { RAW_BLOCK_BYTES, RAW_EM_PER_S, RAW_GEO_PER_S } from '@waymark/device-protocol/mqtt/raw-recording';
import { CHANNELS } from '@waymark/device-protocol/mqtt/topic';
import { encodeWaveform } from '@waymark/device-protocol/mqtt/waveform';
import { formatUtcMillisecond, formatUtcSecond } from '@waymark/domain/time/utc';
import pg from 'pg';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  createVirtualDevice,
  type DeviceWay,
  type DrivenDevice,
} from '../../../../simulator/src/create-virtual-device.ts';
import { readContent } from '../../../../simulator/src/device/download.ts';
import { BluetoothRelay } from '../../../../simulator/src/transport/bluetooth-relay.ts';
import { insertTestDevices } from '../../ingest/testing/test-devices.ts';
import { connectAgm } from '../../testing/hub-client.ts';
import { findFreePort } from '../../testing/server-process.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

// Devices send recordings over real, faulty links: every byte must be stored exactly once.

const MINUTE_MS = 60_000;
const WITHIN = { timeout: 400_000, interval: 200 };

let server: TestServer;
let mqttUrl: string;
let token: string;
let client: pg.Client;
const devices: DrivenDevice[] = [];
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  const port = await findFreePort();
  mqttUrl = `mqtt://127.0.0.1:${port}`;
  server = await startTestServer({ settings: { WAYMARK_MQTT_PORT: String(port) } });
  token = (await server.signIn('admin@demo.waymark')).token;
  client = new pg.Client(server.connection);
  await client.connect();
});
afterEach(() => {
  for (const { device } of devices.splice(0)) device.abandon();
  for (const end of ends.splice(0)) end();
});
afterAll(async () => {
  await client.end();
  await server.close();
});

async function ask<Reply>(method: string, address: string, body?: unknown): Promise<Reply> {
  const response = await server.call(method, `/api${address}`, { token, body });
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Reply;
}

type Making = Omit<Parameters<typeof createVirtualDevice>[0], 'uid' | 'way'>;

async function start(uid: number, way: DeviceWay, making: Making = {}): Promise<DrivenDevice> {
  const device = createVirtualDevice({ uid, way, ...making });
  devices.push(device);
  await device.connect();
  return device;
}

const cellular = (uid: number): DeviceWay => ({
  kind: 'cellular',
  server: { url: mqttUrl },
  password: `password of ${uid}`,
});

async function bluetooth(name: string, uids: readonly [number, ...number[]]): Promise<DeviceWay> {
  const { password } = await ask<{ password: string }>('POST', '/gateway', { name, uids });
  const relay = new BluetoothRelay({ server: { url: mqttUrl }, name, password, uids, onError: () => undefined });
  ends.push(() => relay.connection.giveUp());
  return { kind: 'bluetooth', relay };
}

/** Records passages at intervals of a minute, the last a minute ago; answers their range. */
async function record(device: DrivenDevice, count: number) {
  const startAt = Math.floor(Date.now() / 1000) * 1000 - (count + 1) * MINUTE_MS;
  for (let n = 1; n <= count; n++) await device.passage({ at: startAt + n * MINUTE_MS });
  return { launchDate: formatUtcSecond(startAt), receiveDate: formatUtcSecond(Date.now()) };
}

const READ = '/pigrun/GetDownloadRecordedPassageDataRequestDetail';

async function readRows(sessionId: number): Promise<DownloadRow[]> {
  const detail = await ask<{ downloadRecordedPassageDataSessionRequestList: DownloadRow[] }>(
    'GET',
    `${READ}/${sessionId}`,
  );
  return detail.downloadRecordedPassageDataSessionRequestList;
}

async function untilComplete(sessionId: number, count: number): Promise<DownloadRow[]> {
  await expect
    .poll(async () => (await readRows(sessionId)).filter(({ downloadState }) => downloadState === 'DC').length, WITHIN)
    .toBe(count);
  return readRows(sessionId);
}

interface Heard {
  readonly socket: Socket;
  readonly rows: DownloadRow[];
}

async function listen(event: string): Promise<Heard> {
  const socket = await connectAgm(server, token);
  ends.push(() => socket.disconnect());
  const rows: DownloadRow[] = [];
  socket.on(event, (row: DownloadRow) => rows.push(row));
  return { socket, rows };
}

/** The packets that the device has sent for a command, in order. */
function listContents({ device }: DrivenDevice, cId: number): Uint8Array[] {
  const download = device.state.downloads.find(({ session }) => session === cId);
  return Array.from({ length: download?.of ?? 0 }, (_, at) =>
    download ? readContent(download, at + 1) : new Uint8Array(),
  );
}

async function expectFile(device: DrivenDevice, { cId }: DownloadRow): Promise<void> {
  const sent = Buffer.concat(listContents(device, cId));
  const sha256 = createHash('sha256').update(sent).digest();
  const kept = await client.query<{ sha256: string; bytes: string }>(
    'select sha256, bytes from downloads where command_id = $1',
    [cId],
  );
  expect(kept.rows).toMatchObject([{ sha256: sha256.toString('hex') }]);
  const response = await server.call('GET', `/api/pigrun/downloads/${cId}/file`, { token });
  expect(response.headers.get('digest')).toBe(`sha-256=${sha256.toString('base64')}`);
  expect(Buffer.from(await response.arrayBuffer()).equals(sent)).toBe(true);
}

/** Expects each passage on the card once per channel in the records, with its samples. */
async function expectRecords({ device: { uid, state } }: DrivenDevice): Promise<void> {
  const { rows } = await client.query<{ at: Date; kind: number; data: Buffer | null }>(
    `select passages.end_of_snip_at as at, passages.kind, waveforms.data from passages
     left join waveforms using (uid, end_of_snip_at, kind) where uid = $1 order by 1, 2`,
    [uid],
  );
  const expected = state.recorded.flatMap(({ passage, waveforms }) =>
    waveforms.map((waveform) => ({
      at: passage.endOfSnip,
      kind: CHANNELS.indexOf(waveform.channel),
      data: Buffer.from(encodeWaveform(waveform)).toString('hex'),
    })),
  );
  expect(rows.map(({ at, kind, data }) => ({ at: at.getTime(), kind, data: data?.toString('hex') }))).toEqual(
    expected.toSorted((one, other) => one.at - other.at || one.kind - other.kind),
  );
}

const ORDER = ['QC', 'D', 'DC'] as const;

/** Expects that states and progress only move forward. */
function expectForward(rows: readonly DownloadRow[]): void {
  const steps = rows.map(({ downloadState, packetsReceived }) => ORDER.indexOf(downloadState) * 1e6 + packetsReceived);
  expect(steps).toEqual(steps.toSorted((one, other) => one - other));
  expect(rows[0]).toMatchObject({
    downloadState: 'QC',
    packetsReceived: 0,
    latestPassageTimeStamp: null,
    downloadCompleteTimeStamp: null,
  });
  expect(rows.at(-1)).toMatchObject({ downloadState: 'DC' });
}

test(
  '[O-047, O-048, O-049, C-111, V-028] twenty devices over links that lose, duplicate, reorder and break store everything once',
  { timeout: 500_000 },
  async () => {
    const [DIRECT, RELAYED, PASSAGES] = [16, 4, 24];
    const uids = Array.from({ length: DIRECT + RELAYED }, (_, at) => 760_001 + at);
    await insertTestDevices(server.connection, uids);
    const faults = {
      passageLossShare: 0.4,
      ackLossShare: 0.2,
      rebootShare: 0.1,
      packetLossShare: 0.08,
      packetDuplicateShare: 0.2,
      packetDelayShare: 0.2,
      packetDelayS: 0.2,
      packetBreakShare: 0.02,
      packetBreakS: 0.2,
    };
    const relayed = uids.slice(DIRECT) as [number, ...number[]];
    const way = await bluetooth('truck-long', relayed);
    const all = await Promise.all(
      uids.map((uid) => start(uid, relayed.includes(uid) ? way : cellular(uid), { faults })),
    );
    const [range] = await Promise.all(all.map((device) => record(device, PASSAGES)));
    const before = await client.query<{ n: string }>('select count(*) as n from passages where uid = any($1)', [uids]);
    const heard = await listen('ReceiveDownloadRecordedPassageData');

    const sessionId = await ask<number>('POST', '/pigrun/DownloadRecordedPassageDataRequest', {
      ...range,
      uidList: uids,
    });
    const rows = await untilComplete(sessionId, uids.length);

    const recorded = all.reduce(
      (sum, { device }) => sum + device.state.recorded.reduce((n, { waveforms }) => n + waveforms.length, 0),
      0,
    );
    expect(Number(before.rows[0]?.n)).toBeLessThan(recorded);
    for (const device of all) {
      const { uid, state } = device.device;
      const row = rows.find(({ uId }) => uId === uid);
      const last = state.recorded.at(-1)?.passage.t ?? 0;
      expect(row).toMatchObject({
        packetsReceived: PASSAGES,
        packetsTotal: PASSAGES,
        latestPassageTimeStamp: formatUtcMillisecond(last),
      });
      expect(row?.downloadCompleteTimeStamp).not.toBeNull();
      if (row) await expectFile(device, row);
      await expectRecords(device);
      await expect.poll(() => heard.rows.findLast(({ uId }) => uId === uid)?.downloadState).toBe('DC');
      expectForward(heard.rows.filter(({ uId }) => uId === uid));
    }
  },
);

test(
  '[O-048, O-049, C-111, V-029] a raw recording arrives complete and has one row for each millisecond',
  { timeout: 200_000 },
  async () => {
    const [UID, LENGTH_S] = [760_101, 20];
    await insertTestDevices(server.connection, [UID]);
    const device = await start(UID, cellular(UID), {
      firmware: '10.71',
      faults: { packetDuplicateShare: 0.3, packetDelayShare: 0.3, packetDelayS: 0.1 },
    });
    const startAt = Math.floor(Date.now() / 1000) * 1000 - 600_000;
    await device.passage({ at: startAt + 10_000 });
    const heard = await listen('ReceiveDownloadRecordedRawData');
    const range = { startDate: formatUtcSecond(startAt), endDate: formatUtcSecond(startAt + LENGTH_S * 1000) };

    const cId = await ask<number>('POST', '/pigrun/DownloadRecordedRawDataRequest', { uid: UID, ...range });
    await expect.poll(() => heard.rows.at(-1)?.downloadState, WITHIN).toBe('DC');

    expectForward(heard.rows);
    expect(heard.rows.every((row) => row.uId === UID && row.cId === cId)).toBe(true);
    const last = heard.rows.at(-1);
    if (last) await expectFile(device, last);
    const recording = Buffer.concat(listContents(device, cId));
    expect(recording).toHaveLength(LENGTH_S * RAW_BLOCK_BYTES);
    const response = await server.call('GET', `/api/apexagm/rawdata/${UID}/${cId}`, { token });
    const [head, ...lines] = (await response.text()).trimEnd().split('\r\n');
    expect(head).toBe('Timestamp (UTC),GEO,EM');
    expect(lines).toHaveLength(LENGTH_S * RAW_GEO_PER_S);
    expect(lines).toEqual(listLines(recording, startAt));
  },
);

/** The field has one sample for every five of the geophone. */
function listLines(recording: Buffer, startAt: number): string[] {
  return Array.from({ length: (recording.length / RAW_BLOCK_BYTES) * RAW_GEO_PER_S }, (_, at) => {
    const block = Math.floor(at / RAW_GEO_PER_S) * RAW_BLOCK_BYTES;
    const sound = at % RAW_GEO_PER_S;
    const every = RAW_GEO_PER_S / RAW_EM_PER_S;
    const em = sound % every === 0 ? recording.readInt16LE(block + 2 * (RAW_GEO_PER_S + sound / every)) : '';
    return `${formatUtcMillisecond(startAt + at)},${recording.readInt16LE(block + 2 * sound)},${em}`;
  });
}

test(
  '[O-047, V-028] a session that lost all packets completes when it is resumed; a sleeping device goes on when it wakes',
  { timeout: 200_000 },
  async () => {
    const [LOST, ASLEEP, PASSAGES] = [760_201, 760_202, 30];
    await insertTestDevices(server.connection, [LOST, ASLEEP]);
    const [lost, asleep] = [
      await start(LOST, cellular(LOST), { faults: { packetLossShare: 1 } }),
      // The device's schedule is a day, so only the test wakes it.
      await start(ASLEEP, cellular(ASLEEP), { packetsPerS: 100, settings: { schedule: 7 } }),
    ];
    const [range] = await Promise.all([record(lost, PASSAGES), record(asleep, PASSAGES)]);
    const sessionId = await ask<number>('POST', '/pigrun/DownloadRecordedPassageDataRequest', {
      ...range,
      uidList: [LOST, ASLEEP],
    });
    const stateOf = async (uid: number) => (await readRows(sessionId)).find(({ uId }) => uId === uid);

    await asleep.device.waitUntil(({ state }) => state.downloads.some(({ toSend: [first] }) => (first?.[0] ?? 0) > 5));
    await asleep.sleep();
    await lost.device.waitUntil(
      ({ state, unacknowledged }) => unacknowledged === 0 && state.downloads.some(({ isEndToSend }) => !isEndToSend),
    );
    await expect.poll(async () => (await stateOf(ASLEEP))?.downloadState, WITHIN).toBe('D');
    expect(await stateOf(LOST)).toMatchObject({ downloadState: 'QC', packetsReceived: 0 });
    const partly = (await stateOf(ASLEEP))?.packetsReceived ?? 0;
    expect(partly).toBeGreaterThan(0);
    expect(partly).toBeLessThan(PASSAGES);

    lost.suffer();
    await ask('POST', `/pigrun/ResumeDownloadRecordedPassageDataRequest/${sessionId}`);
    await expect.poll(async () => (await stateOf(LOST))?.downloadState, WITHIN).toBe('DC');
    expect((await stateOf(ASLEEP))?.downloadState).toBe('D');
    await asleep.connect();
    const rows = await untilComplete(sessionId, 2);
    for (const device of [lost, asleep]) {
      const row = rows.find(({ uId }) => uId === device.device.uid);
      if (row) await expectFile(device, row);
      await expectRecords(device);
    }
  },
);
