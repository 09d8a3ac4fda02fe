// The newest 15 heartbeats of a device with the exact number of all of them, over HTTP, one request after the other, while
// the table holds 100,000, 1 million and 5 million rows of 50 devices over a year: a real server with its embedded
// database for each size, asked in turn, so that all sizes meet the same noise. Beside it the bare SQL: the page through
// the index and the sum of the counters.
import { Agent, get } from 'node:http';
import { once } from 'node:events';
import path from 'node:path';
import { DEMO_SIGN_INS } from '../apps/server/src/demo/demo-sign-ins.ts';
import { Database } from '../apps/server/src/platform/database/database.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { findEmbeddedConnection } from './embedded-connection.ts';
import { fillHistory, type Filled } from './history-fill.ts';
import { percentile, report } from './report.ts';
import { inTemporaryFolder, startBenchServer, type BenchServer } from './server.ts';
import { isShort } from './short.ts';
import { signInAdmin } from './sign-in.ts';

const SIZES = isShort ? { '2k': 2000, '5k': 5000, '10k': 10_000 } : { '100k': 100_000, '1m': 1_000_000, '5m': 5_000_000 };
const DEVICES = 50;
const WARM_UP = isShort ? 5 : 150;
const ROUNDS = isShort ? 2 : 20;
const REQUESTS_A_ROUND = isShort ? 5 : 25;

const PAGE = `select * from heartbeats where uid = $1 and group_id = $2 order by at desc limit 15`;
const COUNT = `select sum(count) from record_counts where uid = $1 and group_id = $2 and kind = 'heartbeat'`;

interface Page {
  readonly rowsNumber: number;
  readonly heartbeatList: readonly unknown[];
}

interface Place {
  readonly name: string;
  readonly server: BenchServer;
  readonly database: Database;
  readonly filled: Filled;
  readonly headers: Readonly<Record<string, string>>;
  readonly httpMs: number[];
  readonly sqlMs: number[];
}

const agent = new Agent({ keepAlive: true });

async function openPlace(folder: string, name: string, rows: number): Promise<Place> {
  const dataDir = path.join(folder, name);
  const server = await startBenchServer(dataDir);
  const database = new Database(findEmbeddedConnection(dataDir), createLog('silent'));
  const filling = { devices: DEVICES, rows, adminEmail: DEMO_SIGN_INS[0].email, now: Date.now() };
  const filled = await fillHistory(database, filling);
  const headers = { authorization: `Bearer ${await signInAdmin(server.address)}` };
  return { name, server, database, filled, headers, httpMs: [], sqlMs: [] };
}

function chooseUid({ uids }: Filled): number {
  return uids[Math.floor(Math.random() * uids.length)] ?? 0;
}

async function fetchText(address: string, headers: Place['headers']): Promise<string> {
  const request = get(address, { agent, headers });
  const [response] = (await once(request, 'response')) as [AsyncIterable<Buffer>];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function timePage({ server, filled, headers }: Place): Promise<number> {
  const query = 'page=1&rowsPerPage=15';
  const from = performance.now();
  const text = await fetchText(`${server.address}/api/apexagm/${chooseUid(filled)}/getHeartbeatHistoricData?${query}`, headers);
  const ms = performance.now() - from;
  const { rowsNumber, heartbeatList } = JSON.parse(text) as Page;
  if (rowsNumber !== filled.rowsOfDevice || heartbeatList.length !== 15) throw new Error(`not the page: ${text}`);
  return ms;
}

async function timeSql({ database: { pool }, filled }: Place): Promise<number> {
  const keys = [chooseUid(filled), filled.groupId];
  const from = performance.now();
  await pool.query(COUNT, keys);
  await pool.query(PAGE, keys);
  return performance.now() - from;
}

async function askInTurn(places: readonly Place[]): Promise<void> {
  for (const place of places) for (let request = 0; request < WARM_UP; request++) await Promise.all([timePage(place), timeSql(place)]);
  for (let round = 0; round < ROUNDS; round++) {
    for (const place of places) {
      for (let request = 0; request < REQUESTS_A_ROUND; request++) {
        place.httpMs.push(await timePage(place));
        place.sqlMs.push(await timeSql(place));
      }
    }
  }
}

function judge(places: readonly Place[]): void {
  const p50 = places.map(({ httpMs }) => percentile(httpMs, 0.5));
  const sqlP50 = places.map(({ sqlMs }) => percentile(sqlMs, 0.5));
  const growth = (p50.at(-1) ?? Number.NaN) / (p50[0] ?? Number.NaN);
  const p99Ms = percentile(places.at(-1)?.httpMs ?? [], 0.99);
  const figures = {
    growth,
    p99_ms: p99Ms,
    ...Object.fromEntries(places.map(({ name }, index) => [`p50_${name}_ms`, p50[index] ?? Number.NaN])),
    sql_growth: (sqlP50.at(-1) ?? Number.NaN) / (sqlP50[0] ?? Number.NaN),
    ...Object.fromEntries(places.map(({ name }, index) => [`sql_p50_${name}_ms`, sqlP50[index] ?? Number.NaN])),
  };
  report('history-page', figures, [
    { name: 'growth', value: growth, op: '<=', aim: 1.3 },
    { name: 'p99_ms', value: p99Ms, op: '<=', aim: 20 },
  ]);
}

await inTemporaryFolder(async (folder) => {
  const places: Place[] = [];
  try {
    for (const [name, rows] of Object.entries(SIZES)) places.push(await openPlace(folder, name, rows));
    await askInTurn(places);
    judge(places);
  } finally {
    agent.destroy();
    for (const { database, server } of places) {
      await database.close();
      await server.stop();
    }
  }
});
