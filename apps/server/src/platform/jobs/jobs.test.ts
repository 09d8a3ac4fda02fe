import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { Database } from '../database/database.ts';
import type { DomainEventHandlers } from '../database/change.ts';
import { systemOrigin } from '../http/call.ts';
import { createLog } from '../log.ts';
import { defineJob, type Job } from './job.ts';
import { startJobs, type RunningJobs } from './jobs.ts';
import { freeAbandonedJobs, Presence } from './presence.ts';
import { openTestPool } from '../../testing/test-pool.ts';

const log = createLog('silent');
const origin = systemOrigin('test');

let home: TestDatabase;
let database: Database;
let running: RunningJobs[] = [];

beforeAll(async () => {
  home = await createTestDatabase();
  database = new Database(home.connection, log);
  database.wire({} as DomainEventHandlers, () => undefined);
});

afterEach(async () => {
  for (const jobs of running) await jobs.stop();
  running = [];
  await database.pool.query('delete from graphile_worker._private_jobs');
});

afterAll(async () => {
  await database.close();
  await home.drop();
});

async function start(...jobs: Job[]): Promise<RunningJobs> {
  const started = await startJobs({ connection: home.connection, log, jobs });
  running.push(started);
  return started;
}

/** A job that records the numbers it was run with. */
function defineCounting() {
  const seen: number[] = [];
  const job = defineJob('count', z.object({ n: z.int() }), async ({ n }) => void seen.push(n));
  return { seen, job };
}

const enqueue = (payload: Record<string, unknown>, name = 'count') =>
  database.change(origin, (change) => change.enqueue({ name, payload }));

/** Locks the jobs as if this pool had taken them two minutes ago. */
const lockFor = (poolId: string) =>
  database.pool.query(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - interval '2 minutes', attempts = 1`,
    [poolId],
  );

async function readJobs() {
  const found = await database.pool.query<{ last_error: string | null; locked_by: string | null; attempts: number }>(
    `select last_error, locked_by, attempts from graphile_worker.jobs where task_identifier in ('count', 'slow') order by id`,
  );
  return found.rows;
}

test('a job runs after its change has committed, and never after a rollback', async () => {
  const { seen, job } = defineCounting();
  const rolledBack = database.change(origin, async (change) => {
    await change.enqueue({ name: 'count', payload: { n: 1 } });
    throw new Error('undo');
  });
  await expect(rolledBack).rejects.toThrow('undo');
  await start(job);
  await enqueue({ n: 2 });
  await vi.waitFor(async () => expect(await readJobs()).toEqual([]), 10_000);
  expect(seen).toEqual([2]);
});

test('a job with an invalid payload fails with a message that names the field', async () => {
  const { seen, job } = defineCounting();
  await enqueue({ n: 'many' });
  await start(job);
  await vi.waitFor(async () => expect((await readJobs())[0]?.last_error).toBeTruthy(), 10_000);
  const [failed] = await readJobs();
  expect(failed).toMatchObject({ attempts: 1, locked_by: null });
  expect(failed?.last_error).toMatch(/payload of job count does not fit.*expected number.*at n/s);
  expect(seen).toEqual([]);
});

test('stop() waits for the running job and marks it complete', async () => {
  const happened: string[] = [];
  const finish = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const slow = defineJob('slow', z.object({}), async () => {
    begun.resolve();
    await finish.promise;
    happened.push('finished');
  });
  const jobs = await start(slow);
  await enqueue({}, 'slow');
  await begun.promise;
  const stopping = jobs.stop().then(() => happened.push('stopped'));
  finish.resolve();
  await stopping;
  expect(happened).toEqual(['finished', 'stopped']);
  expect(await readJobs()).toEqual([]);
});

test('startJobs refuses a crontab with an unknown job', async () => {
  const crontab = [{ at: '* * * * *', job: 'nothing' }];
  await expect(startJobs({ connection: home.connection, log, jobs: [], crontab })).rejects.toThrow('nothing');
});

test('the queue restarts after it stops by itself', async () => {
  const { seen, job } = defineCounting();
  await start(job);
  await enqueue({ n: 1 });
  await vi.waitFor(() => expect(seen).toEqual([1]), 10_000);
  // The queue gets this notice, and stops, when a newer version has changed its tables.
  await database.pool.query(`select pg_notify('worker:migrate', '{"breaking":true,"migrationNumber":1}')`);
  await vi.waitFor(() => expect(process.exitCode).toBe(57), 10_000);
  process.exitCode = 0;
  await enqueue({ n: 2 });
  await vi.waitFor(() => expect(seen).toEqual([1, 2]), 10_000);
});

test('[W-193] the queue logs an outage once, and its end, however often a restart fails', async () => {
  const { seen, job } = defineCounting();
  const lines: string[] = [];
  const heard = pino(
    { level: 'warn' },
    { write: (line: string) => lines.push((JSON.parse(line) as { msg: string }).msg) },
  );
  let [isAway, refusals] = [false, 0];
  const countRefusals = () => isAway && ++refusals > 0;
  const options = { connection: home.connection, log: heard, jobs: [job], isAway: countRefusals };
  running.push(await startJobs(options));
  // The queue listens once it has run a job.
  await enqueue({ n: 1 });
  await vi.waitFor(() => expect(seen).toEqual([1]), 10_000);
  isAway = true;
  await database.pool.query(`select pg_notify('worker:migrate', '{"breaking":true,"migrationNumber":1}')`);
  await vi.waitFor(
    () => expect(lines).toContain('the job queue stopped by itself; restarting it until it runs'),
    10_000,
  );
  process.exitCode = 0;
  refusals = 0;
  await vi.waitFor(() => expect(refusals).toBeGreaterThan(2), 10_000);
  isAway = false;
  await enqueue({ n: 2 });
  await vi.waitFor(() => expect(seen).toEqual([1, 2]), 10_000);
  await vi.waitFor(() => expect(lines).toContain('the job queue runs again'), 10_000);
  expect(lines.filter((line) => /restarting/.test(line))).toHaveLength(1);
});

test('other nodes take over the jobs of a killed node, not those of a living one', async () => {
  const { seen, job } = defineCounting();
  await enqueue({ n: 1 });
  const holder = openTestPool(home.connection);
  const living = new Presence(home.connection, 'pool-living', log);
  await living.show();
  await lockFor('pool-living');
  await freeAbandonedJobs(holder);
  expect(await readJobs()).toMatchObject([{ locked_by: 'pool-living' }]);
  await living.end();
  await holder.end();
  await start(job);
  await vi.waitFor(() => expect(seen).toEqual([1]), 10_000);
});

test('a node whose presence connection breaks shows itself again', async () => {
  const presence = new Presence(home.connection, 'pool-living', log);
  await presence.show();
  const holds = `select pid from pg_locks where locktype = 'advisory' and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database())`;
  const before = await database.pool.query<{ pid: number }>(holds);
  await database.pool.query('select pg_terminate_backend($1)', [before.rows[0]?.pid]);
  await vi.waitFor(async () => {
    const after = await database.pool.query<{ pid: number }>(holds);
    expect(after.rows).toHaveLength(1);
    expect(after.rows[0]?.pid).not.toBe(before.rows[0]?.pid);
  }, 10_000);
  await presence.end();
});

test('[W-119] the jobs of a frozen node are freed, because it no longer shows its presence', async () => {
  await enqueue({ n: 1 });
  await lockFor('pool-still');
  const still = new Presence(home.connection, 'pool-still', log, 20);
  await still.show();
  await vi.waitFor(async () => {
    await freeAbandonedJobs(database.pool);
    expect(await readJobs()).toMatchObject([{ locked_by: null }]);
  }, 10_000);
  await still.end();
});
