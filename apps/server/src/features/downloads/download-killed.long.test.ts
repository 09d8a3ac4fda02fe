import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { CONSOLE_CLIENT_ID } from '@waymark/contract/routes/session';
import type { DownloadPacket } from '@waymark/device-protocol/mqtt/download-packet';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CommandDevice } from '../commands/testing/command-device.ts';
import { connectDevice, say } from '../../ingest/testing/mqtt-device.ts';
import { insertTestDevices } from '../../ingest/testing/test-devices.ts';
import { findFreePort, startServerProcess, type ServerProcess } from '../../testing/server-process.ts';
import { makeTemporaryFolder } from '../../testing/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { LAUNCH, listPackets, RECEIVE, recordPassages } from './testing/download-world.ts';

const UID = 396_001;
const PACKETS = 300;
const WITHIN = { timeout: 60_000, interval: 50 };

let home: TestDatabase;
let client: pg.Client;
let dataDir: string;
let mqttPort: number;
const running: ServerProcess[] = [];

beforeAll(async () => {
  home = await createTestDatabase();
  client = new pg.Client(home.connection);
  await client.connect();
  dataDir = await makeTemporaryFolder('killed-download');
  mqttPort = await findFreePort();
});
afterAll(async () => {
  for (const { child, exited } of running) {
    child.kill('SIGKILL');
    await exited;
  }
  await client.end();
  await home.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function startNode(): Promise<ServerProcess> {
  const { host, port, user, database } = home.connection;
  const node = startServerProcess(await findFreePort(), {
    WAYMARK_DATA_DIR: dataDir,
    WAYMARK_DATABASE_URL: `postgres://${user}@localhost/${database}?host=${host}&port=${port}`,
    WAYMARK_SECRET_KEY: 'a secret key that only the tests know',
    WAYMARK_MQTT_PORT: String(mqttPort),
    WAYMARK_LOG: 'error',
  });
  running.push(node);
  await node.ready;
  return node;
}

async function post(node: ServerProcess, address: string, body: unknown, token?: string): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  return fetch(`http://127.0.0.1:${node.port}/api${address}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function startSession(node: ServerProcess): Promise<void> {
  const grant = {
    grant_type: 'password',
    username: 'admin@demo.waymark',
    password: 'Waymark-demo-1',
    client_id: CONSOLE_CLIENT_ID,
  };
  const { access_token: token } = (await (await post(node, '/oauth/token', grant)).json()) as { access_token: string };
  const body = { launchDate: LAUNCH, receiveDate: RECEIVE, uidList: [UID] };
  expect((await post(node, '/pigrun/DownloadRecordedPassageDataRequest', body, token)).status).toBe(200);
}

const listen = async () => CommandDevice.listen(UID, await connectDevice(mqttPort, UID));

/** Sends packets in order, as a modem does, until the connection breaks; answers how many were acknowledged. */
async function sendUntilBroken(
  device: CommandDevice,
  packets: readonly DownloadPacket[],
  onSent: (count: number) => void,
): Promise<number> {
  let count = 0;
  const broken = new Promise<false>((resolve) => device.client.once('close', () => resolve(false)));
  for (const body of packets) {
    const stored = say(device.client, UID, { name: 'dl', body }).then(
      () => true,
      () => false,
    );
    if (!(await Promise.race([stored, broken]))) return count;
    onSent((count += 1));
  }
  return count;
}

async function readOne<Row extends object>(text: string): Promise<Row | undefined> {
  return (await client.query<Row>(text)).rows[0];
}

test('the server after a killed one requests the lost packets, and each packet is stored once', async () => {
  const contents = recordPassages(PACKETS);
  const first = await startNode();
  // The first admin of the demo belongs to the first company.
  const company = await readOne<{ group_id: string }>(`select group_id from users where email = 'admin@demo.waymark'`);
  await insertTestDevices(home.connection, [UID], Number(company?.group_id));
  await startSession(first);
  const device = await listen();
  await expect.poll(() => device.ids[0], WITHIN).toBeDefined();
  const [commandId = 0] = device.ids;
  await device.answer(commandId);
  const packets = listPackets(commandId, contents);

  const acknowledged = await sendUntilBroken(device, packets, (count) => {
    if (count === PACKETS / 3) first.child.kill('SIGKILL');
  });
  await first.exited;
  expect(acknowledged).toBeGreaterThanOrEqual(PACKETS / 3);
  expect(acknowledged).toBeLessThan(PACKETS);
  const kept = await readOne<{ received: number; state: string }>('select received, state from downloads');
  expect(kept?.state).toBe('D');
  expect(kept?.received).toBeGreaterThanOrEqual(acknowledged);

  await startNode();
  const again = await listen();
  // The device goes on and has lost some packets that were in flight.
  for (const body of packets.slice(acknowledged + 5)) await say(again.client, UID, { name: 'dl', body });
  await expect.poll(() => again.wishes[0]?.session, WITHIN).toBe(commandId);
  const missing = new Set(
    again.wishes[0]?.missing.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at)),
  );
  for (const body of packets.filter(({ kind, n }) => kind === 'end' || missing.has(n)))
    await say(again.client, UID, { name: 'dl', body });

  const sha256 = createHash('sha256').update(Buffer.concat(contents)).digest('hex');
  expect(await readOne('select state, received, total, sha256 from downloads')).toEqual({
    state: 'DC',
    received: PACKETS,
    total: PACKETS,
    sha256,
  });
  expect(await readOne(`select count(*)::int as count from passages where uid = ${UID}`)).toEqual({
    count: 3 * PACKETS,
  });
  expect(await readOne(`select count(*)::int as count from waveforms where uid = ${UID}`)).toEqual({
    count: 3 * PACKETS,
  });
  expect(
    await readOne(`select sum(count)::int as count from record_counts where uid = ${UID} and kind = 'passage'`),
  ).toEqual({ count: PACKETS });
  again.client.end(true);
});
