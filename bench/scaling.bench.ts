// Measures the cost of one device, one console, one heartbeat and one passage on the server and its database. Combines
// it with the rates of simulated fleets into the number of nodes per fleet size. docs/scaling.md uses the figures.
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '../apps/server/src/testing/server-process.ts';
import { fillDevices } from './command-fill.ts';
import { passwordOf } from './command-messages.ts';
import { readCpuS, readDatabaseCpuS } from './cpu.ts';
import type { DownloadFleetAnswer, DownloadFleetOrder } from './download-messages.ts';
import { findEmbeddedConnection } from './embedded-connection.ts';
import { openLiveHeap, type LiveHeap } from './live-heap.ts';
import type { LoadOrder } from './mqtt-load.ts';
import { report } from './report.ts';
import { planNodes } from './scaling-plan.ts';
import { simulateRates } from './scaling-rates.ts';
import { inTemporaryFolder, startBenchServer, type BenchServer } from './server.ts';
import { isShort } from './short.ts';
import { signInAdmin } from './sign-in.ts';
import type { ConsolesOrder, Opening } from './soak-messages.ts';
import { readMetric, readRssMb } from './soak-watch.ts';

const DEVICES = isShort ? 20 : 2000;
const PER_S = isShort ? 50 : 200;
const CONSOLES = isShort ? 4 : 100;
/** Rate with consoles connected: each heartbeat goes to all of them. */
const HEARD_PER_S = isShort ? 20 : 50;
const TELLERS = isShort ? 2 : 20;
const PASSAGES_EACH = isShort ? 2 : 20;
const FOR_MS = isShort ? 1000 : 20_000;
const REST_MS = isShort ? 200 : 10_000;
const FIRST_UID = 500_000;
const FIRST_TELLER = 600_000;
const HOUR_MS = 3_600_000;
const FLEETS = isShort ? [1000] : [1000, 10_000, 100_000, 1_000_000];

interface Place {
  readonly server: BenchServer;
  readonly dataDir: string;
  readonly mqttPort: number;
  readonly heap: LiveHeap;
  readonly database: pg.Client;
}

/** Size of the tables with their monthly partitions. */
async function readBytes(database: pg.Client, tables: readonly string[]): Promise<number> {
  const { rows } = await database.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(relid))::text as bytes from unnest($1::regclass[]) as root, lateral pg_partition_tree(root) where isleaf`,
    [tables],
  );
  return Number(rows[0]?.bytes);
}

async function readWalBytes(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ bytes: string }>(
    `select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text as bytes`,
  );
  return Number(rows[0]?.bytes);
}

interface Spent {
  readonly serverS: number;
  readonly databaseS: number;
  readonly tookS: number;
  readonly stored: number;
  readonly walBytes: number;
}

async function spend({ server, dataDir, database }: Place, work: () => Promise<unknown>): Promise<Spent> {
  const read = async () => ({
    serverS: readCpuS(server.process.child.pid ?? 0),
    databaseS: readDatabaseCpuS(dataDir),
    tookS: performance.now() / 1000,
    stored: await readMetric(server.address, 'device_messages', 'stored'),
    walBytes: await readWalBytes(database),
  });
  const before = await read();
  await work();
  const after = await read();
  const names = Object.keys(before) as (keyof Spent)[];
  return Object.fromEntries(names.map((name) => [name, after[name] - before[name]])) as unknown as Spent;
}

/** Processor seconds above the cost of the same time at rest. */
const beyond = (spent: Spent, rest: Spent, whose: 'serverS' | 'databaseS') =>
  Math.max(0, spent[whose] - (rest[whose] / rest.tookS) * spent.tookS);

async function connectDevices({ server, mqttPort }: Place, perS: number): Promise<() => Promise<void>> {
  const devices = Array.from({ length: DEVICES }, (_none, at) => ({
    uid: FIRST_UID + at,
    password: passwordOf(FIRST_UID + at),
  }));
  const order: LoadOrder = { port: mqttPort, devices, window: 1, perS, warmUpMs: 0, forMs: HOUR_MS };
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'mqtt-load.ts')], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(JSON.stringify(order));
  while ((await readMetric(server.address, 'device_connections', 'mqtt')) < DEVICES) await sleep(100);
  return async () => {
    child.kill();
    while ((await readMetric(server.address, 'device_connections', 'mqtt')) > 0) await sleep(100);
  };
}

async function openConsoles({ server }: Place): Promise<ChildProcess> {
  const child = fork(path.join(import.meta.dirname, 'soak-consoles.ts'), { serialization: 'advanced' });
  const opening: Opening = {
    address: server.address,
    token: await signInAdmin(server.address),
    count: CONSOLES,
    runIds: [],
    runsShown: 0,
    uids: [FIRST_UID],
    lookEveryMs: HOUR_MS,
  };
  const opened = once(child, 'message');
  child.send(opening satisfies ConsolesOrder);
  await opened;
  return child;
}

async function tellPassages({ mqttPort }: Place): Promise<void> {
  const child = fork(path.join(import.meta.dirname, 'download-fleet.ts'), { serialization: 'advanced' });
  const ask = async (order: DownloadFleetOrder) => {
    const answer = once(child, 'message') as Promise<[DownloadFleetAnswer]>;
    child.send(order);
    await answer;
  };
  await ask({
    kind: 'connect',
    port: mqttPort,
    uids: Array.from({ length: TELLERS }, (_none, at) => FIRST_TELLER + at),
    packets: PASSAGES_EACH,
  });
  await ask({ kind: 'tell', what: 'passages', startAt: Date.now() - HOUR_MS, count: PASSAGES_EACH });
  child.kill();
}

async function measureDevices(place: Place) {
  const { server, heap, database } = place;
  const pid = server.process.child.pid ?? 0;
  const [emptyMb, emptyRssMb] = [await heap.readMb(), readRssMb(pid)];
  const disconnect = await connectDevices(place, 0.001);
  await sleep(REST_MS);
  const [fullMb, fullRssMb] = [await heap.readMb(), readRssMb(pid)];
  const rest = await spend(place, () => sleep(FOR_MS));
  await disconnect();
  const bytes = await readBytes(database, ['heartbeats']);
  const stop = await connectDevices(place, PER_S);
  const beating = await spend(place, () => sleep(FOR_MS));
  const consoles = await openConsoles(place);
  const [lonelyMb, crowdMb] = [fullMb, await heap.readMb()];
  await stop();
  const grown = (await readBytes(database, ['heartbeats'])) - bytes;
  return {
    rest,
    beating,
    consoles,
    deviceKb: ((fullMb - emptyMb) * 1024) / DEVICES,
    deviceRssKb: ((fullRssMb - emptyRssMb) * 1024) / DEVICES,
    consoleKb: (Math.max(0, crowdMb - lonelyMb) * 1024) / CONSOLES,
    grown,
  };
}

/** A rate at which nearly every heartbeat has its own transaction. */
async function beatSlowly(place: Place): Promise<Spent> {
  const stop = await connectDevices(place, HEARD_PER_S);
  await sleep(REST_MS);
  const spent = await spend(place, () => sleep(FOR_MS));
  await stop();
  return spent;
}

async function countHeartbeats({ database }: Place): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    'select count(*)::int as count from heartbeats where uid >= $1',
    [FIRST_UID],
  );
  return rows[0]?.count ?? 0;
}

async function measure(place: Place): Promise<void> {
  const found = await measureDevices(place);
  const { rest, beating, consoles } = found;
  const heartbeats = await countHeartbeats(place);
  const heartbeatS = beyond(beating, rest, 'serverS') / beating.stored;
  const heard = await beatSlowly(place);
  consoles.kill();
  const unheard = await beatSlowly(place);
  const aloneS = beyond(unheard, rest, 'serverS') / unheard.stored;
  const deliveryS = Math.max(0, beyond(heard, rest, 'serverS') - aloneS * heard.stored) / (heard.stored * CONSOLES);
  const passageTables = ['passages', 'waveforms'];
  const passageBytes = await readBytes(place.database, passageTables);
  const passing = await spend(place, () => tellPassages(place));
  const passages = TELLERS * PASSAGES_EACH;
  const costs = {
    device_kb: found.deviceKb,
    device_rss_kb: found.deviceRssKb,
    console_kb: found.consoleKb,
    idle_cpu: rest.serverS / rest.tookS,
    heartbeat_us: heartbeatS * 1e6,
    heartbeat_database_us: (beyond(beating, rest, 'databaseS') / beating.stored) * 1e6,
    heartbeat_alone_us: aloneS * 1e6,
    heartbeat_alone_database_us: (beyond(unheard, rest, 'databaseS') / unheard.stored) * 1e6,
    heartbeat_bytes: found.grown / heartbeats,
    heartbeat_wal_bytes: beating.walBytes / beating.stored,
    delivery_us: deliveryS * 1e6,
    passage_us: (beyond(passing, rest, 'serverS') / passages) * 1e6,
    passage_database_us: (beyond(passing, rest, 'databaseS') / passages) * 1e6,
    passage_bytes: ((await readBytes(place.database, passageTables)) - passageBytes) / passages,
  };
  const fleets = FLEETS.map((devices) => planNodes(devices, simulateRates(devices), costs));
  console.table(fleets);
  const largest = fleets.at(-1);
  report(
    'scaling',
    {
      ...costs,
      fleet_devices: largest?.devices ?? 0,
      fleet_storm_per_s: largest?.storm_per_s ?? 0,
      fleet_nodes: largest?.nodes ?? 0,
    },
    [],
  );
}

await inTemporaryFolder(async (dataDir) => {
  const [mqttPort, inspectPort] = [await findFreePort(), await findFreePort()];
  const server = await startBenchServer(dataDir, {
    WAYMARK_MQTT_PORT: String(mqttPort),
    NODE_OPTIONS: `--inspect=127.0.0.1:${inspectPort}`,
  });
  const database = new pg.Client(findEmbeddedConnection(dataDir));
  try {
    await database.connect();
    await fillDevices(
      database,
      Array.from({ length: DEVICES }, (_none, at) => FIRST_UID + at),
    );
    await fillDevices(
      database,
      Array.from({ length: TELLERS }, (_none, at) => FIRST_TELLER + at),
    );
    await sleep(REST_MS);
    const heap = await openLiveHeap(inspectPort);
    try {
      await measure({ server, dataDir, mqttPort, heap, database });
    } finally {
      // A process does not exit while a debugger is attached.
      heap.close();
    }
  } finally {
    await database.end();
    await server.stop();
  }
});
