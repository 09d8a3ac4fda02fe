import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from './cluster.ts';

const PACE_MS = 20;

/** Reads and changes data all the time, one call after the other. */
export class SteadyCaller {
  readonly #failures: string[] = [];
  readonly #calling: Promise<void>;
  #count = 0;
  #isStopped = false;

  constructor(caller: Caller, runId: number, uid: number) {
    this.#calling = this.#run(caller, runId, uid);
  }

  async stop(): Promise<{ readonly count: number; readonly failures: readonly string[] }> {
    this.#isStopped = true;
    await this.#calling;
    return { count: this.#count, failures: this.#failures };
  }

  async #run(caller: Caller, runId: number, uid: number): Promise<void> {
    while (!this.#isStopped) {
      await this.#note(() => caller.call('GET', `/pigrun/${runId}`));
      await this.#note(() => caller.call('POST', `/apexagm/${uid}/autodownload`, false));
      await sleep(PACE_MS);
    }
  }

  async #note(call: () => Promise<Response>): Promise<void> {
    this.#count += 1;
    try {
      const response = await call();
      const text = await response.text();
      if (!response.ok) this.#failures.push(`${response.status} ${text}`);
    } catch (error) {
      this.#failures.push(String(error));
    }
  }
}
