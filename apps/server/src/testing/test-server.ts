import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { PROBLEM_MEDIA_TYPE, problemBody, type ProblemBody } from '@waymark/contract/problem-body';
import { CONSOLE_CLIENT_ID } from '@waymark/contract/routes/session';
import { createApp, type App } from '../app.ts';
import { readConfig, type Config } from '../config.ts';
import type { Clock } from '../hub/clock.ts';
import type { Connection } from '../platform/database/database.ts';
import { createLog } from '../platform/log.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';
import { createTestDatabase } from './test-database.ts';

const PAGE =
  '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><script nonce="__CSP_NONCE__"></script><title>Waymark</title>';

export interface SignedIn {
  readonly token: string;
  readonly scope: string;
  readonly expiresInS: number;
  /** The cookies that a browser would send to the identity calls. */
  readonly cookie: string;
}

export interface TestServer {
  readonly app: App;
  readonly address: string;
  readonly config: Config;
  /** The connection settings of the server's database, for direct access. */
  readonly connection: Connection;
  /** Calls the API or a page; sends a JSON body when given. */
  call(method: string, address: string, options?: CallOptions): Promise<Response>;
  signIn(email: string, password?: string): Promise<SignedIn>;
  close(): Promise<void>;
}

export interface CallOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestServerOptions {
  readonly settings?: Readonly<Record<string, string>>;
  /** Uses the database of another server, for several nodes on one database. */
  readonly beside?: TestServer;
  /** Changes the connection to the database, for example through a cable. */
  readonly reach?: (connection: Connection) => Promise<Connection>;
  readonly logLevel?: string;
  readonly runClock?: Clock;
}

export function readCookie(response: Response, name: string): string | undefined {
  const line = response.headers.getSetCookie().find((each) => each.startsWith(`${name}=`));
  return line?.slice(name.length + 1).split(';')[0];
}

export async function readProblem(response: Response): Promise<ProblemBody> {
  return problemBody.parse(await response.json());
}

/** Jobs with a time start sooner. Fewer workers need fewer connections, whose first queries in a new database are slow. */
const JOB_QUEUE = { lookMs: 250, concurrency: 2 } as const;

const connections = new WeakMap<TestServer, Awaited<ReturnType<typeof createTestDatabase>>>();

/** Starts the whole server on a separate database with the demo company, on a free port. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const folder = await makeTemporaryFolder('server');
  const consoleFolder = path.join(folder, 'console');
  await mkdir(path.join(consoleFolder, 'assets'), { recursive: true });
  await writeFile(path.join(consoleFolder, 'index.html'), PAGE);
  await writeFile(path.join(consoleFolder, 'board.html'), PAGE);
  await writeFile(path.join(consoleFolder, 'assets', 'main-abc.js'), 'export {};');
  await writeFile(path.join(consoleFolder, 'assets', 'main-abc.js.br'), brotliCompressSync('export {};'));
  await writeFile(path.join(consoleFolder, 'assets', 'main-abc.js.map'), '{}');
  await writeFile(path.join(consoleFolder, 'release-notes.json'), '{"1.0.0":[]}');
  await writeFile(path.join(consoleFolder, 'service-worker.js'), 'export {};');
  await writeFile(path.join(consoleFolder, 'service-worker.js.br'), brotliCompressSync('export {};'));
  await writeFile(path.join(consoleFolder, 'manifest.webmanifest'), '{}');

  const config = readConfig(
    {
      WAYMARK_DEMO: '1',
      WAYMARK_PORT: '0',
      WAYMARK_MQTT_PORT: '0',
      WAYMARK_IRIDIUM_PORT: '0',
      WAYMARK_SECRET_KEY: 'a secret key that only the tests know',
      WAYMARK_REQUESTS_PER_MINUTE: '0',
      WAYMARK_KEY_REQUESTS_PER_MINUTE: '0',
      WAYMARK_PUBLIC_URL: 'http://waymark.test',
      ...options.settings,
    },
    false,
  );
  const database = (options.beside && connections.get(options.beside)) ?? (await createTestDatabase(config));
  const log = createLog(options.logLevel ?? 'silent');
  const connection = (await options.reach?.(database.connection)) ?? database.connection;
  const app = await createApp({
    config,
    connection,
    dataDir: folder,
    consoleFolder,
    log,
    runClock: options.runClock,
    jobQueue: JOB_QUEUE,
  });
  const { port } = await app.listen();
  const address = `http://127.0.0.1:${port}`;

  const call = (method: string, target: string, { token, body, headers }: CallOptions = {}) =>
    fetch(address + target, {
      method,
      redirect: 'manual',
      headers: {
        accept: PROBLEM_MEDIA_TYPE,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  const signIn = async (email: string, password = 'Waymark-demo-1'): Promise<SignedIn> => {
    const body = { grant_type: 'password', username: email, password, client_id: CONSOLE_CLIENT_ID };
    const response = await call('POST', '/api/oauth/token', { body });
    if (response.status !== 200) throw new Error(`sign-in of ${email}: ${response.status} ${await response.text()}`);
    const given = (await response.json()) as { access_token: string; scope: string; expires_in: number };
    const cookie = `waymark_refresh=${readCookie(response, 'waymark_refresh') ?? ''}`;
    return { token: given.access_token, scope: given.scope, expiresInS: given.expires_in, cookie };
  };

  const server: TestServer = {
    app,
    address,
    config,
    connection,
    call,
    signIn,
    close: async () => {
      await app.close();
      if (!options.beside) await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  connections.set(server, database);
  return server;
}
