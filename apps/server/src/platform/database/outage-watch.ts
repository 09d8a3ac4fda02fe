import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';
import { within } from '../within.ts';
import type { Connection } from './database.ts';

// Together under five seconds: a proxy is to learn of a frozen database within that time.
const CHECK_MS = 1000;
const ANSWER_MS = 1800;

interface Parts {
  readonly connection: Connection;
  readonly log: Log;
  /** Once when the database goes, once when it is back. */
  readonly onTurn: (isAway: boolean) => void;
  readonly checkMs?: number;
}

/** Asks the database every second whether it is there; over a connection of its own, so that no queue hides it. */
export class OutageWatch {
  readonly #parts: Parts;
  #client: pg.Client | undefined;
  #isAway = false;
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    void this.#watch();
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#client?.end().catch(() => undefined);
  }

  async #watch(): Promise<void> {
    while (!this.#isClosed) {
      this.#turn(!(await this.#isThere()));
      await sleep(this.#parts.checkMs ?? CHECK_MS, undefined, { ref: false });
    }
  }

  #turn(isAway: boolean): void {
    if (isAway === this.#isAway || this.#isClosed) return;
    this.#isAway = isAway;
    if (isAway) this.#parts.log.error('the database is away: messages of devices wait, consoles are told');
    else this.#parts.log.warn('the database is back');
    this.#parts.onTurn(isAway);
  }

  /** A connection of its own may have died alone: only a new one shows that the database is away. */
  async #isThere(): Promise<boolean> {
    const hadConnection = this.#client !== undefined;
    return (await this.#askInTime()) || (hadConnection && (await this.#askInTime()));
  }

  async #askInTime(): Promise<boolean> {
    if (await within(ANSWER_MS, this.#ask())) return true;
    const silent = this.#client;
    this.#client = undefined;
    void silent?.end().catch(() => undefined);
    return false;
  }

  async #ask(): Promise<boolean> {
    try {
      await (await this.#connect()).query('select 1');
      return true;
    } catch {
      return false;
    }
  }

  async #connect(): Promise<pg.Client> {
    if (this.#client) return this.#client;
    const client = new pg.Client({ ...this.#parts.connection, application_name: 'waymark watch' });
    client.on('error', () => undefined);
    this.#client = client;
    await client.connect();
    return client;
  }
}
