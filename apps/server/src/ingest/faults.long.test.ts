import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import mqtt from 'mqtt';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '@waymark/embedded-postgres';
import { layCable, type Cable } from '../testing/cable.ts';
import { connectAgm } from '../testing/hub-client.ts';
import { findFreePort, startServerProcess } from '../testing/server-process.ts';
import { makeTemporaryFolder } from '../testing/temporary-folder.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { startTestServer } from '../testing/test-server.ts';
import { insertTestDevices, SteadyDevice } from './testing/test-devices.ts';

// Faults around the ingest while many devices publish.

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const uidsFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);

/** Checks that every acknowledged heartbeat is stored once, and nothing twice. */
async function expectAllStored(connection: pg.ClientConfig, devices: readonly SteadyDevice[]): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ uid: string; at: Date }>('select uid, at from heartbeats');
  const counts = await client.query<{ n: string }>(
    "select sum(count) as n from record_counts where kind = 'heartbeat'",
  );
  await client.end();
  const stored = new Set(rows.map(({ uid, at }) => `${uid} ${at.getTime()}`));
  const missing = devices.flatMap(({ uid, acknowledged }) => acknowledged.filter((t) => !stored.has(`${uid} ${t}`)));
  expect(missing).toEqual([]);
  expect(stored.size).toBe(rows.length);
  expect(Number(counts.rows[0]?.n)).toBe(rows.length);
}

/** Reads the heap size of a server process through its inspector. */
class ServerHeap {
  readonly #inspector: WebSocket;

  private constructor(inspector: WebSocket) {
    this.#inspector = inspector;
  }

  static async open(inspectorPort: number): Promise<ServerHeap> {
    const response = await fetch(`http://127.0.0.1:${inspectorPort}/json`);
    const [target] = (await response.json()) as { webSocketDebuggerUrl: string }[];
    const inspector = new WebSocket(target?.webSocketDebuggerUrl ?? '');
    await once(inspector, 'open');
    const heap = new ServerHeap(inspector);
    // Flushing of unused compiled code could hide growth.
    const expression = "process.getBuiltinModule('node:v8').setFlagsFromString('--no-flush-bytecode')";
    await heap.#ask('Runtime.evaluate', { expression });
    return heap;
  }

  /** The retained size: after a single collection of a busy process, megabytes of garbage remain. */
  async measureBytes(): Promise<number> {
    const sizes: number[] = [];
    for (let collection = 0; collection < 10; collection++) {
      await this.#ask('HeapProfiler.collectGarbage');
      const { usedSize = Number.NaN, backingStorageSize = Number.NaN } = await this.#ask('Runtime.getHeapUsage');
      sizes.push(usedSize + backingStorageSize);
    }
    return Math.min(...sizes);
  }

  close(): void {
    this.#inspector.close();
  }

  /** Sends one request at a time; without subscriptions the inspector sends only answers. */
  async #ask(method: string, params: object = {}): Promise<Partial<Record<string, number>>> {
    const answered = once(this.#inspector, 'message') as Promise<[{ readonly data: string }]>;
    this.#inspector.send(JSON.stringify({ id: 1, method, params }));
    const [{ data }] = await answered;
    return (JSON.parse(data) as { result: Record<string, number> }).result;
  }
}

const countAll = (devices: readonly SteadyDevice[]) =>
  devices.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);

describe('ingest during kills of the server', () => {
  test(
    'the server stores every acknowledged heartbeat once although it is killed ten times while 500 devices publish',
    { timeout: 400_000 },
    async () => {
      const dataDir = await makeTemporaryFolder('killed');
      closers.push(() => rm(dataDir, { recursive: true, force: true }));
      const [port, mqttPort] = [await findFreePort(), await findFreePort()];
      const settings = { WAYMARK_DATA_DIR: dataDir, WAYMARK_MQTT_PORT: String(mqttPort), WAYMARK_LOG: 'error' };
      const uids = uidsFrom(600_000, 500);

      let server = startServerProcess(port, settings);
      await server.ready;
      server.child.kill('SIGTERM');
      await server.exited;
      const prepared = await startEmbeddedPostgres({ dataDir });
      await insertTestDevices(prepared.connection, uids);
      await prepared.stop();

      server = startServerProcess(port, settings);
      await server.ready;
      const devices = uids.map((uid, at) => new SteadyDevice(mqttPort, uid, Date.now() - 3_600_000 * 24 - at));
      for (let kill = 0; kill < 10; kill++) {
        const before = countAll(devices);
        while (countAll(devices) < before + 1000) await sleep(50);
        server.child.kill('SIGKILL');
        await server.exited;
        server = startServerProcess(port, settings);
        await server.ready;
      }
      await Promise.all(devices.map((device) => device.stop()));
      expect(countAll(devices)).toBeGreaterThan(10_000);
      server.child.kill('SIGTERM');
      expect(await server.exited).toBe(0);
      const examined = await startEmbeddedPostgres({ dataDir });
      closers.push(() => examined.stop());
      await expectAllStored(examined.connection, devices);
    },
  );
});

describe('ingest during an outage of the database', () => {
  test(
    'the server acknowledges only stored messages during half a minute without database, stores all later and notifies consoles',
    { timeout: 120_000 },
    async () => {
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
      closers.push(() => server.close());
      const uids = uidsFrom(700_000, 50);
      await insertTestDevices(direct, uids);
      const { token } = await server.signIn('admin@demo.waymark');
      const socket = await connectAgm(server, token);
      const sentAway = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));
      const devices = uids.map((uid, at) => new SteadyDevice(mqttPort, uid, Date.now() - 3_600_000 - at));
      while (countAll(devices) < 500) await sleep(20);

      await cable?.cut();
      await sentAway;
      await sleep(1000);
      const during = countAll(devices);
      await sleep(28_000);
      // At most one transaction may have committed just before its answer was lost.
      expect(countAll(devices)).toBe(during);
      await expect(connectAgm(server, token)).rejects.toThrow();

      await cable?.mend();
      while (countAll(devices) < during + 500) await sleep(20);
      await Promise.all(devices.map((device) => device.stop()));
      await expectAllStored(direct, devices);
      while (
        (await connectAgm(server, token).then(
          (again) => again.disconnect().connected,
          () => null,
        )) === null
      )
        await sleep(200);
      await cable?.cut().then(() => cable?.mend());
    },
  );
});

describe('ingest of malformed messages', () => {
  test(
    'the server counts 100,000 malformed messages over MQTT and DirectIP without memory growth, and stores those of a valid device',
    { timeout: 240_000 },
    async () => {
      const database = await createTestDatabase();
      closers.push(() => database.drop());
      const dataDir = await makeTemporaryFolder('malformed');
      closers.push(() => rm(dataDir, { recursive: true, force: true }));
      const { host, port: databasePort, user, database: name } = database.connection;
      const [port, mqttPort, iridiumPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
      const inspectorPort = await findFreePort();
      const server = startServerProcess(port, {
        NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}`,
        WAYMARK_DATA_DIR: dataDir,
        WAYMARK_DATABASE_URL: `postgres://${user}@localhost/${name}?host=${host}&port=${databasePort}`,
        WAYMARK_MQTT_PORT: String(mqttPort),
        WAYMARK_IRIDIUM_PORT: String(iridiumPort),
        // The single client below sends 70,000 messages.
        WAYMARK_DEVICE_MESSAGES_PER_SECOND: '0',
        WAYMARK_LOG: 'error',
      });
      closers.push(async () => server.child.kill('SIGTERM') && server.exited);
      await server.ready;
      await insertTestDevices(database.connection, [800_000, 800_001]);
      const good = new SteadyDevice(mqttPort, 800_001, Date.now() - 3_600_000 * 30);
      const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
        clientId: 'agm-800000',
        username: '800000',
        password: 'password of 800000',
        protocolVersion: 4,
      });
      const garbage = [
        Buffer.from('{'),
        Buffer.from('{"t":"now"}'),
        Buffer.alloc(300, 0xff),
        Buffer.from('[]'),
        Buffer.from('null'),
      ];
      const publishSome = async (count: number) => {
        for (let sent = 0; sent < count; sent += 500) {
          await Promise.all(
            Array.from({ length: 500 }, async (_, at) =>
              client.publishAsync('agm/v1/800000/up/hb', garbage[at % garbage.length] ?? '', { qos: 1 }),
            ),
          );
        }
      };
      const sendFrame = (number: number) =>
        new Promise<void>((resolve) => {
          const bytes = Buffer.from([1, 0, 20, ...Array.from({ length: 20 }, (_, at) => (number * 31 + at * 7) & 255)]);
          const socket = createConnection(iridiumPort, '127.0.0.1', () => socket.end(bytes));
          socket.on('error', () => undefined);
          socket.resume();
          socket.on('close', () => resolve());
        });
      const sendFrames = async (count: number) => {
        for (let sent = 0; sent < count; sent += 20)
          await Promise.all(Array.from({ length: 20 }, async (_, at) => sendFrame(sent + at)));
      };
      const sendHalf = async () => {
        await publishSome(35_000);
        await sendFrames(15_000);
      };
      const heap = await ServerHeap.open(inspectorPort);
      closers.push(async () => heap.close());
      await sendHalf();
      const before = await heap.measureBytes();
      await sendHalf();
      const grownPerMessage = ((await heap.measureBytes()) - before) / 50_000;
      await client.endAsync(true);
      await good.stop();
      expect(good.acknowledged.length).toBeGreaterThan(100);
      // After the server has stopped, the last messages are counted.
      heap.close();
      server.child.kill('SIGTERM');
      expect(await server.exited).toBe(0);
      await expectAllStored(database.connection, [good]);
      const examined = new pg.Client(database.connection);
      await examined.connect();
      const counts = await examined.query<{ n: string }>('select sum(count) as n from rejected_counts');
      const kept = await examined.query<{ n: string }>('select count(*) as n from rejected_messages');
      await examined.end();
      expect(Number(counts.rows[0]?.n)).toBe(100_000);
      expect(Number(kept.rows[0]?.n)).toBeLessThan(2000);
      // The smallest object and its reference take 32 bytes.
      expect(grownPerMessage).toBeLessThan(16);
    },
  );
});
