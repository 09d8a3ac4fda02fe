import type { Log } from './log.ts';

export interface OutageLines {
  readonly began: string;
  readonly ended: string;
  /** Level of the first line; the second is a warning. */
  readonly level?: 'warn' | 'error';
  /** Added to both lines. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** Logs the first failure of an outage and its end, and nothing in between. */
export class Outage {
  readonly #log: Log;
  readonly #lines: OutageLines;
  #isOut = false;
  #lost = 0;

  constructor(log: Log, lines: OutageLines) {
    this.#log = log;
    this.#lines = lines;
  }

  get isOut(): boolean {
    return this.#isOut;
  }

  /** Call it for every failure. */
  begin(error: unknown): void {
    if (this.#isOut) return;
    this.#isOut = true;
    const { began, level = 'warn', fields } = this.#lines;
    this.#log[level]({ ...fields, err: error }, began);
  }

  /** Counts items that were dropped during the outage, for the line at its end. */
  countLost(count: number): void {
    this.#lost += count;
  }

  /** Call it for every success. Returns whether there was an outage. */
  end(): boolean {
    if (!this.#isOut) return false;
    const { ended, fields } = this.#lines;
    this.#log.warn({ ...fields, ...(this.#lost > 0 && { lost: this.#lost }) }, ended);
    this.#isOut = false;
    this.#lost = 0;
    return true;
  }
}
