import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../server-process.ts';

const RETRY_MS = 20;
const BINARY = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'].find((file) => existsSync(file)) ?? 'haproxy';
const CONFIGURATION = path.join(import.meta.dirname, '../../../../../deploy/haproxy.cfg');

type NodePorts = readonly [number, number];

interface ProxyPorts {
  readonly port: number;
  readonly devicePort: number;
  readonly statsPort: number;
}

/** Ports of the nodes, for users and for devices. */
interface Nodes {
  readonly people: NodePorts;
  readonly devices?: NodePorts;
}

const here = (port: number) => `127.0.0.1:${port}`;

async function findPorts(): Promise<ProxyPorts> {
  return { port: await findFreePort(), devicePort: await findFreePort(), statsPort: await findFreePort() };
}

/** The proxy in front of two local nodes, with the configuration that operators get. */
export class Haproxy {
  readonly port: number;
  readonly devicePort: number;
  readonly #statsPort: number;
  readonly #process: ChildProcess;

  private constructor(ports: ProxyPorts, iridiumPort: number, { people, devices = people }: Nodes) {
    this.port = ports.port;
    this.devicePort = ports.devicePort;
    this.#statsPort = ports.statsPort;
    this.#process = spawn(BINARY, ['-db', '-f', CONFIGURATION], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        WAYMARK_PROXY_BIND: here(ports.port),
        WAYMARK_DEVICE_BIND: here(ports.devicePort),
        WAYMARK_IRIDIUM_BIND: here(iridiumPort),
        WAYMARK_PROXY_STATS: here(ports.statsPort),
        WAYMARK_NODE_A: here(people[0]),
        WAYMARK_NODE_B: here(people[1]),
        WAYMARK_DEVICES_A: here(devices[0]),
        WAYMARK_DEVICES_B: here(devices[1]),
        WAYMARK_IRIDIUM_A: here(devices[0]),
        WAYMARK_IRIDIUM_B: here(devices[1]),
      },
    });
  }

  static async start(nodes: Nodes): Promise<Haproxy> {
    const proxy = new Haproxy(await findPorts(), await findFreePort(), nodes);
    await proxy.#untilListening();
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /**
   * Lists the letters of the nodes that get user requests, or device connections. A node whose first checks failed is
   * `UP 2/3` and still gets requests.
   */
  async listUp(of: 'nodes' | 'devices' = 'nodes'): Promise<string[]> {
    const text = await (await fetch(`http://127.0.0.1:${this.#statsPort}/;csv`)).text();
    const rows = text.split('\n').map((line) => line.split(','));
    return rows.flatMap(([proxy, server, ...rest]) =>
      proxy === of && server?.length === 1 && rest.some((cell) => cell.startsWith('UP')) ? [server] : [],
    );
  }

  async #untilListening(): Promise<void> {
    let said = '';
    this.#process.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const ended = once(this.#process, 'exit').then(() => Promise.reject(new Error(`HAProxy has ended: ${said}`)));
    const isUp = () =>
      this.listUp().then(
        () => true,
        () => false,
      );
    const listening = (async () => {
      while (!(await isUp())) await sleep(RETRY_MS);
    })();
    await Promise.race([listening, ended]);
    ended.catch(() => undefined);
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const gone = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await gone;
  }
}
