import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Scope } from '../access/scope.ts';
import type { Log } from '../log.ts';
import { Change, type ChangeOrigin, type DomainEventHandlers, type PendingEvent } from './change.ts';
import { openPool, type IsAway } from './pool.ts';
import type { Tables } from './tables.ts';

const INT8 = 20;
// Ids and uids stay below 2^53, so bigint columns are parsed as numbers.
pg.types.setTypeParser(INT8, Number);

export interface Reader {
  readonly scope: Scope;
  readonly db: Kysely<Tables>;
}

export type Connection = pg.PoolConfig;

/**
 * PostgreSQL ends an idle transaction after this time: a frozen node would keep rows locked and block the messages of
 * its devices.
 */
const STILL_FOR_MS = 4_000;

/** The only access to the tables: reading needs a scope, writing an origin. */
export class Database {
  readonly pool: pg.Pool;
  readonly #db: Kysely<Tables>;
  #handlers: DomainEventHandlers | undefined;
  #afterCommit: (events: readonly PendingEvent[]) => void = () => undefined;

  constructor(connection: Connection, log: Log, isAway?: IsAway) {
    const manner = { max: 20, application_name: 'waymark', idle_in_transaction_session_timeout: STILL_FOR_MS };
    this.pool = openPool({ ...manner, ...connection }, log, isAway);
    this.#db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: this.pool }) });
  }

  /** Sets, once, the handlers of domain events and the sender of hub events. */
  wire(handlers: DomainEventHandlers, afterCommit: (events: readonly PendingEvent[]) => void): void {
    this.#handlers = handlers;
    this.#afterCommit = afterCommit;
  }

  read(scope: Scope): Reader {
    return { scope, db: this.#db };
  }

  async change<Outcome>(origin: ChangeOrigin, work: (change: Change) => Promise<Outcome>): Promise<Outcome> {
    const handlers = this.#handlers;
    if (!handlers) throw new Error('the database is not wired yet');
    let pending: readonly PendingEvent[] = [];
    const outcome = await this.#db.transaction().execute(async (transaction) => {
      const change = new Change(transaction, origin, handlers);
      const result = await work(change);
      pending = change.pending;
      return result;
    });
    if (pending.length > 0) this.#afterCommit(pending);
    return outcome;
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}
