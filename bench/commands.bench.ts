// Sends one broadcast to 1,000 connected devices while the table holds a million old commands. Measures the time until
// all are queued, until a console has received all accepted events, and from a device's answer to the event at the
// console. Then measures the queue of offline devices over HTTP, one request at a time.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { io, type Socket } from 'socket.io-client';
import * as parser from 'socket.io-msgpack-parser';
import { findFreePort } from '../apps/server/src/testing/server-process.ts';
import { fillDevices, fillHistory, fillQueue } from './command-fill.ts';
import { READY, type Answered, type FleetOrder } from './command-messages.ts';
import { findEmbeddedConnection } from './embedded-connection.ts';
import { readClockMs } from './fanout-messages.ts';
import { median, percentile, report } from './report.ts';
import { inTemporaryFolder, startBenchServer } from './server.ts';
import { isShort } from './short.ts';
import { signInAdmin } from './sign-in.ts';

const DEVICES = isShort ? 20 : 1000;
const AWAY = isShort ? 5 : 100;
const PAST = isShort ? 1000 : 1_000_000;
const ROUNDS = isShort ? 1 : 5;
const WAITING = 10;
const WARM_UP = isShort ? 5 : 200;
const REQUESTS = isShort ? 20 : 1000;
const AIMS = { queued_s: 2, accepted_s: 15, page_p99_ms: 20 } as const;

const numbered = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);
const uids = numbered(500_000, DEVICES);
const uidsAway = numbered(600_000, AWAY);

interface Place {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly socket: Socket;
  readonly fleet: ChildProcess;
}

interface Round {
  readonly queuedS: number;
  readonly acceptedS: number;
  readonly ackP99Ms: number;
}

async function call<Reply>(
  { address, headers }: Place,
  method: string,
  target: string,
  body?: unknown,
): Promise<Reply> {
  const json =
    body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } };
  const response = await fetch(`${address}/api${target}`, { method, headers, ...json });
  if (!response.ok) throw new Error(`${target}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Reply;
}

async function startFleet(port: number): Promise<ChildProcess> {
  const fleet = fork(path.join(import.meta.dirname, 'command-fleet.ts'));
  fleet.send({ port, uids } satisfies FleetOrder);
  const [said] = (await once(fleet, 'message')) as [unknown];
  if (said !== READY) throw new Error('the devices did not subscribe');
  return fleet;
}

/** Times when the console received the accepted event of each command. */
async function hearAccepted(socket: Socket): Promise<ReadonlyMap<number, number>> {
  const heardAt = new Map<number, number>();
  const { promise, resolve } = Promise.withResolvers<void>();
  const hear = ({ commandId, state }: { commandId: number; state: string }): void => {
    if (state === 'accepted') heardAt.set(commandId, readClockMs());
    if (heardAt.size === DEVICES) resolve();
  };
  socket.on('ReceiveCommandUpdate', hear);
  await promise;
  socket.off('ReceiveCommandUpdate', hear);
  return heardAt;
}

async function broadcast(place: Place): Promise<Round> {
  const answeredAt = new Map<number, number>();
  const note = ({ id, atMs }: Answered): unknown => answeredAt.set(id, atMs);
  place.fleet.on('message', note);
  const hearing = hearAccepted(place.socket);
  const from = readClockMs();
  const { queued } = await call<{ queued: number }>(place, 'POST', '/pigrun/CreateBroadcastCommands', {
    uidList: uids,
    commandList: ['PM'],
  });
  const queuedS = (readClockMs() - from) / 1000;
  if (queued !== DEVICES) throw new Error(`${queued} commands were queued`);
  const heardAt = await hearing;
  const acceptedS = (readClockMs() - from) / 1000;
  while (answeredAt.size < DEVICES) await new Promise(setImmediate);
  place.fleet.off('message', note);
  const waits = [...heardAt].map(([id, atMs]) => atMs - (answeredAt.get(id) ?? Number.NaN));
  return { queuedS, acceptedS, ackP99Ms: percentile(waits, 0.99) };
}

async function timePages(place: Place): Promise<number> {
  const waits: number[] = [];
  for (let request = 0; request < WARM_UP + REQUESTS; request++) {
    const from = readClockMs();
    const list = await call<unknown[]>(place, 'GET', `/commands/${uidsAway[request % AWAY]}`);
    if (request >= WARM_UP) waits.push(readClockMs() - from);
    if (list.length !== WAITING) throw new Error(`${list.length} commands are listed`);
  }
  return percentile(waits, 0.99);
}

async function openPlace(address: string, mqttPort: number): Promise<Place> {
  const token = await signInAdmin(address);
  const socket = io(`${address}/agm`, { path: '/hub', parser, transports: ['websocket'], auth: { token } });
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  return { address, headers: { authorization: `Bearer ${token}` }, socket, fleet: await startFleet(mqttPort) };
}

async function fill(dataDir: string): Promise<void> {
  const client = new pg.Client(findEmbeddedConnection(dataDir));
  await client.connect();
  await fillDevices(client, [...uids, ...uidsAway]);
  await fillHistory(client, [...uids, ...uidsAway], PAST);
  await fillQueue(client, uidsAway, WAITING);
  await client.end();
}

async function measure(place: Place): Promise<void> {
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await broadcast(place));
  const figures = {
    queued_s: median(rounds.map(({ queuedS }) => queuedS)),
    accepted_s: median(rounds.map(({ acceptedS }) => acceptedS)),
    ack_p99_ms: median(rounds.map(({ ackP99Ms }) => ackP99Ms)),
    page_p99_ms: await timePages(place),
  };
  const aims = (Object.keys(AIMS) as (keyof typeof AIMS)[]).map((name) => ({
    name,
    value: figures[name],
    op: '<=' as const,
    aim: AIMS[name],
  }));
  const shares = Object.fromEntries(
    aims.map(({ name, value, aim }) => [`${name.replace(/_m?s$/, '')}_of_aim`, value / aim]),
  );
  report('commands', { ...figures, ...shares }, aims);
}

await inTemporaryFolder(async (dataDir) => {
  const mqttPort = await findFreePort();
  const server = await startBenchServer(dataDir, { WAYMARK_MQTT_PORT: String(mqttPort) });
  try {
    await fill(dataDir);
    const place = await openPlace(server.address, mqttPort);
    try {
      await measure(place);
    } finally {
      place.socket.disconnect();
      place.fleet.send('end' satisfies FleetOrder);
    }
  } finally {
    await server.stop();
  }
});
