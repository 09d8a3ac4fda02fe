import { once } from 'node:events';
import { Agent, get } from 'node:http';
import path from 'node:path';
import { Database } from '../apps/server/src/platform/database/database.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { findFreePort } from '../apps/server/src/testing/server-process.ts';
import { findEmbeddedConnection } from './embedded-connection.ts';
import type { Filled } from './history-fill.ts';
import { percentile } from './report.ts';
import { inTemporaryFolder, startBenchServer, type BenchServer } from './server.ts';
import { signInAdmin } from './sign-in.ts';

// Real servers with embedded databases of several sizes, asked in turn so that all meet the same noise.

export interface Place {
  readonly name: string;
  readonly server: BenchServer;
  readonly database: Database;
  readonly filled: Filled;
  readonly headers: Readonly<Record<string, string>>;
  readonly inspectPort: number;
  readonly httpMs: number[];
  readonly sqlMs: number[];
}

type Fill = (database: Database, rows: number) => Promise<Filled>;

export interface Rounds {
  readonly warmUp: number;
  readonly rounds: number;
  readonly requestsARound: number;
}

interface Questions {
  /** Both return the duration in milliseconds. */
  readonly timePage: (place: Place) => Promise<number>;
  readonly timeSql: (place: Place) => Promise<number>;
}

const agent = new Agent({ keepAlive: true });

async function openPlace(folder: string, name: string, fill: (database: Database) => Promise<Filled>): Promise<Place> {
  const dataDir = path.join(folder, name);
  const inspectPort = await findFreePort();
  const server = await startBenchServer(dataDir, { NODE_OPTIONS: `--inspect=127.0.0.1:${inspectPort}` });
  const database = new Database(findEmbeddedConnection(dataDir), createLog('silent'));
  const filled = await fill(database);
  const headers = { authorization: `Bearer ${await signInAdmin(server.address)}` };
  return { name, server, database, filled, headers, inspectPort, httpMs: [], sqlMs: [] };
}

/** Opens a server of each size, and closes all after the work. */
export async function withPlaces(
  sizes: Readonly<Record<string, number>>,
  fill: Fill,
  work: (places: readonly Place[]) => Promise<void>,
) {
  await inTemporaryFolder(async (folder) => {
    const places: Place[] = [];
    try {
      for (const [name, rows] of Object.entries(sizes))
        places.push(await openPlace(folder, name, (database) => fill(database, rows)));
      await work(places);
    } finally {
      agent.destroy();
      for (const { database, server } of places) {
        await database.close();
        await server.stop();
      }
    }
  });
}

export function chooseUid({ uids }: Filled): number {
  return uids[Math.floor(Math.random() * uids.length)] ?? 0;
}

/** The response body in chunks. */
export async function openBody({ server, headers }: Place, address: string): Promise<AsyncIterable<Buffer>> {
  const [response] = (await once(get(`${server.address}${address}`, { agent, headers }), 'response')) as [
    AsyncIterable<Buffer>,
  ];
  return response;
}

export async function fetchText(place: Place, address: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await openBody(place, address)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

export async function askInTurn(
  places: readonly Place[],
  { timePage, timeSql }: Questions,
  { warmUp, rounds, requestsARound }: Rounds,
) {
  for (const place of places)
    for (let request = 0; request < warmUp; request++) await Promise.all([timePage(place), timeSql(place)]);
  for (let round = 0; round < rounds; round++) {
    for (const place of places) {
      for (let request = 0; request < requestsARound; request++) {
        place.httpMs.push(await timePage(place));
        place.sqlMs.push(await timeSql(place));
      }
    }
  }
}

/** Growth of the medians from the smallest size to the largest, and the 99th percentile of the largest. */
export function measureGrowth(places: readonly Place[]) {
  const p50 = places.map(({ httpMs }) => percentile(httpMs, 0.5));
  const sqlP50 = places.map(({ sqlMs }) => percentile(sqlMs, 0.5));
  return {
    growth: (p50.at(-1) ?? Number.NaN) / (p50[0] ?? Number.NaN),
    p99_ms: percentile(places.at(-1)?.httpMs ?? [], 0.99),
    ...Object.fromEntries(places.map(({ name }, index) => [`p50_${name}_ms`, p50[index] ?? Number.NaN])),
    sql_growth: (sqlP50.at(-1) ?? Number.NaN) / (sqlP50[0] ?? Number.NaN),
    ...Object.fromEntries(places.map(({ name }, index) => [`sql_p50_${name}_ms`, sqlP50[index] ?? Number.NaN])),
  };
}
