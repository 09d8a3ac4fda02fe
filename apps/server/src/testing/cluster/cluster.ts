import { rm } from 'node:fs/promises';
import { CONSOLE_CLIENT_ID } from '@waymark/contract/routes/session';
import pg from 'pg';
import { RedisServer } from '../../hub/testing/redis-server.ts';
import { MosquittoServer } from '../../ingest/testing/mosquitto-server.ts';
import { startTestSmtpServer, type TestSmtpServer } from '../../platform/mail/test-smtp-server.ts';
import { layCable, type Cable } from '../cable.ts';
import { startDebianPostgres, type DebianPostgres } from '../debian-postgres.ts';
import { findFreePort, startServerProcess, type ServerProcess } from '../server-process.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import { Haproxy } from './haproxy.ts';

const DATABASE = 'waymark';
/** Longer than the proxy's health checks need. */
const SECONDS_OF_DRAIN = 5;

/** A server process that restarts under the same name and port. */
export class ClusterNode {
  readonly name: string;
  readonly port: number;
  readonly #settings: Readonly<Record<string, string>>;
  #process: ServerProcess | undefined;

  constructor(name: string, port: number, settings: Readonly<Record<string, string>>) {
    this.name = name;
    this.port = port;
    this.#settings = { ...settings, WAYMARK_NODE_NAME: name };
  }

  get pid(): number {
    return this.#process?.child.pid ?? 0;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.#process = startServerProcess(this.port, this.#settings);
    await this.#process.ready;
  }

  /** Stops the process; returns its output and exit code. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<{ readonly code: number | null; readonly output: string }> {
    const running = this.#process;
    this.#process = undefined;
    if (!running) return { code: null, output: '' };
    running.child.kill(signal);
    return { code: await running.exited, output: running.output() };
  }

  /** Freezes the process with its connections and locks, like a paused virtual machine. */
  freeze(): void {
    this.#process?.child.kill('SIGSTOP');
  }

  goOn(): void {
    this.#process?.child.kill('SIGCONT');
  }

  /** Whether devices can reach the node: it is subscribed at the broker. */
  async isAtBroker(): Promise<boolean> {
    const text = await (await fetch(`${this.address}/metrics`)).text();
    return text.includes('waymark_device_connections{kind="mqtt"} 1');
  }
}

/** An installation of several nodes, as separate processes on free ports. */
export interface Cluster {
  readonly postgres: DebianPostgres;
  readonly database: pg.PoolConfig;
  readonly redis: RedisServer;
  /** The cable between devices and the nodes, or the broker. */
  readonly line: Cable;
  readonly smtp: TestSmtpServer;
  readonly nodes: readonly [ClusterNode, ClusterNode];
  readonly proxy: Haproxy;
  stop(): Promise<void>;
}

export interface ClusterWithBroker extends Cluster {
  readonly broker: MosquittoServer;
}

/** Devices connect to the nodes through the proxy. */
export async function startCluster(): Promise<Cluster> {
  const ports = [await findFreePort(), await findFreePort()] as const;
  const devices = [await findFreePort(), await findFreePort()] as const;
  const proxy = await Haproxy.start({ people: ports, devices });
  const line = await layCable({ host: '127.0.0.1', port: proxy.devicePort });
  const links = devices.map((port) => ({
    WAYMARK_MQTT_PORT: String(port),
    WAYMARK_DEVICE_PROXY: '127.0.0.1',
  }));
  return startNodes({ ports, proxy, line, links });
}

/** Devices and nodes connect to an external Mosquitto. */
export async function startClusterWithBroker(uids: readonly number[]): Promise<ClusterWithBroker> {
  const ports = [await findFreePort(), await findFreePort()] as const;
  const broker = await MosquittoServer.start({ devices: uids, relays: [] });
  const proxy = await Haproxy.start({ people: ports });
  const line = await layCable({ host: '127.0.0.1', port: broker.devicePort });
  const links = ports.map(() => ({ WAYMARK_MQTT_URL: broker.url }));
  const cluster = await startNodes({ ports, proxy, line, links });
  const stop = async () => {
    await cluster.stop();
    await broker.remove();
  };
  return { ...cluster, broker, stop };
}

interface Outside {
  readonly ports: readonly [number, number];
  readonly proxy: Haproxy;
  readonly line: Cable;
  /** Per node: the settings of its device links. */
  readonly links: readonly Readonly<Record<string, string>>[];
}

async function startNodes({ ports, proxy, line, links }: Outside): Promise<Cluster> {
  const postgres = await startDebianPostgres(['max_connections=150']);
  const database = { ...postgres.connection, database: DATABASE };
  await createDatabase(postgres);
  const redis = await RedisServer.start();
  const smtp = await startTestSmtpServer();
  const dataDir = await makeTemporaryFolder('cluster');
  const { host, port, user, password } = postgres.connection;
  const settings = {
    WAYMARK_DATA_DIR: dataDir,
    WAYMARK_DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${DATABASE}`,
    WAYMARK_REDIS_URL: redis.url,
    WAYMARK_SMTP_URL: smtp.url,
    WAYMARK_PUBLIC_URL: proxy.url,
    WAYMARK_TRUST_PROXY: 'loopback',
    WAYMARK_SECRET_KEY: 'a secret key that only the tests know',
    WAYMARK_DRAIN_SECONDS: String(SECONDS_OF_DRAIN),
    WAYMARK_LOG: 'warn',
  };
  const nodes = [
    new ClusterNode('a', ports[0], { ...settings, ...links[0] }),
    new ClusterNode('b', ports[1], { ...settings, ...links[1] }),
  ] as const;
  const stop = async () => {
    await proxy.stop();
    await line.cut();
    await Promise.all(nodes.map((node) => node.end('SIGKILL')));
    await Promise.all([redis.kill(), smtp.close(), postgres.stop()]);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await Promise.all(nodes.map((node) => node.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return { postgres, database, redis, line, smtp, nodes, proxy, stop };
}

async function createDatabase({ connection }: DebianPostgres): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  await client.query(`create database ${DATABASE}`);
  await client.end();
}

/** A signed-in user who calls one address: the proxy's or a node's. */
export class Caller {
  readonly #url: string;
  readonly token: string;

  private constructor(url: string, token: string) {
    this.#url = url;
    this.token = token;
  }

  static async signIn(url: string, email: string): Promise<Caller> {
    const body = { grant_type: 'password', username: email, password: 'Waymark-demo-1', client_id: CONSOLE_CLIENT_ID };
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/api/oauth/token`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`sign-in of ${email}: ${response.status} ${await response.text()}`);
    return new Caller(url, ((await response.json()) as { access_token: string }).access_token);
  }

  /** The same user at another address. */
  at(url: string): Caller {
    return new Caller(url, this.token);
  }

  call(method: string, address: string, body?: unknown): Promise<Response> {
    const headers = {
      authorization: `Bearer ${this.token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    return fetch(`${this.#url}/api${address}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  async ask<Reply>(method: string, address: string, body?: unknown): Promise<Reply> {
    const response = await this.call(method, address, body);
    if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Reply;
  }
}
