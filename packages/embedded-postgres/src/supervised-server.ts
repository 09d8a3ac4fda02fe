// Keeps PostgreSQL running: restarts it on the same files and socket when it ends by itself.
import { setTimeout as sleep } from 'node:timers/promises';
import { describeReason, DataFolderError } from './embedded-postgres-error.ts';
import { stopPostmaster, readPostmaster } from './postmaster.ts';
import path from 'node:path';
import type { DatabaseUser } from './database-user.ts';
import { type GuardedProgram, runGuarded } from './guard.ts';
import { socketPort } from './socket-folder.ts';

// Starts PostgreSQL on complete database files and waits until it accepts connections.
// Sized for one machine that also runs the server: little memory, no network, no idle workers.
const defaultSettings: Readonly<Record<string, string>> = {
  shared_buffers: '32MB',
  max_connections: '60',
  io_method: 'sync',
  huge_pages: 'off',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  max_parallel_workers: '0',
  max_logical_replication_workers: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
};

const pauseMs = 5;
/** Recovery after a crash replays up to max_wal_size, which takes long on a slow disk. */
const readyWithinMs = 180_000;
const stopWithinMs = 30_000;

interface ServerPlan {
  readonly cluster: string;
  readonly binaries: string;
  readonly socketFolder: string;
  readonly user: DatabaseUser | null;
  readonly settings: Readonly<Record<string, string>>;
}

async function startServer(plan: ServerPlan): Promise<GuardedProgram> {
  const settings = {
    ...defaultSettings,
    ...plan.settings,
    listen_addresses: '',
    port: String(socketPort),
    unix_socket_directories: `"${plan.socketFolder}"`,
    unix_socket_permissions: '0700',
  };
  const args = ['-D', plan.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const server = runGuarded(path.join(plan.binaries, 'postgres'), args, { user: plan.user, stopSignal: 'INT' });
  for (let waitedMs = 0; readPostmaster(plan.cluster)?.isReady !== true; waitedMs += pauseMs) {
    if (server.hasExited())
      throw new DataFolderError(
        `PostgreSQL does not start on ${plan.cluster}: ${explainExit(server, await server.exited)}`,
      );
    if (waitedMs > readyWithinMs) {
      await stopServer(server, plan.cluster);
      throw new DataFolderError(`PostgreSQL was not ready on ${plan.cluster} within ${readyWithinMs / 1000} s.`);
    }
    await sleep(pauseMs);
  }
  return server;
}

async function stopServer(server: GuardedProgram, cluster: string): Promise<void> {
  server.stop();
  const patience = new AbortController();
  await Promise.race([server.exited, sleep(stopWithinMs, undefined, { signal: patience.signal })]);
  patience.abort();
  await stopPostmaster(cluster);
}

/** Returns the last error line of the server, or else how it ended. */
function explainExit(server: GuardedProgram, code: number | null): string {
  const line = server.readOutput().findLast((text) => /\b(FATAL|PANIC)\b/.test(text));
  if (line !== undefined) return line.replace(/^.*?\b(FATAL|PANIC): +/, '');
  if (code === null) return 'its guard process was killed';
  return code > 128 ? `it was ended by signal ${code - 128}` : `it ended with code ${code}`;
}

const retryFirstMs = 200;
const retryMostMs = 30_000;

export interface ServerEvents {
  /** Called when PostgreSQL ends without `stop()` and when a restart fails; the restart is retried. */
  readonly onExit?: ((reason: string) => void) | undefined;
  readonly onRestart?: (() => void) | undefined;
}

export class SupervisedServer {
  readonly #plan: ServerPlan;
  readonly #events: ServerEvents;
  readonly #stopping = new AbortController();
  readonly #supervision: Promise<void>;
  #server: GuardedProgram;

  private constructor(plan: ServerPlan, events: ServerEvents, server: GuardedProgram) {
    this.#plan = plan;
    this.#events = events;
    this.#server = server;
    this.#supervision = this.#supervise();
  }

  /** Does not retry a failed first start. */
  static async start(plan: ServerPlan, events: ServerEvents): Promise<SupervisedServer> {
    return new SupervisedServer(plan, events, await startServer(plan));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    const known = this.#server;
    await stopServer(known, this.#plan.cluster);
    await this.#supervision;
    // A restart may have been under way.
    if (this.#server !== known) await stopServer(this.#server, this.#plan.cluster);
  }

  async #supervise(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const code = await this.#server.exited;
      if (signal.aborted) return;
      this.#events.onExit?.(explainExit(this.#server, code));
      await this.#startAgain();
    }
  }

  async #startAgain(): Promise<void> {
    const { signal } = this.#stopping;
    for (let delayMs = retryFirstMs; !signal.aborted; delayMs = Math.min(2 * delayMs, retryMostMs)) {
      await sleep(delayMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        // The guard alone may have ended.
        await stopPostmaster(this.#plan.cluster);
        this.#server = await startServer(this.#plan);
        this.#events.onRestart?.();
        return;
      } catch (error) {
        if (!signal.aborted) this.#events.onExit?.(describeReason(error));
      }
    }
  }
}
