import type { Log } from '../platform/log.ts';

/** Says once that something has gone away, and once that it is back. */
export class Outage {
  readonly #message: string;
  readonly #log: Log;
  #isOut = false;
  #lost = 0;

  constructor(message: string, log: Log) {
    this.#message = message;
    this.#log = log;
  }

  begin(error: unknown): void {
    if (!this.#isOut) this.#log.warn({ err: error }, this.#message);
    this.#isOut = true;
  }

  countLost(events: number): void {
    this.#lost += events;
  }

  get isOut(): boolean {
    return this.#isOut;
  }

  /** Answers whether there was one. */
  end(): boolean {
    const wasOut = this.#isOut;
    if (wasOut) this.#log.warn({ lostEvents: this.#lost }, `over: ${this.#message}`);
    this.#isOut = false;
    this.#lost = 0;
    return wasOut;
  }
}
