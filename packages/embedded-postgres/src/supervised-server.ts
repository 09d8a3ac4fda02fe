// Keeps PostgreSQL running: restarts it on the same files and socket when it ends by itself.
import { setTimeout as sleep } from 'node:timers/promises';
import { describeReason } from './embedded-postgres-error.ts';
import type { GuardedProgram } from './guard.ts';
import { stopPostmaster } from './postmaster.ts';
import { explainExit, startServer, stopServer, type ServerPlan } from './server-process.ts';

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
