import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';
import { Outage } from '../outage.ts';
import { within } from '../within.ts';
import type { Connection } from './database.ts';

// Together below 5 s, the time in which a proxy must detect a frozen database.
const CHECK_MS = 1000;
const ANSWER_MS = 1800;

interface Parts {
  readonly connection: Connection;
  readonly log: Log;
  /** Called once when the database becomes unavailable and once when it is back. */
  readonly onChange: (isAway: boolean) => void;
  readonly checkMs?: number;
}

/** Polls the database every second over a separate connection, so that no queue hides an outage. */
export class OutageWatch {
  readonly #parts: Parts;
  #client: pg.Client | undefined;
  #failure: unknown;
  readonly #outage: Outage;
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#outage = new Outage(parts.log, {
      began: 'the database is away: messages of devices wait, consoles are disconnected',
      ended: 'the database is back',
      level: 'error',
    });
    void this.#watch();
  }

  get isAway(): boolean {
    return this.#outage.isOut;
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
    if (isAway === this.isAway || this.#isClosed) return;
    if (isAway) this.#outage.begin(this.#failure);
    else this.#outage.end();
    this.#parts.onChange(isAway);
  }

  /** The connection alone may be broken: only a failed new one shows that the database is unavailable. */
  async #isThere(): Promise<boolean> {
    const hadConnection = this.#client !== undefined;
    return (await this.#queryInTime()) || (hadConnection && (await this.#queryInTime()));
  }

  async #queryInTime(): Promise<boolean> {
    this.#failure = new Error(`no answer within ${ANSWER_MS} ms`);
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
    } catch (error) {
      this.#failure = error;
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
