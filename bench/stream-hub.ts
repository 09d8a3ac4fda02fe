// The server's half of the stream bench: devices stream over MQTT, consoles listen over real sockets.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '../apps/server/src/testing/server-process.ts';
import { fillDevices } from './command-fill.ts';
import { readCpuS } from './cpu.ts';
import { findEmbeddedConnection } from './embedded-connection.ts';
import { readClockMs } from './fanout-messages.ts';
import { percentile } from './report.ts';
import { inTemporaryFolder, startBenchServer, type BenchServer } from './server.ts';
import { isShort } from './short.ts';
import { signInAdmin } from './sign-in.ts';
import { TELL, type Heard, type Published, type Streaming, type StreamPlace } from './stream-messages.ts';

const DEVICES = isShort ? 5 : 50;
const LISTENERS = isShort ? 2 : 10;
const WARM_UP_FRAMES = isShort ? 1 : 5;
const FRAMES = isShort ? 2 : 60;
/** Time after which the last frame has arrived or is lost. */
const SETTLE_MS = 2000;
const WITHIN_MS = 180_000;

export interface HubFigures {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Share of one processor. */
  readonly cpuShare: number;
  /** The same server with the same frames and no listeners. */
  readonly unheardCpuShare: number;
  readonly lost: number;
  readonly delivered: number;
}

async function hear<Answer>(child: ChildProcess): Promise<Answer> {
  const [answer] = (await once(child, 'message', { signal: AbortSignal.timeout(WITHIN_MS) })) as [Answer];
  return answer;
}

async function ask<Answer>(child: ChildProcess, question: StreamPlace | Streaming | typeof TELL): Promise<Answer> {
  const answer = hear<Answer>(child);
  child.send(question);
  return answer;
}

const start = (file: string) => fork(path.join(import.meta.dirname, file), { serialization: 'advanced' });

async function measureCpu<Outcome>({ process: { child } }: BenchServer, work: () => Promise<Outcome>) {
  const pid = child.pid ?? 0;
  const [cpuS, fromMs] = [readCpuS(pid), readClockMs()];
  const outcome = await work();
  return { outcome, share: (readCpuS(pid) - cpuS) / ((readClockMs() - fromMs) / 1000) };
}

async function measure(
  server: BenchServer,
  place: StreamPlace,
  fleet: ChildProcess,
  consoles: ChildProcess,
): Promise<HubFigures> {
  await ask(fleet, place);
  await ask(fleet, { frames: WARM_UP_FRAMES });
  const unheard = await measureCpu(server, () => ask<Published>(fleet, { frames: FRAMES }));
  await ask(consoles, place);
  await ask(fleet, { frames: WARM_UP_FRAMES });
  await sleep(SETTLE_MS);
  await ask(consoles, TELL);
  const { outcome, share } = await measureCpu(server, () => ask<Published>(fleet, { frames: FRAMES }));
  await sleep(SETTLE_MS);
  const { heardAt } = await ask<Heard>(consoles, TELL);
  const delays = [...heardAt].flatMap(([name, times]) =>
    times.map((at) => at - (outcome.publishedAt.get(name) ?? Number.NaN)),
  );
  return {
    p50Ms: percentile(delays, 0.5),
    p99Ms: percentile(delays, 0.99),
    cpuShare: share,
    unheardCpuShare: unheard.share,
    lost: outcome.publishedAt.size * LISTENERS - delays.length,
    delivered: delays.length,
  };
}

export async function measureHub(): Promise<HubFigures> {
  return inTemporaryFolder(async (dataDir) => {
    const mqttPort = await findFreePort();
    const server = await startBenchServer(dataDir, { WAYMARK_MQTT_PORT: String(mqttPort) });
    const [fleet, consoles] = [start('stream-fleet.ts'), start('stream-consoles.ts')];
    try {
      const uids = Array.from({ length: DEVICES }, (_none, at) => 700_000 + at);
      const client = new pg.Client(findEmbeddedConnection(dataDir));
      await client.connect();
      await fillDevices(client, uids);
      await client.end();
      const token = await signInAdmin(server.address);
      return await measure(
        server,
        { mqttPort, address: server.address, token, uids, listenersEach: LISTENERS },
        fleet,
        consoles,
      );
    } finally {
      for (const child of [fleet, consoles]) child.kill();
      await server.stop();
    }
  });
}
