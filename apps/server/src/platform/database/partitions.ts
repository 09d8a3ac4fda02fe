import type pg from 'pg';
import { formatUtcSecond } from '@waymark/domain/time/utc';

// Tables of records are cut by calendar month (UTC), so that old months go at once and new ones stay small.

const LOCK = 7_290_302; // any constant of our own: one connection makes partitions, the others wait

/** "2026-11" */
export type Month = string;

export function monthOf(at: number): Month {
  return new Date(at).toISOString().slice(0, 7);
}

/** The first instant of the month, `later` months on. */
export function startOfMonth(month: Month, later = 0): number {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return Date.UTC(year, number - 1 + later);
}

export function nameOfPartition(table: string, month: Month): string {
  return `${table}_${month.replace('-', '_')}`;
}

/** Makes months when they are first needed, and remembers which there are. */
export class Partitions {
  readonly #pool: pg.Pool;
  readonly #known = new Set<string>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Cheap when all of them are known. Never call it inside a transaction: it waits for those under way. */
  async ensure(table: string, months: Iterable<Month>): Promise<void> {
    const missing = [...months].filter((month) => !this.#known.has(nameOfPartition(table, month)));
    if (missing.length === 0) return;
    const client = await this.#pool.connect();
    try {
      await client.query('select pg_advisory_lock($1)', [LOCK]);
      for (const month of missing) await this.#make(client, table, month);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
      client.release();
    }
  }

  /** After months were dropped, by this node or another. */
  forget(): void {
    this.#known.clear();
  }

  async #make(client: pg.PoolClient, table: string, month: Month): Promise<void> {
    const name = nameOfPartition(table, month);
    const [from, to] = [formatUtcSecond(startOfMonth(month)), formatUtcSecond(startOfMonth(month, 1))];
    const found = await client.query<{ name: string | null }>('select to_regclass($1) as name', [name]);
    if (found.rows[0]?.name === null) {
      await client.query(`create table ${name} partition of ${table} for values from ('${from}+00') to ('${to}+00')`);
    }
    this.#known.add(name);
  }
}
