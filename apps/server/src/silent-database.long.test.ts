import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { findRunningPostgres } from '@waymark/embedded-postgres';
import { insertTestDevices, SteadyDevice } from './ingest/testing/test-devices.ts';
import { layCable, type Cable } from './testing/cable.ts';
import { listFamily, readProcess } from './testing/process-family.ts';
import { findFreePort, startServerProcess } from './testing/server-process.ts';
import { makeTemporaryFolder } from './testing/temporary-folder.ts';
import { startTestServer } from './testing/test-server.ts';

// The database stops answering: connections are neither refused nor broken.

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const countAll = (devices: readonly SteadyDevice[]) =>
  devices.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);

async function waitForMore(devices: readonly SteadyDevice[], count: number): Promise<void> {
  for (const device of devices) {
    const wanted = device.acknowledged.length + count;
    while (device.acknowledged.length < wanted) await sleep(20);
  }
}

/** Starts devices of both lanes. */
const startDevices = (mqttPort: number, uids: readonly number[]) =>
  uids.map((uid, at) => new SteadyDevice(mqttPort, uid, Date.now() - 3_600_000 - at));

const signIn = {
  grant_type: 'password',
  username: 'admin@demo.waymark',
  password: 'Waymark-demo-1',
  client_id: 'waymark-console',
};

async function readStatus(address: string, path: string, body?: unknown): Promise<number> {
  const response = await fetch(address + path, {
    ...(body !== undefined && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Checks the answers to a proxy, an operator and a user while the database is silent. */
async function expectRefusals(address: string): Promise<void> {
  const signedIn = readStatus(address, '/api/oauth/token', signIn);
  const metrics = readStatus(address, '/metrics');
  while ((await readStatus(address, '/readyz')) !== 503) await sleep(100);
  expect(await metrics).toBe(200);
  expect(await signedIn).toBe(503);
  const text = await (await fetch(`${address}/metrics`)).text();
  expect(text).toContain('waymark_database{kind="up"} 0');
}

test('[W-084] [W-085] calls are refused while every database connection is silent, and both lanes resume afterwards', async () => {
  const mqttPort = await findFreePort();
  let cable: Cable | undefined;
  let direct: pg.ClientConfig = {};
  const server = await startTestServer({
    settings: { WAYMARK_MQTT_PORT: String(mqttPort) },
    reach: async (connection) => {
      direct = connection;
      cable = await layCable(connection);
      return { ...connection, host: '127.0.0.1', port: cable.port };
    },
  });
  closers.push(async () => {
    await cable?.cut();
    await server.close();
  });
  const uids = Array.from({ length: 10 }, (_, at) => 710_000 + at);
  await insertTestDevices(direct, uids);
  const devices = startDevices(mqttPort, uids);
  await waitForMore(devices, 5);

  cable?.silence();
  await expectRefusals(server.address);
  const during = countAll(devices);
  await cable?.mend();
  while ((await readStatus(server.address, '/readyz')) !== 200) await sleep(100);
  await waitForMore(devices, 5);
  expect(countAll(devices)).toBeGreaterThan(during);
  expect(await readStatus(server.address, '/api/oauth/token', signIn)).toBe(200);
  const { rows } = await server.app.database.pool.query('select distinct route from error_log');
  expect(rows).not.toContainEqual({ route: 'GET /readyz' });
  await Promise.all(devices.map((device) => device.stop()));
});

test('[W-085] calls are refused while the database processes are frozen, and served when they continue', async () => {
  const dataDir = await makeTemporaryFolder('frozen');
  closers.push(() => rm(dataDir, { recursive: true, force: true }));
  const [port, mqttPort] = [await findFreePort(), await findFreePort()];
  const server = startServerProcess(port, {
    WAYMARK_DATA_DIR: dataDir,
    WAYMARK_MQTT_PORT: String(mqttPort),
    WAYMARK_LOG: 'error',
  });
  closers.push(async () => server.child.kill('SIGTERM') && server.exited);
  await server.ready;
  const connection = findRunningPostgres(dataDir);
  expect(connection).not.toBeNull();
  const uids = [720_000, 720_001, 720_002, 720_003];
  await insertTestDevices(connection ?? {}, uids);
  const devices = startDevices(mqttPort, uids);
  await waitForMore(devices, 5);

  const frozen = listFamily(server.child.pid ?? 0).filter((pid) => readProcess(pid, 'cmdline').includes('postgres'));
  const signal = (name: NodeJS.Signals) => frozen.forEach((pid) => process.kill(pid, name));
  signal('SIGSTOP');
  const address = `http://127.0.0.1:${port}`;
  await expectRefusals(address).finally(() => signal('SIGCONT'));
  while ((await readStatus(address, '/readyz')) !== 200) await sleep(100);
  await waitForMore(devices, 5);
  expect(await readStatus(address, '/api/oauth/token', signIn)).toBe(200);
  await Promise.all(devices.map((device) => device.stop()));
});

test('[W-089] the server restarts the embedded database after each of three kills, without data loss', async () => {
  const dataDir = await makeTemporaryFolder('killed-database');
  closers.push(() => rm(dataDir, { recursive: true, force: true }));
  const [port, mqttPort] = [await findFreePort(), await findFreePort()];
  const server = startServerProcess(port, {
    WAYMARK_DATA_DIR: dataDir,
    WAYMARK_MQTT_PORT: String(mqttPort),
    WAYMARK_LOG: 'error',
  });
  closers.push(async () => server.child.kill('SIGKILL') && server.exited);
  await server.ready;
  const uids = [730_000, 730_001];
  await insertTestDevices(findRunningPostgres(dataDir) ?? {}, uids);
  const devices = startDevices(mqttPort, uids);
  const findPostmaster = () =>
    listFamily(server.child.pid ?? 0).find((pid) => readProcess(pid, 'cmdline').includes('postgres\0-D')) ?? 0;
  for (let kill = 0; kill < 3; kill++) {
    await waitForMore(devices, 5);
    process.kill(findPostmaster(), 'SIGKILL');
    while (!server.output().includes('the embedded database ended')) await sleep(20);
    await waitForMore(devices, 5);
  }
  while ((await readStatus(`http://127.0.0.1:${port}`, '/readyz')) !== 200) await sleep(100);
  await Promise.all(devices.map((device) => device.stop()));
  const client = new pg.Client(findRunningPostgres(dataDir) ?? {});
  await client.connect();
  const { rows } = await client.query<{ uid: string; at: Date }>('select uid, at from heartbeats where uid = any($1)', [
    uids,
  ]);
  await client.end();
  const stored = new Set(rows.map(({ uid, at }) => `${uid} ${at.getTime()}`));
  expect(rows).toHaveLength(stored.size);
  for (const { uid, acknowledged } of devices) {
    expect(acknowledged.filter((at) => !stored.has(`${uid} ${at}`))).toEqual([]);
  }
  process.kill(findPostmaster(), 'SIGKILL');
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
});
