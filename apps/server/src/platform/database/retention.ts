import type pg from 'pg';
import { monthOf, nameOfPartition, startOfMonth, type Month } from './partitions.ts';

/** Months of a table that end before `oldest`, by the names of its partitions. */
export async function listOldMonths(pool: pg.Pool, table: string, oldest: number): Promise<Month[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
     where inhparent = $1::regclass order by 1`,
    [table],
  );
  return rows
    .map(({ name }) => name.slice(table.length + 1).replace('_', '-'))
    .filter((month) => startOfMonth(month, 1) <= oldest);
}

/** Takes a month out without holding up those who write to the others, then drops it. */
export async function dropMonth(pool: pg.Pool, table: string, month: Month): Promise<void> {
  const name = nameOfPartition(table, month);
  await pool.query(`alter table ${table} detach partition ${name} concurrently`);
  await pool.query(`drop table ${name}`);
}

/** The months that are written now and next. */
export function listCurrentMonths(now: number): Month[] {
  const month = monthOf(now);
  return [month, monthOf(startOfMonth(month, 1))];
}
