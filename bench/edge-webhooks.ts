// Events for a slow and a quick receiver: how long the quick one waits, and what the server holds meanwhile.
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '../apps/server/src/testing/server-process.ts';
import { findEmbeddedConnection } from './embedded-connection.ts';
import { openLiveHeap } from './live-heap.ts';
import { median, percentile, type Aim } from './report.ts';
import { inTemporaryFolder, startBenchServer } from './server.ts';
import { isShort } from './short.ts';
import { signInAdmin } from './sign-in.ts';

const SLOW_MS = 5000;
const SLOW_PER_S = 200;
const QUICK_PER_S = 4;
const RUNS = 50;
const ALONE_S = isShort ? 2 : 20;
const LOADED_S = isShort ? 3 : 60;
const TICK_MS = 50;

interface Receiver {
  readonly url: string;
  readonly receivedAt: ReadonlyMap<string, number>;
  close(): void;
}

async function openReceiver(delayMs: number): Promise<Receiver> {
  const receivedAt = new Map<string, number>();
  const server = http.createServer((request, response) => {
    receivedAt.set(String(request.headers['webhook-id']), performance.now());
    request.resume();
    setTimeout(() => response.writeHead(204).end(), delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    receivedAt,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function addHook(address: string, token: string, url: string): Promise<number> {
  const response = await fetch(`${address}/api/event-hooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, description: 'Bench', eventTypes: ['waymark.run.passage'] }),
  });
  if (response.status !== 201) throw new Error(await response.text());
  return ((await response.json()) as { id: number }).id;
}

/** Stores events as a change of a run does, with a body of usual size, and tells the nodes. */
async function storeEvents(client: pg.Client, hookId: number, count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, randomUUID);
  await client.query(
    `insert into event_deliveries (hook_id, group_id, event_id, event_type, subject, sequence, body)
     select $1, (select group_id from event_hooks where id = $1), id, 'waymark.run.passage', 'runs/1',
       'run ' || (random() * ${RUNS})::int, $3
     from unnest($2::uuid[]) as id`,
    [hookId, ids, JSON.stringify({ text: 'x'.repeat(1000) })],
  );
  await client.query(`select pg_notify('event_hooks', '')`);
  return ids;
}

interface Load {
  readonly client: pg.Client;
  readonly quick: { readonly id: number; readonly receiver: Receiver };
  /** undefined: none. */
  readonly slowId: number | undefined;
  readonly seconds: number;
}

/** Returns the milliseconds from storing to receipt of each event for the quick receiver. */
async function sendFor({ client, quick, slowId, seconds }: Load, onThird?: () => Promise<void>): Promise<number[]> {
  const storedAt = new Map<string, number>();
  const ticks = (seconds * 1000) / TICK_MS;
  const startedAt = performance.now();
  for (let tick = 0; tick < ticks; tick++) {
    await sleep(Math.max(0, startedAt + tick * TICK_MS - performance.now()));
    if (slowId !== undefined) await storeEvents(client, slowId, (SLOW_PER_S * TICK_MS) / 1000);
    if (tick % (1000 / TICK_MS / QUICK_PER_S) === 0) {
      const at = performance.now();
      for (const id of await storeEvents(client, quick.id, 1)) storedAt.set(id, at);
    }
    if (tick === Math.floor(ticks / 3)) await onThird?.();
  }
  const { receivedAt } = quick.receiver;
  const deadline = performance.now() + 30_000;
  while ([...storedAt.keys()].some((id) => !receivedAt.has(id)) && performance.now() < deadline) await sleep(20);
  return [...storedAt].map(([id, at]) => (receivedAt.get(id) ?? Infinity) - at);
}

async function measure(folder: string): Promise<Readonly<Record<string, number>>> {
  const inspectPort = await findFreePort();
  const server = await startBenchServer(folder, {
    WAYMARK_WEBHOOKS_ALLOW_PRIVATE: '127.0.0.1',
    NODE_OPTIONS: `--inspect=127.0.0.1:${inspectPort}`,
  });
  const client = new pg.Client(findEmbeddedConnection(folder));
  const [slow, receiver] = [await openReceiver(SLOW_MS), await openReceiver(0)];
  const heap = await openLiveHeap(inspectPort);
  try {
    await client.connect();
    const token = await signInAdmin(server.address);
    const quick = { id: await addHook(server.address, token, receiver.url), receiver };
    const slowId = await addHook(server.address, token, slow.url);
    const alone = await sendFor({ client, quick, slowId: undefined, seconds: ALONE_S });
    let firstMb = 0;
    const readFirst = async () => {
      firstMb = await heap.readMb();
    };
    const loaded = await sendFor({ client, quick, slowId, seconds: LOADED_S }, readFirst);
    return {
      hook_alone_p99_ms: percentile(alone, 0.99),
      hook_p50_ms: median(loaded),
      hook_p99_ms: percentile(loaded, 0.99),
      hook_heap_growth_mb: Math.max(0, (await heap.readMb()) - firstMb),
      hook_slow_received: slow.receivedAt.size,
    };
  } finally {
    heap.close();
    slow.close();
    receiver.close();
    await client.end();
    await server.stop();
  }
}

/** The figures of webhooks, with their aims. */
export async function measureWebhooks(): Promise<{
  readonly figures: Readonly<Record<string, number>>;
  readonly aims: readonly Aim[];
}> {
  const figures = await inTemporaryFolder(measure);
  return {
    figures,
    aims: [
      { name: 'hook_p99_ms', value: figures['hook_p99_ms'] ?? Infinity, op: '<=', aim: 2000 },
      { name: 'hook_heap_growth_mb', value: figures['hook_heap_growth_mb'] ?? Infinity, op: '<=', aim: 8 },
    ],
  };
}
