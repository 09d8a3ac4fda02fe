import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Connection } from '../database/database.ts';
import { connectClient, pingClient } from '../database/pool.ts';
import type { Log } from '../log.ts';

const LOCKS = 7_290_302; // any constant of our own
const RETRY_MS = 1000;
/** The database closes the connection of a frozen process after this time, and with it the lock. */
const SILENT_FOR_MS = 20_000;

/**
 * Shows other nodes that a worker pool is alive: an advisory lock that ends with its process, or when the process
 * freezes. Otherwise its jobs would stay locked for the queue's own four hours.
 */
export class Presence {
  readonly #connection: Connection;
  readonly #poolId: string;
  readonly #log: Log;
  readonly #silentForMs: number;
  #client: pg.Client | undefined;
  #isOver = false;

  constructor(connection: Connection, poolId: string, log: Log, silentForMs = SILENT_FOR_MS) {
    this.#connection = connection;
    this.#poolId = poolId;
    this.#log = log;
    this.#silentForMs = silentForMs;
  }

  async show(): Promise<void> {
    const client = await connectClient({ ...this.#connection, application_name: 'waymark jobs' });
    client.on('error', (error) =>
      this.#log.warn({ err: error }, 'the presence connection of the job queue failed; reconnecting'),
    );
    if (this.#isOver) return client.end();
    this.#client = client;
    await client.query(`set idle_session_timeout = ${this.#silentForMs}`);
    await client.query('select pg_advisory_lock($1, hashtext($2))', [LOCKS, this.#poolId]);
    client.on('end', () => void this.#showAgain());
    pingClient(client);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#client?.end();
  }

  async #showAgain(): Promise<void> {
    let isShown = false;
    while (!this.#isOver && !isShown) {
      await sleep(RETRY_MS, undefined, { ref: false });
      isShown = await this.show().then(
        () => true,
        () => false,
      );
    }
  }
}

/**
 * Frees the jobs whose pool shows no presence. Skips a pool that took jobs within the last minute: it may be starting
 * or reconnecting.
 */
export async function freeAbandonedJobs(pool: pg.Pool): Promise<void> {
  await pool.query(
    `with abandoned as materialized (
      select locked_by from (
        select locked_by from graphile_worker.jobs where locked_by is not null
        group by locked_by having max(locked_at) < now() - interval '1 minute'
      ) as holders
      where pg_try_advisory_xact_lock($1, hashtext(locked_by))
    )
    select graphile_worker.force_unlock_workers(array(select locked_by from abandoned))`,
    [LOCKS],
  );
}
