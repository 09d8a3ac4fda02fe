// Delivers heartbeats to 50 and 500 consoles with the server's hub and with plain ws sending the same bytes. The ratio
// compares events per second of the server's processor time, because clients and limit share the machine; `wall`
// compares elapsed time, where the clients may be the slow part. Events come several per commit, as on a busy server;
// `alone` sends each event separately, which costs both sides most.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { readCpuS } from './cpu.ts';
import { readClockMs, type Arrived, type Awaiting, type Sending } from './fanout-messages.ts';
import { median, percentile, report } from './report.ts';
import { isShort } from './short.ts';

const ROUNDS = isShort ? 1 : 7;
const DELIVERIES_A_ROUND = isShort ? 20_000 : 100_000;
/** Events sent before waiting for the clients: few enough that no client counts as slow. */
const DELIVERIES_AHEAD = 50_000;
const EVENTS_A_COMMIT = 5;
const CLIENT_PROCESSES = 2;
const ANSWER_WITHIN_MS = 60_000;
const STEADY = { events: isShort ? 40 : 400, together: 1, everyMs: 25 };

type Side = 'hub' | 'bare';

function start(file: string, ...args: readonly string[]): ChildProcess {
  return fork(path.join(import.meta.dirname, file), args, { serialization: 'advanced' });
}

/**
 * Next message of the process. Rejects when a client loses its connection (its process exits) or an event is missing.
 */
async function hear<Answer>(child: ChildProcess): Promise<Answer> {
  const done = new AbortController();
  const signal = AbortSignal.any([done.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`a process of the bench ended with ${code}`);
  });
  try {
    const [answer] = (await Promise.race([once(child, 'message', { signal }), ended])) as [Answer];
    return answer;
  } finally {
    ended.catch(() => undefined);
    done.abort();
  }
}

async function ask<Answer>(child: ChildProcess, question: Sending | Awaiting): Promise<Answer> {
  const answer = hear<Answer>(child);
  child.send(question);
  return answer;
}

interface Delivered {
  readonly perCpuS: number;
  readonly perS: number;
}

/** One of the two servers with all clients connected. */
class Fleet {
  readonly #server: ChildProcess;
  readonly #clients: readonly ChildProcess[];
  readonly #count: number;
  #sent = 0;
  bytes = 0;

  private constructor(server: ChildProcess, clients: readonly ChildProcess[], count: number) {
    this.#server = server;
    this.#clients = clients;
    this.#count = count;
  }

  static async start(side: Side, count: number): Promise<Fleet> {
    const server = start('fanout-server.ts', side);
    const { port } = await hear<{ port: number }>(server);
    const each = count / CLIENT_PROCESSES;
    const clients = Array.from({ length: CLIENT_PROCESSES }, (_none, index) =>
      start('fanout-clients.ts', side, String(port), String(index * each), String(each)),
    );
    await Promise.all(clients.map(hear));
    return new Fleet(server, clients, count);
  }

  async deliver(deliveries: number, together: number): Promise<Delivered> {
    const pid = this.#server.pid ?? 0;
    const [cpuS, ms] = [readCpuS(pid), readClockMs()];
    const ahead = DELIVERIES_AHEAD / this.#count;
    const events = deliveries / this.#count;
    for (let sent = 0; sent < events; sent += ahead) await this.#send(Math.min(ahead, events - sent), together);
    return { perCpuS: deliveries / (readCpuS(pid) - cpuS), perS: deliveries / ((readClockMs() - ms) / 1000) };
  }

  async #send(events: number, together: number): Promise<void> {
    this.#sent += events;
    await ask(this.#server, { events, together, everyMs: 0 });
    const arrived = await Promise.all(this.#clients.map((child) => ask<Arrived>(child, { each: this.#sent })));
    this.bytes = arrived.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Delivery time of each event at each client, at a steady rate. */
  async measureDelays(): Promise<number[]> {
    await Promise.all(this.#clients.map((child) => ask(child, { begin: 'timing' })));
    const { sentAt } = await ask<{ sentAt: number[] }>(this.#server, STEADY);
    const answers = await Promise.all(this.#clients.map((child) => ask<Arrived>(child, { each: STEADY.events })));
    const arrived = answers.flatMap(({ arrivedAt }) => arrivedAt);
    return arrived.flatMap((times) => times.map((at, index) => at - (sentAt[index] ?? at)));
  }

  stop(): void {
    for (const child of [this.#server, ...this.#clients]) child.kill();
  }
}

/** Alternates hub and limit so that both meet the same noise; takes the ratio of each round, then the median. */
async function compare(hub: Fleet, bare: Fleet, together = EVENTS_A_COMMIT) {
  for (const fleet of [hub, bare]) await fleet.deliver(DELIVERIES_A_ROUND / 2, together);
  const rounds: { ours: Delivered; limit: Delivered }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      limit: await bare.deliver(DELIVERIES_A_ROUND, together),
      ours: await hub.deliver(DELIVERIES_A_ROUND, together),
    });
  }
  if (hub.bytes !== bare.bytes) throw new Error(`not the same bytes: ${hub.bytes} and ${bare.bytes}`);
  return {
    ratio: median(rounds.map(({ ours, limit }) => ours.perCpuS / limit.perCpuS)),
    perCpuS: median(rounds.map(({ ours }) => ours.perCpuS)),
    wallRatio: median(rounds.map(({ ours, limit }) => ours.perS / limit.perS)),
    perS: median(rounds.map(({ ours }) => ours.perS)),
  };
}

async function withBoth<Outcome>(count: number, work: (hub: Fleet, bare: Fleet) => Promise<Outcome>): Promise<Outcome> {
  const [hub, bare] = [await Fleet.start('hub', count), await Fleet.start('bare', count)];
  try {
    return await work(hub, bare);
  } finally {
    hub.stop();
    bare.stop();
  }
}

const few = await withBoth(50, (hub, bare) => compare(hub, bare));
const many = await withBoth(500, async (hub, bare) => ({
  ...(await compare(hub, bare)),
  alone: await compare(hub, bare, 1),
  p99Ms: percentile(await hub.measureDelays(), 0.99),
  bareP99Ms: percentile(await bare.measureDelays(), 0.99),
}));
report(
  'fanout',
  {
    ratio_50: few.ratio,
    ratio_500: many.ratio,
    ratio_500_alone: many.alone.ratio,
    p99_ms_500: many.p99Ms,
    bare_p99_ms_500: many.bareP99Ms,
    per_cpu_s_50: few.perCpuS,
    per_cpu_s_500: many.perCpuS,
    per_s_50: few.perS,
    per_s_500: many.perS,
    wall_ratio_50: few.wallRatio,
    wall_ratio_500: many.wallRatio,
    wall_ratio_500_alone: many.alone.wallRatio,
  },
  [
    { name: 'ratio_50', value: few.ratio, op: '>=', aim: 0.7 },
    { name: 'ratio_500', value: many.ratio, op: '>=', aim: 0.7 },
  ],
);
