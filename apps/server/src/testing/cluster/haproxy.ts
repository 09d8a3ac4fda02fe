import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../server-process.ts';

const RETRY_MS = 20;
const BINARY = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'].find((file) => existsSync(file)) ?? 'haproxy';
const CONFIGURATION = path.join(import.meta.dirname, '../../../../../deploy/haproxy.cfg');

/** The proxy with the configuration that operators get, in front of two nodes of this machine. */
export class Haproxy {
  readonly port: number;
  readonly #statsPort: number;
  readonly #process: ChildProcess;

  private constructor(port: number, statsPort: number, [a, b]: readonly [number, number]) {
    this.port = port;
    this.#statsPort = statsPort;
    this.#process = spawn(BINARY, ['-db', '-f', CONFIGURATION], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        WAYMARK_PROXY_BIND: `127.0.0.1:${port}`,
        WAYMARK_PROXY_STATS: `127.0.0.1:${statsPort}`,
        WAYMARK_NODE_A: `127.0.0.1:${a}`,
        WAYMARK_NODE_B: `127.0.0.1:${b}`,
      },
    });
  }

  static async start(nodes: readonly [number, number]): Promise<Haproxy> {
    const proxy = new Haproxy(await findFreePort(), await findFreePort(), nodes);
    await proxy.#untilListening();
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Which nodes get requests, by their letters. */
  async listUp(): Promise<string[]> {
    const text = await (await fetch(`http://127.0.0.1:${this.#statsPort}/;csv`)).text();
    const rows = text.split('\n').map((line) => line.split(','));
    return rows.flatMap(([proxy, server, ...rest]) =>
      proxy === 'nodes' && server?.length === 1 && rest.includes('UP') ? [server] : [],
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
