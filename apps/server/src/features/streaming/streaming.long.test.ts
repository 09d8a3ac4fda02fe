import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { RedisServer } from '../../hub/testing/redis-server.ts';
import { MosquittoServer } from '../../ingest/testing/mosquitto-server.ts';
import { insertTestDevices } from '../../ingest/testing/test-devices.ts';
import { findFreePort } from '../../testing/server-process.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import {
  connectStreaming,
  openConsole,
  readFigure,
  type Console,
  type StreamingDevice,
} from './testing/stream-world.ts';

// Two nodes with Redis: frames reach a node by the device's connection, or by a broker that gives each to any of them.

const WITHIN = { timeout: 30_000, interval: 20 };
const [OF_HERE, OF_BROKER] = [430_001, 430_002];
const OK = { ok: true };

let redis: RedisServer;
let mosquitto: MosquittoServer;
let here: TestServer;
let there: TestServer;
let shared: readonly [TestServer, TestServer];
let device: StreamingDevice;
let token: string;
const consoles: Console[] = [];

beforeAll(async () => {
  redis = await RedisServer.start();
  mosquitto = await MosquittoServer.start({ devices: [OF_BROKER], relays: [] });
  const settings = { WAYMARK_REDIS_URL: redis.url };
  const port = await findFreePort();
  here = await startTestServer({ settings: { ...settings, WAYMARK_MQTT_PORT: String(port) } });
  there = await startTestServer({ settings, beside: here });
  const external = { ...settings, WAYMARK_MQTT_URL: mosquitto.url };
  shared = [
    await startTestServer({ settings: { ...external, WAYMARK_NODE_NAME: 'one' }, beside: here }),
    await startTestServer({ settings: { ...external, WAYMARK_NODE_NAME: 'two' }, beside: here }),
  ];
  await insertTestDevices(here.connection, [OF_HERE, OF_BROKER]);
  device = await connectStreaming(port, OF_HERE);
  token = (await here.signIn('admin@demo.waymark')).token;
});
afterEach(() => {
  for (const { socket } of consoles.splice(0)) socket.disconnect();
});
afterAll(async () => {
  device.client.end(true);
  for (const server of [...shared, there, here]) await server.close();
  await mosquitto.remove();
  await redis.kill();
});

async function listen(server: TestServer, uid: number): Promise<Console> {
  const opened = await openConsole(server, token);
  consoles.push(opened);
  expect(await opened.listen(uid)).toEqual(OK);
  return opened;
}

/** Sends one frame after the other until all have heard several in a row, whichever way they came; answers the last number. */
async function streamUntilHeard(from: number, source: StreamingDevice, ...all: readonly Console[]): Promise<number> {
  let seq = from;
  await vi.waitFor(async () => {
    await source.stream(++seq);
    const inRow = Array.from({ length: 6 }, (_none, at) => seq - 6 + at);
    for (const each of all) await each.settle();
    for (const each of all) expect(each.seqs().filter((heard) => heard > from)).toEqual(expect.arrayContaining(inRow));
  }, WITHIN);
  for (const each of all) await vi.waitFor(() => expect(each.seqs().at(-1)).toBe(seq), WITHIN);
  return seq;
}

const next = (from: number) => Array.from({ length: 20 }, (_none, at) => from + 1 + at);

test('a console on another node than the device hears it, each frame once, until it no longer wants to', async () => {
  const [own, other] = [await listen(here, OF_HERE), await listen(there, OF_HERE)];
  const last = await streamUntilHeard(100, device, own, other);
  const seqs = next(last);
  for (const seq of seqs) await device.stream(seq);
  for (const each of [own, other]) await vi.waitFor(() => expect(each.seqs().slice(-20)).toEqual(seqs), WITHIN);
  for (const each of [own, other]) expect(new Set(each.seqs()).size).toBe(each.seqs().length);
  await own.shutUp(OF_HERE);
  await device.stream(200);
  await vi.waitFor(() => expect(other.seqs().at(-1)).toBe(200), WITHIN);
  await own.settle();
  expect(own.seqs().at(-1)).toBe(seqs.at(-1));
  await other.shutUp(OF_HERE);
  const [received, dropped] = [
    await readFigure(there, 'stream_frames', 'received'),
    await readFigure(here, 'stream_frames', 'dropped'),
  ];
  let seq = 300;
  await vi.waitFor(async () => {
    await device.stream(++seq);
    expect(await readFigure(here, 'stream_frames', 'dropped')).toBeGreaterThan(dropped + 3);
  }, WITHIN);
  expect(await readFigure(there, 'stream_frames', 'received')).toBeLessThanOrEqual(received + 1);
});

test('a dialog that closes on one node ends nothing while a console of another listens', async () => {
  const [own, other] = [await listen(here, OF_HERE), await listen(there, OF_HERE)];
  const body = {
    uid: OF_HERE,
    commandType: 'StreamEnable',
    timeStampSent: '2026-03-18 00:03:59',
    parameters: { streamEnabled: false },
    fromStreamDialog: true,
  };
  const close = async () =>
    (await (await here.call('POST', '/api/commands/queue', { token, body })).json()) as { readonly state: string };
  await own.shutUp(OF_HERE);
  expect(await close()).toMatchObject({ state: 'deleted', note: 'Others are listening.' });
  await other.shutUp(OF_HERE);
  expect(await close()).toMatchObject({ state: 'queued' });
});

test('frames that a broker gives to any node reach the consoles of each, none is taken for lost', async () => {
  const source = await connectStreaming(mosquitto.devicePort, OF_BROKER);
  const all = [await listen(shared[0], OF_BROKER), await listen(shared[1], OF_BROKER), await listen(there, OF_BROKER)];
  const before = await Promise.all(shared.map((server) => readFigure(server, 'stream_frames', 'received')));
  const last = await streamUntilHeard(100, source, ...all);
  const seqs = next(last);
  for (const seq of seqs) {
    await source.stream(seq);
    for (const each of all) await vi.waitFor(() => expect(each.seqs().at(-1)).toBe(seq), WITHIN);
  }
  const droppedOf = ({ frames }: Console) => frames.slice(-20).map(({ cnt }) => cnt[5]);
  for (const each of all) expect(new Set(droppedOf(each)).size).toBe(1);
  const after = await Promise.all(shared.map((server) => readFigure(server, 'stream_frames', 'received')));
  for (const [at, count] of after.entries()) expect(count - (before[at] ?? 0)).toBeGreaterThanOrEqual(seqs.length);
  source.client.end(true);
});

test('a node without Redis serves its own consoles; when it is back the others receive frames again', async () => {
  const [own, other] = [await listen(here, OF_HERE), await listen(there, OF_HERE)];
  const last = await streamUntilHeard(1000, device, own, other);
  await redis.kill();
  const late = await listen(there, OF_HERE);
  await device.stream(last + 1);
  await vi.waitFor(() => expect(own.seqs().at(-1)).toBe(last + 1), WITHIN);
  await redis.start();
  await streamUntilHeard(last + 1, device, own, other, late);
});
