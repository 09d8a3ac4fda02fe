import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createClient } from 'redis';
import { findFreePort } from '../../testing/server-process.ts';

const READY_WITHIN_MS = 10_000;

/** A separate Redis server on a free port that tests can stop and restart. */
export class RedisServer {
  readonly #port: number;
  #process: ChildProcess | undefined;

  private constructor(port: number) {
    this.#port = port;
  }

  static async start(): Promise<RedisServer> {
    if (spawnSync(binary(), ['--version']).status !== 0) {
      throw new Error('redis-server is missing: install it (Debian, Ubuntu: apt-get install redis-server)');
    }
    const redis = new RedisServer(await findFreePort());
    await redis.start();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    const address = ['--port', String(this.#port), '--bind', '127.0.0.1'];
    const keepNothing = ['--save', '', '--appendonly', 'no', '--dir', '/'];
    this.#process = spawn(binary(), [...address, ...keepNothing], { stdio: 'ignore' });
    const client = createClient({ url: this.url, socket: { reconnectStrategy: 20 } });
    client.on('error', () => undefined);
    const timer = setTimeout(() => client.destroy(), READY_WITHIN_MS);
    await client.connect();
    clearTimeout(timer);
    client.destroy();
  }

  freeze(): void {
    this.#process?.kill('SIGSTOP');
  }

  goOn(): void {
    this.#process?.kill('SIGCONT');
  }

  /** Kills the process without closing its connections cleanly, like a machine failure. */
  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (!running) return;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await gone;
  }
}

function binary(): string {
  return spawnSync('redis-server', ['--version']).status === 0 ? 'redis-server' : '/usr/bin/redis-server';
}
