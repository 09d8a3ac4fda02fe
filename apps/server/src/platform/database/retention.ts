import type pg from 'pg';
import {
  finishDetaching,
  monthOf,
  nameOfPartition,
  readPartitionState,
  startOfMonth,
  tryLocked,
  type Month,
} from './partitions.ts';

interface StoredMonth {
  readonly month: Month;
  /** False after an interrupted creation or removal: its rows are not in the table. */
  readonly isAttached: boolean;
}

/** Lists the months of a table by its partition names, including interrupted ones. */
export async function listMonths(pool: pg.Pool, table: string): Promise<StoredMonth[]> {
  const { rows } = await pool.query<{ name: string; isAttached: boolean }>(
    `select relname as name, coalesce(not inhdetachpending, false) as "isAttached"
     from pg_class left join pg_inherits on inhrelid = pg_class.oid
     where relkind = 'r' and relname ~ ('^' || $1 || '_[0-9]{4}_[0-9]{2}$')
       and relnamespace = (select relnamespace from pg_class where oid = $1::regclass) order by 1`,
    [table],
  );
  return rows.map(({ name, isAttached }) => ({ month: name.slice(table.length + 1).replace('_', '-'), isAttached }));
}

export function isOlder(month: Month, oldest: number): boolean {
  return startOfMonth(month, 1) <= oldest;
}

/**
 * Detaches a partition without blocking writes to the others, then drops it. Completes interrupted removals. Fails, to be
 * run again later, while an interrupted one waits for a backup. `beforeDrop` gets the name of the detached table.
 */
export async function dropMonth(
  pool: pg.Pool,
  table: string,
  month: Month,
  beforeDrop: (detached: string) => Promise<void> = async () => undefined,
): Promise<void> {
  const name = nameOfPartition(table, month);
  const client = await pool.connect();
  const runLocked = async (step: string) => {
    if (!(await tryLocked(client, step))) throw new Error(`${name} is still being read and is dropped at a later try`);
  };
  try {
    const state = await readPartitionState(client, name);
    if (state === 'attached') await client.query(`alter table ${table} detach partition ${name} concurrently`);
    if (state === 'detaching') await runLocked(finishDetaching(table, name));
    await beforeDrop(name);
    await runLocked(`drop table if exists ${name}`);
  } finally {
    client.release();
  }
}

/** The current and the next month. */
export function listCurrentMonths(now: number): Month[] {
  const month = monthOf(now);
  return [month, monthOf(startOfMonth(month, 1))];
}
