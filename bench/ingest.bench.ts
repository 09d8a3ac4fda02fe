// Sends QoS 1 heartbeats from 500 MQTT connections, acknowledged after the commit. The limit is a plain multi-row
// insert of the same rows in batches of the same size into the same indexed, partitioned table. While the insert runs,
// the same load generator publishes at the measured rate to a broker that acknowledges at once, so that both share the
// machine alike.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { startDebianPostgres } from '../apps/server/src/testing/debian-postgres.ts';
import { findFreePort, startServerProcess } from '../apps/server/src/testing/server-process.ts';
import { insertBare } from './bare-insert.ts';
import { findEmbeddedConnection } from './embedded-connection.ts';
import { measureEventP99 } from './event-latency.ts';
import { loadResult, type LoadOrder } from './mqtt-load.ts';
import { median, report } from './report.ts';
import { inTemporaryFolder } from './server.ts';
import { isShort } from './short.ts';

const DEVICES = isShort ? 20 : 500;
const WINDOW = 32;
const ROUNDS = isShort ? 1 : 5;
const WARM_UP_MS = isShort ? 200 : 3000;
const ROUND_MS = isShort ? 500 : 6000;
const LANES = 2;
const DAY_MS = 86_400_000;

type Devices = LoadOrder['devices'];

const makeDevices = (): Devices =>
  Array.from({ length: DEVICES }, (_, at) => ({ uid: 500_000 + at, password: `password ${at}` }));

/** Inserts devices with credentials, as the API would create them one by one. */
async function insertDevices(connection: pg.ClientConfig, devices: Devices): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  const uids = devices.map(({ uid }) => uid);
  const hashes = devices.map(({ password }) => createHash('sha256').update(password).digest());
  await client.query('insert into devices (uid, group_id) select uid, 1 from unnest($1::bigint[]) as t (uid)', [uids]);
  await client.query('insert into device_states (uid) select unnest($1::bigint[])', [uids]);
  await client.query(
    `insert into device_credentials (uid, password_hash, broker_hash, message_key) select uid, hash, '', ''::bytea from unnest($1::bigint[], $2::bytea[]) as t (uid, hash)`,
    [uids, hashes],
  );
  await client.end();
}

async function load(order: LoadOrder) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'mqtt-load.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(order));
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(child, 'close');
  return loadResult.parse(JSON.parse(text));
}

async function readBatches(address: string): Promise<{ stored: number; batches: number }> {
  const metrics = await (await fetch(`${address}/metrics`)).text();
  const read = (kind: string) =>
    Number(new RegExp(`^waymark_device_messages\\{kind="${kind}"\\} (\\d+)`, 'm').exec(metrics)?.[1]);
  return { stored: read('stored'), batches: read('batches') };
}

async function startBareBroker(): Promise<{ port: number; stop(): void }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'bare-broker.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { port: Number(line.toString()), stop: () => child.kill() };
}

interface Outcome {
  readonly perS: number;
  readonly ratio: number;
  readonly ackP99Ms: number;
  readonly eventP99Ms: number;
}

/** `databaseUrl` undefined selects the embedded database. */
async function measure(dataDir: string, databaseUrl?: string): Promise<Outcome> {
  const [port, mqttPort] = [await findFreePort(), await findFreePort()];
  const settings = {
    WAYMARK_DATA_DIR: dataDir,
    WAYMARK_MQTT_PORT: String(mqttPort),
    WAYMARK_REQUESTS_PER_MINUTE: '0',
    WAYMARK_LOG: 'error',
    ...(databaseUrl !== undefined && { WAYMARK_DATABASE_URL: databaseUrl }),
  };
  const server = startServerProcess(port, settings);
  await server.ready;
  try {
    const address = `http://127.0.0.1:${port}`;
    const connection = databaseUrl === undefined ? findEmbeddedConnection(dataDir) : { connectionString: databaseUrl };
    const devices = makeDevices();
    await insertDevices(connection, devices);
    const uids = devices.map(({ uid }) => uid);
    const order = { devices, window: WINDOW, warmUpMs: WARM_UP_MS, forMs: ROUND_MS };
    const rounds: { perS: number; ratio: number; ackP99Ms: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const before = await readBatches(address);
      const ours = await load({ ...order, port: mqttPort, perS: 0 });
      const after = await readBatches(address);
      const batch = Math.max(1, Math.round((after.stored - before.stored) / (after.batches - before.batches)));
      const broker = await startBareBroker();
      const background = load({ ...order, port: broker.port, perS: ours.perS });
      await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
      const from = Date.now() - (round + 2) * DAY_MS;
      const bare = await insertBare({ connection, uids, batch, connections: LANES, forMs: ROUND_MS, from });
      await background;
      broker.stop();
      console.log(
        `round ${round + 1}: ${Math.round(ours.perS)}/s in batches of ${batch}, bare insert ${Math.round(bare)}/s`,
      );
      rounds.push({ perS: ours.perS, ratio: ours.perS / bare, ackP99Ms: ours.ackP99Ms });
    }
    const perS = median(rounds.map((round) => round.perS));
    const background = load({ ...order, port: mqttPort, perS: perS / 2 });
    const eventP99Ms = await measureEventP99({
      address,
      mqttPort,
      device: { uid: 500_000 + DEVICES, password: 'probe' },
      connection,
      warmUpMs: WARM_UP_MS,
      forMs: ROUND_MS,
    });
    await background;
    return {
      perS,
      ratio: median(rounds.map((round) => round.ratio)),
      ackP99Ms: median(rounds.map((round) => round.ackP99Ms)),
      eventP99Ms,
    };
  } finally {
    server.child.kill('SIGTERM');
    await server.exited;
  }
}

const embedded = await inTemporaryFolder((folder) => measure(folder));
const debian = await startDebianPostgres(['max_connections=100']);
try {
  const { host, port, user, password } = debian.connection;
  const client = new pg.Client({ ...debian.connection, database: 'postgres' });
  await client.connect();
  await client.query('create database waymark');
  await client.end();
  const url = `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/waymark`;
  const external = await inTemporaryFolder((folder) => measure(folder, url));
  const event = Math.max(embedded.eventP99Ms, external.eventP99Ms);
  report(
    'ingest',
    {
      embedded_ratio: embedded.ratio,
      postgres_ratio: external.ratio,
      embedded_per_s: embedded.perS,
      postgres_per_s: external.perS,
      ack_p99_ms: Math.max(embedded.ackP99Ms, external.ackP99Ms),
      event_p99_ms: event,
    },
    [
      { name: 'embedded_ratio', value: embedded.ratio, op: '>=', aim: 0.4 },
      { name: 'postgres_ratio', value: external.ratio, op: '>=', aim: 0.5 },
      { name: 'event_p99_ms', value: event, op: '<=', aim: 250 },
    ],
  );
} finally {
  await debian.stop();
}
