import type { DownloadRow } from '@waymark/contract/downloads/download-row';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RedisServer } from '../../hub/testing/redis-server.ts';
import { CommandDevice } from '../commands/testing/command-device.ts';
import { connectDevice } from '../../ingest/testing/mqtt-device.ts';
import { MosquittoServer } from '../../ingest/testing/mosquitto-server.ts';
import { insertTestDevices } from '../../ingest/testing/test-devices.ts';
import { connectAgm } from '../../testing/hub-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { LAUNCH, listPackets, RECEIVE, recordPassages, sendPackets } from './testing/download-world.ts';

// Two nodes behind a Mosquitto, with Redis: packets of one download arrive at either, and either may request missing ones and notify consoles.

const WITHIN = { timeout: 60_000, interval: 20 };
const UIDS = [395_001, 395_002, 395_003, 395_004];
const PACKETS = 120;

let redis: RedisServer;
let mosquitto: MosquittoServer;
let nodes: TestServer[] = [];
let consoles: Socket[] = [];
let token: string;
const heard: DownloadRow[][] = [[], []];

beforeAll(async () => {
  redis = await RedisServer.start();
  mosquitto = await MosquittoServer.start({ devices: UIDS, relays: [] });
  const settings = { WAYMARK_REDIS_URL: redis.url, WAYMARK_MQTT_URL: mosquitto.url };
  const one = await startTestServer({ settings: { ...settings, WAYMARK_NODE_NAME: 'one' } });
  nodes = [one, await startTestServer({ settings: { ...settings, WAYMARK_NODE_NAME: 'two' }, beside: one })];
  await insertTestDevices(one.connection, UIDS);
  token = (await one.signIn('admin@demo.waymark')).token;
  consoles = await Promise.all(nodes.map((node) => connectAgm(node, token)));
  consoles.forEach((socket, place) =>
    socket.on('ReceiveDownloadRecordedPassageData', (row: DownloadRow) => heard[place]?.push(row)),
  );
});
afterAll(async () => {
  for (const socket of consoles) socket.disconnect();
  for (const node of nodes.toReversed()) await node.close();
  await mosquitto.remove();
  await redis.kill();
});

async function listen(uid: number): Promise<CommandDevice> {
  return CommandDevice.listen(uid, await connectDevice(mosquitto.devicePort, uid));
}

test('one node requests missing packets, and consoles on both nodes get the end of each device', async () => {
  const devices = await Promise.all(UIDS.map(listen));
  const body = { launchDate: LAUNCH, receiveDate: RECEIVE, uidList: UIDS };
  const started = await nodes[0]?.call('POST', '/api/pigrun/DownloadRecordedPassageDataRequest', { token, body });
  expect(started?.status).toBe(200);
  await Promise.all(
    devices.map(async (device) => {
      await expect.poll(() => device.ids[0], WITHIN).toBeDefined();
      const [commandId = 0] = device.ids;
      await device.answer(commandId);
      const packets = listPackets(commandId, recordPassages(PACKETS));
      const isLate = (n: number) => n % 10 === 3;
      await sendPackets(
        device,
        packets.filter(({ kind, n }) => kind !== 'end' && !isLate(n)),
      );
      // The broker has acknowledged the packets; the servers may receive them later.
      await expect.poll(() => readReceived(commandId), WITHIN).toBe(PACKETS - PACKETS / 10);
      await sendPackets(device, packets.slice(-1));
      await expect.poll(() => device.wishes.length, WITHIN).toBe(1);
      expect(device.wishes[0]?.missing).toHaveLength(PACKETS / 10);
      await sendPackets(
        device,
        packets.filter(({ kind, n }) => kind === 'end' || isLate(n)),
      );
    }),
  );
  for (const rows of heard) {
    await expect
      .poll(() => UIDS.map((uid) => rows.findLast(({ uId }) => uId === uid)?.downloadState), WITHIN)
      .toEqual(UIDS.map(() => 'DC'));
    expect(UIDS.map((uid) => rows.findLast(({ uId }) => uId === uid)?.packetsReceived)).toEqual(
      UIDS.map(() => PACKETS),
    );
  }
  for (const { client } of devices) client.end(true);
});

async function readReceived(commandId: number): Promise<number | undefined> {
  const found = await nodes[1]?.app.database.pool.query<{ received: number }>(
    'select received from downloads where command_id = $1',
    [commandId],
  );
  return found?.rows[0]?.received;
}
