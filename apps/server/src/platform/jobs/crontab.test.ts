import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { openPool } from '../database/pool.ts';
import { createLog } from '../log.ts';
import { Crontab } from './crontab.ts';
import { migrateJobs } from './jobs.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 10, 23, 1, 30);
const log = createLog('silent');

let home: TestDatabase;
let pool: ReturnType<typeof openPool>;
let now: number;
beforeAll(async () => {
  home = await createTestDatabase();
  pool = openPool(home.connection, log);
  await migrateJobs(pool, log);
});
beforeEach(async () => {
  now = START;
  await pool.query('truncate crontab_minutes');
});
afterAll(async () => {
  await pool.end();
  await home.drop();
});

const open = () =>
  new Crontab({
    pool,
    log,
    now: () => now,
    entries: [
      { at: '* * * * *', job: 'each-minute' },
      { at: '41 2 * * *', job: 'at-night' },
    ],
  });

/** Returns the jobs that a poll enqueues. */
async function lookAt(crontab: Crontab, at: number): Promise<string[]> {
  await pool.query('delete from graphile_worker._private_jobs');
  now = at;
  await crontab.look();
  const { rows } = await pool.query<{ task_identifier: string; revision: number }>(
    'select task_identifier, revision from graphile_worker.jobs order by 1',
  );
  return rows.map(({ task_identifier: name, revision }) => `${name}${'+'.repeat(revision)}`);
}

test('[W-094] a minutely job continues immediately when the clock is set back an hour', async () => {
  const crontab = open();
  expect(await lookAt(crontab, START + MINUTE)).toEqual(['each-minute']);
  expect(await lookAt(crontab, START + MINUTE - HOUR)).toEqual(['each-minute']);
  expect(await lookAt(crontab, START + 2 * MINUTE - HOUR)).toEqual(['each-minute']);
});

test('[W-094] a clock that is set forward makes each job due once, not once per minute', async () => {
  const crontab = open();
  expect(await lookAt(crontab, START + 2 * HOUR)).toEqual(['at-night', 'each-minute']);
  expect(await lookAt(crontab, START + 2 * HOUR + 30_000)).toEqual([]);
  expect(await lookAt(crontab, START + 2 * HOUR + MINUTE)).toEqual(['each-minute']);
});

test('[W-094] several nodes enqueue a job once a minute', async () => {
  const [here, there] = [open(), open()];
  expect(await lookAt(here, START + MINUTE)).toEqual(['each-minute']);
  expect(await lookAt(there, START + MINUTE + 1000)).toEqual([]);
  expect(await lookAt(there, START + 2 * MINUTE)).toEqual(['each-minute']);
  expect(await lookAt(here, START + 2 * MINUTE + 1000)).toEqual([]);
});
