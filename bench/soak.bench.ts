// Runs everything at once for ten minutes: 5,000 simulated devices with heartbeats, 100 active runs whose pigs pass
// markers, 200 consoles that show runs and read data. Measures losses, errors, latencies, and the resources of the
// server.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsync, type MqttClient } from 'mqtt';
import pg from 'pg';
import { findFreePort } from '../apps/server/src/testing/server-process.ts';
import { fillDevices } from './command-fill.ts';
import { passwordOf } from './command-messages.ts';
import { findEmbeddedConnection } from './embedded-connection.ts';
import { buildPassage, dueAfterMs, fillRuns, uidOf, type Fleet } from './engine-fill.ts';
import { readClockMs } from './fanout-messages.ts';
import { openLiveHeap, type LiveHeap } from './live-heap.ts';
import { percentile, report } from './report.ts';
import { inTemporaryFolder, startBenchServer, type BenchServer } from './server.ts';
import { isShort } from './short.ts';
import { signInAdmin } from './sign-in.ts';
import { startSoakFleet } from './soak-fleet.ts';
import { OPEN, type ConsolesOrder, type ConsolesReport, type Opening } from './soak-messages.ts';
import { readMetric, watchServer } from './soak-watch.ts';

const FOR_MS = isShort ? 4000 : 600_000;
/** Each device sends one heartbeat a minute, five times as many as in the field. */
const SIMULATED = isShort ? { devices: 20, perS: 5 } : { devices: 5000, perS: 5000 / 60 };
const RUNS: Fleet = { runs: isShort ? 5 : 100, markers: isShort ? 20 : 200, devicesPerRun: 10, firstUid: 500_000 };
/** Passages per second of all runs: each run has one every half minute. */
const PASSAGES_PER_S = isShort ? 5 : 100 / 30;
const CONSOLES = { count: isShort ? 5 : 200, runsShown: isShort ? 1 : 5, lookEveryMs: isShort ? 1000 : 20_000 };
/**
 * Reading the heap stops the server for some tenths of a second. A short interval would distort the 99th percentiles.
 */
const HEAP_EVERY_MS = isShort ? 2000 : 120_000;
/** Time after which the work of the start is over, and within which the last events arrive. */
const SETTLE_MS = isShort ? 2000 : 30_000;

interface Passed {
  readonly runId: number;
  readonly markers: number;
  readonly sentAt: number;
  readonly storedAt: number;
}

async function hear<Answer>(child: ChildProcess): Promise<Answer> {
  const [answer] = (await once(child, 'message')) as [Answer];
  return answer;
}

function tell<Answer>(child: ChildProcess, order: ConsolesOrder): Promise<Answer> {
  const answer = hear<Answer>(child);
  child.send(order);
  return answer;
}

async function fill(dataDir: string, launchAt: number): Promise<number[]> {
  const client = new pg.Client(findEmbeddedConnection(dataDir));
  await client.connect();
  await fillDevices(
    client,
    Array.from({ length: RUNS.runs * RUNS.devicesPerRun }, (_none, at) => RUNS.firstUid + at),
  );
  const runIds = await fillRuns(client, RUNS, new Date(launchAt));
  await client.end();
  return runIds;
}

async function connectRun(mqttPort: number, run: number): Promise<MqttClient> {
  const uid = uidOf(RUNS, run, 0);
  const client = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
    clientId: `agm-${uid}`,
    username: String(uid),
    password: passwordOf(uid),
    protocolVersion: 4,
  });
  return client;
}

/** Moves all pigs on. Returns what was stored, and when. */
async function runPigs(clients: readonly MqttClient[], runIds: readonly number[], launchAt: number): Promise<Passed[]> {
  const startedAt = performance.now();
  const passing: Promise<Passed>[] = [];
  for (let at = 0; performance.now() - startedAt < FOR_MS; at++) {
    await sleep(Math.max(0, startedAt + (at * 1000) / PASSAGES_PER_S - performance.now()));
    const [run, markers] = [at % RUNS.runs, 1 + Math.floor(at / RUNS.runs)];
    if (markers >= RUNS.markers - 1) break;
    const { topic, payload } = buildPassage(RUNS, launchAt, run, markers);
    const sentAt = readClockMs();
    const stored =
      clients[run]?.publishAsync(topic, payload, { qos: 1 }) ?? Promise.reject(new Error(`run ${run} has no device`));
    passing.push(stored.then(() => ({ runId: runIds[run] ?? 0, markers, sentAt, storedAt: readClockMs() })));
  }
  return Promise.all(passing);
}

/** Time from a passage's acknowledgement until each console of the company has received it. */
function findDelays(passed: readonly Passed[], { hearings }: ConsolesReport) {
  const storedAt = new Map(passed.map(({ runId, markers, storedAt: at }) => [`${runId} ${markers}`, at]));
  return hearings.map(({ runId, markers, atMs }) =>
    Math.max(0, atMs - (storedAt.get(`${runId} ${markers}`) ?? Number.NaN)),
  );
}

async function countPassages(dataDir: string): Promise<number> {
  const client = new pg.Client(findEmbeddedConnection(dataDir));
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    'select count(distinct (uid, psg_seq))::int as count from passages where uid >= $1 and uid < $2',
    [RUNS.firstUid, RUNS.firstUid + RUNS.runs * RUNS.devicesPerRun],
  );
  await client.end();
  return rows[0]?.count ?? 0;
}

interface Place {
  readonly server: BenchServer;
  readonly dataDir: string;
  readonly mqttPort: number;
  readonly heap: LiveHeap;
  readonly runIds: readonly number[];
  readonly launchAt: number;
}

async function soak(
  { server, dataDir, mqttPort, heap, runIds, launchAt }: Place,
  consoles: ChildProcess,
): Promise<void> {
  const { address } = server;
  const fleet = await startSoakFleet(address, mqttPort, SIMULATED);
  const clients = await Promise.all(runIds.map((_runId, run) => connectRun(mqttPort, run)));
  const uids = Array.from({ length: RUNS.runs }, (_none, run) => uidOf(RUNS, run, 0));
  const opening: Opening = { address, token: await signInAdmin(address), runIds, uids, ...CONSOLES };
  const opened = await tell<typeof OPEN>(consoles, opening);
  if (opened !== OPEN) throw new Error('the consoles did not open');
  await sleep(SETTLE_MS);

  const stored = await readMetric(address, 'device_messages', 'stored');
  const stopWatching = watchServer(server, dataDir, heap, HEAP_EVERY_MS);
  const startedAt = performance.now();
  const passed = await runPigs(clients, runIds, launchAt);
  const tookS = (performance.now() - startedAt) / 1000;
  const watched = await stopWatching();
  const storedPerS = ((await readMetric(address, 'device_messages', 'stored')) - stored) / tookS;
  await sleep(SETTLE_MS);

  const dead = await readMetric(address, 'outbox_messages', 'dead');
  const online = fleet.read().online;
  const heard = await tell<ConsolesReport>(consoles, 'end');
  for (const client of clients) await client.endAsync();
  const said = await fleet.stop();
  const delays = findDelays(passed, heard);
  const complaints = server.process
    .output()
    .split('\n')
    .filter((line) => line.includes('"level":"error"') || line.includes('"level":50'));
  for (const line of [...heard.failedLooks, ...complaints].slice(0, 5)) console.log(line);
  const lost = passed.length - (await countPassages(dataDir));
  const unheard = passed.length * CONSOLES.count - delays.length;
  const offline = SIMULATED.devices - online;
  const errors =
    heard.failedLooks.length +
    heard.disconnects +
    said.errors +
    said.skipped +
    said.underWay +
    complaints.length +
    dead +
    offline +
    Math.abs(lost) +
    Math.abs(unheard);
  const figures = {
    stored_per_s: storedPerS,
    passages_per_s: passed.length / tookS,
    heartbeats_heard_per_s: heard.heartbeats / tookS,
    looks_per_s: heard.looks.length / tookS,
    ack_p99_ms: percentile(
      passed.map(({ sentAt, storedAt }) => storedAt - sentAt),
      0.99,
    ),
    change_p50_ms: percentile(delays, 0.5),
    change_p99_ms: percentile(delays, 0.99),
    look_p50_ms: percentile(heard.looks, 0.5),
    look_p99_ms: percentile(heard.looks, 0.99),
    ...watched,
    lost,
    unheard,
    disconnects: heard.disconnects,
    errors,
  };
  report('soak', figures, [
    { name: 'errors', value: errors, op: '<=', aim: 0 },
    { name: 'change_p99_ms', value: figures.change_p99_ms, op: '<=', aim: 500 },
    { name: 'look_p99_ms', value: figures.look_p99_ms, op: '<=', aim: 200 },
    { name: 'heap_mb_per_h', value: figures.heap_mb_per_h, op: '<=', aim: 30 },
  ]);
}

await inTemporaryFolder(async (dataDir) => {
  const [mqttPort, inspectPort] = [await findFreePort(), await findFreePort()];
  // Launch time: long enough ago for the pigs to have passed all markers.
  const launchAt = Date.now() - dueAfterMs(RUNS.markers + 1);
  const empty = await startBenchServer(dataDir, {});
  const runIds = await fill(dataDir, launchAt);
  await empty.stop();
  const server = await startBenchServer(dataDir, {
    WAYMARK_MQTT_PORT: String(mqttPort),
    NODE_OPTIONS: `--inspect=127.0.0.1:${inspectPort}`,
  });
  const consoles = fork(path.join(import.meta.dirname, 'soak-consoles.ts'), { serialization: 'advanced' });
  const heap = await openLiveHeap(inspectPort);
  try {
    await soak({ server, dataDir, mqttPort, heap, runIds, launchAt }, consoles);
  } finally {
    // A process does not exit while a debugger is attached.
    heap.close();
    consoles.kill();
    await server.stop();
  }
});
