import { setTimeout as sleep } from 'node:timers/promises';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type pg from 'pg';
import type { Log } from '../log.ts';

// Tables of records are partitioned by calendar month (UTC), so that old months are dropped at once and new ones stay
// small.

const LOCK = 7_290_302; // any constant of our own: one connection makes partitions, the others wait

/** "2026-11" */
export type Month = string;

export function monthOf(at: number): Month {
  return new Date(at).toISOString().slice(0, 7);
}

/** The first instant of the month that follows `later` months after this one. */
export function startOfMonth(month: Month, later = 0): number {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return Date.UTC(year, number - 1 + later);
}

export function nameOfPartition(table: string, month: Month): string {
  return `${table}_${month.replace('-', '_')}`;
}

/** Timeout for one lock attempt, so that no other query queues behind it for long. */
const LOCK_TIMEOUT_MS = 1000;
const LOCK_NOT_AVAILABLE = '55P03';
const RETRY_MS = 100;
/** Time until a refused lock is logged, and the interval between further log lines. */
const LOG_AFTER_MS = 10_000;

/** Creates monthly partitions when they are first needed, and caches which exist. */
export class Partitions {
  readonly #pool: pg.Pool;
  readonly #log: Log | undefined;
  readonly #known = new Set<string>();
  readonly #waits = new Set<{ readonly since: number }>();

  constructor(pool: pg.Pool, log?: Log) {
    this.#pool = pool;
    this.#log = log;
  }

  /** How long a partition has been waiting for a lock; 0 when none waits. */
  get waitingMs(): number {
    const [longest] = this.#waits;
    return longest === undefined ? 0 : performance.now() - longest.since;
  }

  /** Cheap when all partitions are known. Never call it inside a transaction: it waits for the running ones. */
  async ensure(table: string, months: Iterable<Month>): Promise<void> {
    const missing = [...months].filter((month) => !this.#known.has(nameOfPartition(table, month)));
    if (missing.length === 0) return;
    const client = await this.#pool.connect();
    try {
      await this.#retry({ table }, () => tryLock(client));
      for (const month of missing) await this.#make(client, table, month);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
      client.release();
    }
  }

  /** Clears the cache after a node has dropped partitions. */
  forget(): void {
    this.#known.clear();
  }

  async #make(client: pg.PoolClient, table: string, month: Month): Promise<void> {
    const name = nameOfPartition(table, month);
    const state = await readPartitionState(client, name);
    if (state === 'detaching')
      await this.#retry({ table, month }, () => tryLocked(client, finishDetaching(table, name)));
    if (state === 'missing') await createApart(client, table, name);
    if (state !== 'attached') await this.#retry({ table, month }, () => tryLocked(client, attach(table, month)));
    this.#known.add(name);
  }

  /** Retries with short lock timeouts: a lock request that waits in the database blocks all later ones behind it. */
  async #retry(what: object, attempt: () => Promise<boolean>): Promise<void> {
    const wait = { since: performance.now() };
    let loggedAt = wait.since;
    this.#waits.add(wait);
    try {
      while (!(await attempt())) {
        await sleep(RETRY_MS);
        const now = performance.now();
        if (now - loggedAt < LOG_AFTER_MS) continue;
        loggedAt = now;
        const waitedS = Math.round((now - wait.since) / 1000);
        this.#log?.warn({ ...what, waitedS }, 'a month cannot be made: its lock is refused; its messages wait');
      }
    } finally {
      this.#waits.delete(wait);
    }
  }
}

async function tryLock(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ isLocked: boolean }>('select pg_try_advisory_lock($1) as "isLocked"', [LOCK]);
  return rows[0]?.isLocked === true;
}

/** `apart`: a detached table, because its creation or removal was interrupted. */
export type PartitionState = 'missing' | 'apart' | 'detaching' | 'attached';

export async function readPartitionState(client: pg.Pool | pg.PoolClient, name: string): Promise<PartitionState> {
  const { rows } = await client.query<{ state: PartitionState }>(
    `select case when inhrelid is null then 'apart' when inhdetachpending then 'detaching' else 'attached' end as state
     from pg_class left join pg_inherits on inhrelid = oid where oid = to_regclass($1)`,
    [name],
  );
  return rows[0]?.state ?? 'missing';
}

/**
 * `create table … partition of` waits for every reader of the parent (a backup takes hours), and writers queue behind
 * it. Creating a table and attaching it takes a lock that blocks neither readers nor writers.
 */
async function createApart(client: pg.PoolClient, table: string, name: string): Promise<void> {
  await client.query(`create table ${name} (like ${table} including all excluding identity)`);
}

function attach(table: string, month: Month): string {
  const [from, to] = [formatUtcSecond(startOfMonth(month)), formatUtcSecond(startOfMonth(month, 1))];
  return `alter table ${table} attach partition ${nameOfPartition(table, month)} for values from ('${from}+00') to ('${to}+00')`;
}

/** Waits for every older snapshot, a backup's included, and holds a lock that blocks new months meanwhile. */
export function finishDetaching(table: string, name: string): string {
  return `alter table ${table} detach partition ${name} finalize`;
}

/** Returns false when a lock was refused. */
export async function tryLocked(client: pg.PoolClient, statement: string): Promise<boolean> {
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(statement);
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback');
    if (!isLockTimeout(error)) throw error;
    return false;
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
}
