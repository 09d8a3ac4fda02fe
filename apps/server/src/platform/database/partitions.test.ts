import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pino } from 'pino';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { Partitions } from './partitions.ts';
import { dropMonth, listMonths } from './retention.ts';
import { openTestPool } from '../../testing/test-pool.ts';

let database: TestDatabase;
let pool: pg.Pool;
let reader: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openTestPool(database.connection);
  reader = new pg.Client(database.connection);
  await reader.connect();
});
afterAll(async () => {
  await reader.end();
  await pool.end();
  await database.drop();
});

const TABLES = ['heartbeats', 'passages', 'waveforms', 'gps_fixes', 'device_errors', 'command_acks'];

async function listPartitions(table: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass and not inhdetachpending',
    [table],
  );
  return rows.map(({ name }) => name);
}

const readShape = async (table: string) => {
  const { rows } = await pool.query<Record<string, unknown>>(
    `select column_name, is_nullable, data_type, column_default from information_schema.columns
     where table_name = $1 order by column_name`,
    [table],
  );
  return rows;
};

test('[W-081] a partition is created while a backup reads every table, and writes continue', async () => {
  await new Partitions(pool).ensure('heartbeats', ['2026-01']);
  await reader.query('begin isolation level repeatable read');
  for (const table of TABLES) await reader.query(`select 1 from ${table} limit 1`);
  const partitions = new Partitions(pool);
  for (const table of TABLES) await partitions.ensure(table, ['2031-05']);
  // Plans of the parent table: `create table … partition of` would block them while it waits for its lock.
  await pool.query("delete from heartbeats where at >= '2026-01-01' and at < '2026-02-01'");
  await reader.query('commit');
  for (const table of TABLES) expect(await listPartitions(table)).toContain(`${table}_2031_05`);
});

test('[W-081] a partition that was created detached has the columns, defaults and indexes of its table', async () => {
  await new Partitions(pool).ensure('passages', ['2031-06']);
  expect(await readShape('passages_2031_06')).toEqual(await readShape('passages'));
  const { rows } = await pool.query<{ attached: number; all: number }>(
    `select count(inhrelid)::int as attached, count(*)::int as all from pg_index
     left join pg_inherits on inhrelid = indexrelid where indrelid = 'passages_2031_06'::regclass`,
  );
  expect(rows[0]?.all).toBeGreaterThan(1);
  expect(rows[0]?.attached).toBe(rows[0]?.all);
});

test('[W-082] a partition whose creation was interrupted is attached with its rows', async () => {
  await pool.query('create table heartbeats_2031_07 (like heartbeats including all)');
  await new Partitions(pool).ensure('heartbeats', ['2031-07']);
  expect(await listPartitions('heartbeats')).toContain('heartbeats_2031_07');
});

test('[W-082] an old partition is dropped after a backup ends, and a new one is created meanwhile', async () => {
  const partitions = new Partitions(pool);
  await partitions.ensure('gps_fixes', ['2020-03']);
  await reader.query('begin isolation level repeatable read');
  await reader.query('select 1 from gps_fixes limit 1');
  const dropping = dropMonth(pool, 'gps_fixes', '2020-03');
  await vi.waitFor(async () => expect(await listPartitions('gps_fixes')).not.toContain('gps_fixes_2020_03'));
  await partitions.ensure('gps_fixes', ['2031-10']);
  await reader.query('commit');
  await dropping;
  const months = (await listMonths(pool, 'gps_fixes')).map(({ month }) => month);
  expect(months).toContain('2031-10');
  expect(months).not.toContain('2020-03');
});

/** Leaves the month half detached, as retention does that ends while a backup runs. */
async function interruptDetaching(month: string): Promise<void> {
  const retention = new pg.Client(database.connection);
  retention.on('error', () => undefined);
  await retention.connect();
  const { rows } = await retention.query<{ pid: number }>('select pg_backend_pid() as pid');
  const query = `alter table gps_fixes detach partition gps_fixes_${month} concurrently`;
  // The listener is added now: the query fails before the next await ends, and an unhandled rejection fails the run.
  const interrupted = retention.query(query).catch(String);
  await vi.waitFor(async () => expect(await listPartitions('gps_fixes')).not.toContain(`gps_fixes_${month}`));
  await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  expect(await interrupted).toContain('terminat');
}

test('[W-194] a partition is created while interrupted retention waits for a backup', async () => {
  const partitions = new Partitions(pool);
  await partitions.ensure('gps_fixes', ['2020-04']);
  await reader.query('begin isolation level repeatable read');
  await reader.query('select 1 from gps_fixes limit 1');
  await interruptDetaching('2020_04');
  const dropping = dropMonth(pool, 'gps_fixes', '2020-04').catch(String);
  await partitions.ensure('gps_fixes', ['2031-12']);
  expect(await dropping).toContain('is dropped at a later try');
  await reader.query('commit');
  await dropMonth(pool, 'gps_fixes', '2020-04');
  const months = (await listMonths(pool, 'gps_fixes')).map(({ month }) => month);
  expect(months).toContain('2031-12');
  expect(months).not.toContain('2020-04');
});

test('two nodes that need the same partition at once create it once', async () => {
  await Promise.all([1, 2, 3].map(() => new Partitions(pool).ensure('device_errors', ['2031-08', '2031-09'])));
  expect(await listPartitions('device_errors')).toEqual(
    expect.arrayContaining(['device_errors_2031_08', 'device_errors_2031_09']),
  );
});

test('[W-086] a refused lock is logged with the time that a partition has been waiting', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
  const partitions = new Partitions(pool, log);
  try {
    await reader.query('begin');
    await reader.query('lock table control_responses in access exclusive mode');
    // Another node that waits for the same table holds the advisory lock.
    await reader.query('select pg_advisory_lock(7290302)');
    const making = partitions.ensure('control_responses', ['2031-11']);
    await vi.waitFor(() => {
      vi.advanceTimersByTime(11_000);
      expect(lines).not.toEqual([]);
    });
    expect(lines[0]).toContain('its lock is refused');
    expect(partitions.waitingMs).toBeGreaterThan(10_000);
    await reader.query('commit');
    await reader.query('select pg_advisory_unlock(7290302)');
    await making;
  } finally {
    vi.useRealTimers();
  }
  expect(partitions.waitingMs).toBe(0);
  expect(await listPartitions('control_responses')).toContain('control_responses_2031_11');
});
