import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findBinaries, startDebianPostgres, type DebianPostgres } from '../../testing/debian-postgres.ts';
import { createLog } from '../log.ts';
import { migrate } from './migrate.ts';
import { Partitions } from './partitions.ts';
import { openPool } from './pool.ts';
import { dropMonth } from './retention.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../../migrations');
const TABLES = ['heartbeats', 'passages', 'waveforms', 'gps_fixes', 'device_errors', 'command_acks'];

let server: DebianPostgres;
let pool: pg.Pool;
beforeAll(async () => {
  server = await startDebianPostgres(['fsync=off']);
  pool = openPool({ ...server.connection, database: 'postgres' }, createLog('silent'));
  await migrate(pool, MIGRATIONS);
  await new Partitions(pool).ensure('heartbeats', ['2026-01']);
  await pool.query(
    'create table filler as select repeat(md5(n::text), 30) as text from generate_series(1, 20000) as n',
  );
});
afterAll(async () => {
  await pool.end();
  await server.stop();
});

/** Starts a pg_dump that blocks during its work because its output is not read. */
async function startDump() {
  const { host, port, user, password } = server.connection;
  const args = ['-h', host, '-p', String(port), '-U', user, 'postgres'];
  const dump = spawn(path.join(findBinaries(), 'pg_dump'), args, {
    env: { PGPASSWORD: password },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(dump, 'exit');
  await vi.waitFor(
    async () => {
      const { rows } = await pool.query(
        `select 1 from pg_stat_activity where application_name = 'pg_dump' and query like 'COPY public.filler%'`,
      );
      expect(rows).toHaveLength(1);
    },
    { timeout: 30_000, interval: 20 },
  );
  return {
    finish: async () => {
      const texts: string[] = [];
      dump.stdout.setEncoding('utf8').on('data', (text: string) => texts.push(text));
      const [code] = (await ended) as [number];
      return { code, text: texts.join('') };
    },
  };
}

test('[W-081] partitions are created and written while pg_dump reads every table', async () => {
  const dump = await startDump();
  const partitions = new Partitions(pool);
  for (const table of TABLES) await partitions.ensure(table, ['2031-05', '2031-06']);
  await pool.query("delete from heartbeats where at >= '2026-01-01' and at < '2026-02-01'");
  const { code, text } = await dump.finish();
  expect(code).toBe(0);
  expect(text).toContain('heartbeats_2026_01');
  expect(text).not.toContain('heartbeats_2031_05');
});

test('[W-082] an old partition is detached while pg_dump runs, and new ones are created meanwhile', async () => {
  const partitions = new Partitions(pool);
  await partitions.ensure('gps_fixes', ['2020-03']);
  const dump = await startDump();
  const dropped = dropMonth(pool, 'gps_fixes', '2020-03');
  await partitions.ensure('passages', ['2031-07']);
  expect((await dump.finish()).code).toBe(0);
  await dropped;
  const { rows } = await pool.query("select to_regclass('gps_fixes_2020_03') as name");
  expect(rows).toEqual([{ name: null }]);
});
