// Requests recorded passages from a hundred devices at once. All send as fast as they are acknowledged. Measures the
// time until a console has received the completion of each. For comparison, the same devices send the same passages as
// live messages (four each), and the same packets to a broker that only acknowledges.
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import pg from 'pg';
import { io, type Socket } from 'socket.io-client';
import * as parser from 'socket.io-msgpack-parser';
import { findFreePort } from '../apps/server/src/testing/server-process.ts';
import { fillDevices } from './command-fill.ts';
import type { DownloadFleetAnswer, DownloadFleetOrder } from './download-messages.ts';
import { findEmbeddedConnection } from './embedded-connection.ts';
import { median, report } from './report.ts';
import { inTemporaryFolder, startBenchServer } from './server.ts';
import { isShort } from './short.ts';
import { signInAdmin } from './sign-in.ts';

const DEVICES = isShort ? 5 : 100;
const PACKETS = isShort ? 10 : 50;
/** Live messages per passage. */
const LIVE = isShort ? 5 : 10;
const ROUNDS = isShort ? 1 : 3;
const HOUR_MS = 3_600_000;

const uids = Array.from({ length: DEVICES }, (_, at) => 500_000 + at);
/** Each round uses passages of a different hour. */
const beginAt = Math.floor(Date.now() / 1000) * 1000 - 2 * (2 * ROUNDS + 1) * HOUR_MS;

interface Place {
  readonly address: string;
  readonly token: string;
  readonly socket: Socket;
  readonly fleet: ChildProcess;
  readonly client: pg.Client;
}

interface Round {
  readonly perS: number;
  readonly livePerS: number;
  readonly brokerPerS: number;
}

async function order(fleet: ChildProcess, what: DownloadFleetOrder): Promise<number> {
  fleet.send(what);
  const [answer] = (await once(fleet, 'message')) as [DownloadFleetAnswer];
  return answer.kind === 'told' ? answer.ms : 0;
}

/** Resolves when the console has received this many completed downloads. */
async function hearComplete(socket: Socket): Promise<void> {
  const complete = new Set<number>();
  const { promise, resolve } = Promise.withResolvers<void>();
  const hear = ({ cId, downloadState }: { cId: number; downloadState: string }): void => {
    if (downloadState === 'DC') complete.add(cId);
    if (complete.size === DEVICES) resolve();
  };
  socket.on('ReceiveDownloadRecordedPassageData', hear);
  await promise;
  socket.off('ReceiveDownloadRecordedPassageData', hear);
}

async function download({ address, token, socket }: Place, startAt: number): Promise<number> {
  const body = { launchDate: formatUtcSecond(startAt), receiveDate: formatUtcSecond(startAt + HOUR_MS), uidList: uids };
  const hearing = hearComplete(socket);
  const from = performance.now();
  const response = await fetch(`${address}/api/pigrun/DownloadRecordedPassageDataRequest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  await hearing;
  return performance.now() - from;
}

/** Fails the bench when the process of the devices fails. */
function forkFleet(): ChildProcess {
  const fleet = fork(path.join(import.meta.dirname, 'download-fleet.ts'));
  fleet.once('exit', (code) => {
    if (code !== 0) throw new Error(`the process of the devices exited with ${code}`);
  });
  return fleet;
}

async function startBareBroker(): Promise<{ readonly port: number; readonly stop: () => void }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'bare-broker.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { port: Number(line.toString()), stop: () => child.kill() };
}

const rate = (count: number, ms: number) => (DEVICES * count) / (ms / 1000);

async function measureRound(place: Place, mqttPort: number, round: number): Promise<Round> {
  const { fleet } = place;
  const [downloadedAt, liveAt] = [beginAt + 4 * round * HOUR_MS, beginAt + (4 * round + 2) * HOUR_MS];
  await order(fleet, { kind: 'connect', port: mqttPort, uids, packets: PACKETS });
  const perS = rate(PACKETS, await download(place, downloadedAt));
  const livePerS = rate(LIVE, await order(fleet, { kind: 'tell', what: 'passages', startAt: liveAt, count: LIVE }));
  const broker = await startBareBroker();
  await order(fleet, { kind: 'connect', port: broker.port, uids, packets: PACKETS });
  const brokerPerS = rate(
    PACKETS,
    await order(fleet, { kind: 'tell', what: 'packets', startAt: downloadedAt, count: PACKETS }),
  );
  broker.stop();
  console.log(
    `round ${round + 1}: ${Math.round(perS)}/s, told at once ${Math.round(livePerS)}/s, bare broker ${Math.round(brokerPerS)}/s`,
  );
  return { perS, livePerS, brokerPerS };
}

/** Counts packets without content, and missing records of their passages. */
async function countLost(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ contents: string; records: string }>(
    'select (select count(*) from download_packets) as contents, (select count(*) from passages where uid = any($1::bigint[])) as records',
    [uids],
  );
  const records = ROUNDS * DEVICES * (PACKETS + LIVE) * 3;
  return ROUNDS * DEVICES * PACKETS - Number(rows[0]?.contents) + records - Number(rows[0]?.records);
}

/** Peak memory of the server process. */
function readPeakMb(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const kb = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) / 1024;
}

async function openPlace(address: string, dataDir: string): Promise<Place> {
  const token = await signInAdmin(address);
  const client = new pg.Client(findEmbeddedConnection(dataDir));
  await client.connect();
  await fillDevices(client, uids);
  const socket = io(`${address}/agm`, { path: '/hub', parser, transports: ['websocket'], auth: { token } });
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  return { address, token, socket, client, fleet: forkFleet() };
}

await inTemporaryFolder(async (dataDir) => {
  const mqttPort = await findFreePort();
  const server = await startBenchServer(dataDir, { WAYMARK_MQTT_PORT: String(mqttPort) });
  try {
    const place = await openPlace(server.address, dataDir);
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measureRound(place, mqttPort, round));
    const figures = {
      packets_per_s: median(rounds.map(({ perS }) => perS)),
      live_ratio: median(rounds.map(({ perS, livePerS }) => perS / livePerS)),
      broker_ratio: median(rounds.map(({ perS, brokerPerS }) => perS / brokerPerS)),
      lost: await countLost(place.client),
      rss_mb: readPeakMb(server.process.child.pid ?? 0),
    };
    place.socket.disconnect();
    place.fleet.send({ kind: 'end' } satisfies DownloadFleetOrder);
    await place.client.end();
    report('downloads', figures, [
      { name: 'lost', value: figures.lost, op: '<=', aim: 0 },
      { name: 'live_ratio', value: figures.live_ratio, op: '>=', aim: 1 },
    ]);
  } finally {
    await server.stop();
  }
});
