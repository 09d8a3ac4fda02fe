// Loads 1,000 active runs of one company with 200 markers each. Measures the server's cost while no console is
// connected. Then sends passages over MQTT, each at its run's next marker when the pig is due there, so that autoVerify
// accepts it. Measures the time from acknowledgement until a console receives the run update and the new position, and
// the throughput.
import type { RunUpdate } from '@waymark/contract/events/runs';
import { readRunUpdate } from '@waymark/contract/runs/run-names';
import { connectAsync, type MqttClient } from 'mqtt';
import pg from 'pg';
import { io, type Socket } from 'socket.io-client';
import * as parser from 'socket.io-msgpack-parser';
import { findFreePort } from '../apps/server/src/testing/server-process.ts';
import { fillDevices } from './command-fill.ts';
import { passwordOf } from './command-messages.ts';
import { readCpuS, readDatabaseCpuS } from './cpu.ts';
import { findEmbeddedConnection } from './embedded-connection.ts';
import { buildPassage, dueAfterMs, fillRuns, speedAfter, uidOf, type Fleet } from './engine-fill.ts';
import { readClockMs } from './fanout-messages.ts';
import { percentile, report } from './report.ts';
import { inTemporaryFolder, startBenchServer, type BenchServer } from './server.ts';
import { isShort } from './short.ts';
import { signInAdmin } from './sign-in.ts';

const FLEET: Fleet = { runs: isShort ? 20 : 1000, markers: isShort ? 20 : 200, devicesPerRun: 10, firstUid: 500_000 };
/** Runs that a console shows and that receive passages. */
const SHOWN = isShort ? 10 : 100;
const PER_S = isShort ? 50 : 20;
const STEADY = isShort ? 20 : 600;
const WARM_UP = isShort ? 0 : 100;
/** Passages of each shown run, sent at once. */
const BURST_EACH = isShort ? 3 : 20;
const IDLE_MS = isShort ? 500 : 30_000;
/**
 * Longer than the interval between two sweeps over all runs. The start is over when a sweep costs no more than
 * RESTING_CPU.
 */
const REST_MS = isShort ? 0 : 12_000;
const RESTING_CPU = 0.05;
const [LEAST_RESTS, MOST_RESTS] = isShort ? [0, 0] : [2, 30];
const AIMS = { idle_cpu: 0.02, position_p99_ms: 500 } as const;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Place {
  readonly clients: readonly MqttClient[];
  readonly socket: Socket;
  readonly runIds: readonly number[];
  readonly launchAt: number;
}

/** Processor time over elapsed time, as a share of one core. */
async function measureCpu(server: BenchServer, dataDir: string, forMs: number) {
  const read = () =>
    [readCpuS(server.process.child.pid ?? 0), readDatabaseCpuS(dataDir), performance.now() / 1000] as const;
  const before = read();
  await sleep(forMs);
  const after = read();
  const tookS = after[2] - before[2];
  return { idle_cpu: (after[0] - before[0]) / tookS, idle_database_cpu: (after[1] - before[1]) / tookS };
}

async function measureIdle(server: BenchServer, dataDir: string) {
  for (let rest = 1; rest <= MOST_RESTS; rest++) {
    const { idle_cpu: share } = await measureCpu(server, dataDir, REST_MS);
    if (rest > LEAST_RESTS && share <= RESTING_CPU) break;
  }
  return measureCpu(server, dataDir, IDLE_MS);
}

async function openPlace(
  address: string,
  mqttPort: number,
  runIds: readonly number[],
  launchAt: number,
): Promise<Place> {
  const socket = io(`${address}/agm`, {
    path: '/hub',
    parser,
    transports: ['websocket'],
    auth: { token: await signInAdmin(address) },
  });
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  await socket.emitWithAck('ShowPigRuns', runIds.slice(0, SHOWN));
  const connect = (run: number) => {
    const uid = uidOf(FLEET, run, 0);
    return connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
      clientId: `agm-${uid}`,
      username: String(uid),
      password: passwordOf(uid),
      protocolVersion: 4,
    });
  };
  const clients: MqttClient[] = [];
  for (let run = 0; run < SHOWN; run++) clients.push(await connect(run));
  return { clients, socket, runIds, launchAt };
}

/** Sends a passage of a run at its marker. Returns the time when the server acknowledged it. */
async function pass({ clients, launchAt }: Place, run: number, marker: number): Promise<number> {
  const { topic, payload } = buildPassage(FLEET, launchAt, run, marker);
  await clients[run]?.publishAsync(topic, payload, { qos: 1 });
  return readClockMs();
}

interface Placed {
  readonly heardAt: number;
  readonly speed: number;
}

/** Times when a console received each run update and each position. */
class Listening {
  readonly changedAt = new Map<number, number[]>();
  readonly placed = new Map<number, Placed[]>();
  changes = 0;
  readonly #stop: () => void;

  constructor(socket: Socket) {
    const hear = (update: RunUpdate): void => {
      const { runId, messageName, speed = 0 } = readRunUpdate(update);
      const heardAt = readClockMs();
      if (messageName === 'UpdateLocationV2')
        this.placed.set(runId, [...(this.placed.get(runId) ?? []), { heardAt, speed }]);
      if (messageName !== 'PassageVerified') return;
      this.changes += 1;
      this.changedAt.set(runId, [...(this.changedAt.get(runId) ?? []), heardAt]);
    };
    socket.on('ReceivePigRunUpdate', hear);
    this.#stop = () => socket.off('ReceivePigRunUpdate', hear);
  }

  async until(changes: number): Promise<void> {
    while (this.changes < changes) await sleep(5);
    // Waits for the position update.
    await sleep(1000);
    this.#stop();
  }
}

async function measureSteady(place: Place, from: number, count: number) {
  const listening = new Listening(place.socket);
  const passing: Array<
    Promise<{ readonly runId: number; readonly turn: number; readonly sentAt: number; readonly storedAt: number }>
  > = [];
  const startedAt = performance.now();
  for (let at = 0; at < count; at++) {
    await sleep(Math.max(0, startedAt + (at * 1000) / PER_S - performance.now()));
    const [run, turn, sentAt] = [at % SHOWN, Math.floor(at / SHOWN), readClockMs()];
    passing.push(
      pass(place, run, from + turn).then((storedAt) => ({ runId: place.runIds[run] ?? 0, turn, sentAt, storedAt })),
    );
  }
  await listening.until(count);
  const waits = (await Promise.all(passing)).map(({ runId, turn, sentAt, storedAt }) => {
    const [changedAt, nextChangedAt = Infinity] = listening.changedAt.get(runId)?.slice(turn, turn + 2) ?? [];
    // Each passage changes the speed of the pig. On a busy machine one position may come for two passages.
    const isAnew = ({ heardAt, speed }: Placed) =>
      heardAt >= sentAt && (Math.abs(speed - speedAfter(from + turn)) < 0.01 || heardAt >= nextChangedAt);
    const placedAt = listening.placed.get(runId)?.find(isAnew)?.heardAt;
    if (changedAt === undefined || placedAt === undefined)
      throw new Error(`run ${runId} was not heard in turn ${turn}`);
    return { change: changedAt - storedAt, position: placedAt - storedAt };
  });
  const of = (kind: 'change' | 'position', share: number) =>
    Math.max(
      0,
      percentile(
        waits.map((wait) => wait[kind]),
        share,
      ),
    );
  return {
    change_p50_ms: of('change', 0.5),
    change_p99_ms: of('change', 0.99),
    position_p50_ms: of('position', 0.5),
    position_p99_ms: of('position', 0.99),
  };
}

async function measureBurst(place: Place, from: number): Promise<number> {
  const listening = new Listening(place.socket);
  const startedAt = performance.now();
  const publish = async (run: number) => {
    for (let at = 0; at < BURST_EACH; at++) await pass(place, run, from + at);
  };
  const stopped = listening.until(SHOWN * BURST_EACH);
  await Promise.all(place.clients.map((_client, run) => publish(run)));
  await stopped;
  return (SHOWN * BURST_EACH) / ((performance.now() - 1000 - startedAt) / 1000);
}

async function fill(dataDir: string, launchAt: number): Promise<number[]> {
  const client = new pg.Client(findEmbeddedConnection(dataDir));
  await client.connect();
  const uids = Array.from({ length: FLEET.runs * FLEET.devicesPerRun }, (_none, at) => FLEET.firstUid + at);
  await fillDevices(client, uids);
  const runIds = await fillRuns(client, FLEET, new Date(launchAt));
  await client.end();
  return runIds;
}

await inTemporaryFolder(async (dataDir) => {
  const mqttPort = await findFreePort();
  const settings = { WAYMARK_MQTT_PORT: String(mqttPort) };
  // Launch time: long enough ago for the pigs to have passed all markers.
  const launchAt = Date.now() - dueAfterMs(FLEET.markers + 1);
  const empty = await startBenchServer(dataDir, settings);
  const runIds = await fill(dataDir, launchAt);
  await empty.stop();
  const server = await startBenchServer(dataDir, settings);
  try {
    const idle = await measureIdle(server, dataDir);
    const place = await openPlace(server.address, mqttPort, runIds, launchAt);
    try {
      if (WARM_UP > 0) await measureSteady(place, 1, WARM_UP);
      const first = 1 + Math.ceil(WARM_UP / SHOWN);
      const steady = await measureSteady(place, first, STEADY);
      const perS = await measureBurst(place, first + Math.ceil(STEADY / SHOWN));
      const figures = { ...idle, ...steady, passages_per_s: perS };
      const aims = (Object.keys(AIMS) as (keyof typeof AIMS)[]).map((name) => ({
        name,
        value: figures[name],
        op: '<=' as const,
        aim: AIMS[name],
      }));
      report('engine', figures, aims);
    } finally {
      place.socket.disconnect();
      for (const client of place.clients) await client.endAsync(true);
    }
  } finally {
    await server.stop();
  }
});
