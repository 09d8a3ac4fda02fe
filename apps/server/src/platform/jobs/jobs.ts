import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  run,
  runMigrations,
  type Runner,
  type TaskList,
  type WorkerEvents,
  Logger,
  type Job as QueuedJob,
} from 'graphile-worker';
import type pg from 'pg';
import { z } from 'zod';
import type { Connection } from '../database/database.ts';
import { openPool, type IsAway } from '../database/pool.ts';
import { NO_LIMIT, withQueryLimit } from '../database/query-limit.ts';
import type { Log } from '../log.ts';
import { Outage } from '../outage.ts';
import { Crontab, type CrontabEntry } from './crontab.ts';
import { defineJob, type Job } from './job.ts';
import { freeAbandonedJobs, Presence } from './presence.ts';

const CONCURRENCY = 6;
const LOOK_MS = 5000;
const CONNECTIONS_BESIDE_JOBS = 3; // listening, the crontab, completing
const RESTART_MS = 1000;
const EVERY_MINUTE = '* * * * *';
/** Limit for a single statement of a job: reports, retention, learning. */
const STATEMENT_MS = 1_800_000;

export interface JobsOptions {
  readonly connection: Connection;
  readonly log: Log;
  readonly jobs: readonly Job[];
  readonly crontab?: readonly CrontabEntry[];
  readonly concurrency?: number;
  /** How late a job with a time may start: each of the workers looks for due jobs in this interval. Others start at once. */
  readonly lookMs?: number;
  /** Whether the database is away: statements of jobs then fail early. */
  readonly isAway?: IsAway;
}

export interface RunningJobs {
  /** Takes no more jobs and resolves when the running ones have finished and are marked complete. */
  stop(): Promise<void>;
}

const openJobsPool = (connection: Connection, log: Log, size: number, isAway?: IsAway) =>
  openPool({ ...connection, max: size, application_name: 'waymark jobs' }, log, isAway);

function logFailure(log: Log, job: QueuedJob, error: unknown): void {
  const isLast = job.attempts >= job.max_attempts;
  const facts = { err: error, job: job.task_identifier, jobId: job.id, attempt: job.attempts };
  if (isLast) log.error(facts, 'a job failed at its last attempt and is not retried');
  else log.warn(facts, 'a job failed and will be retried');
}

/** Forwards the queue's own messages to our log: routine ones at debug, a failed job once. */
function createJobLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (meta?.failure === true) return logFailure(log, meta.job as QueuedJob, meta.error);
    if (level === 'error') return log.error({ err: meta?.error }, message);
    if (level === 'warning') return log.warn(message);
    return log.debug(message);
  });
}

/** Creates or migrates the queue's own tables; must run before the first job is enqueued. */
export function migrateJobs(pool: pg.Pool, log: Log): Promise<void> {
  return withQueryLimit(NO_LIMIT, () => runMigrations({ pgPool: pool, logger: createJobLogger(log) }));
}

interface Work {
  readonly tasks: TaskList;
  readonly entries: readonly CrontabEntry[];
}

function prepareWork(pool: pg.Pool, jobs: readonly Job[], crontab: readonly CrontabEntry[]): Work {
  const freeing = defineJob('jobs.free-abandoned', z.object({}), () => freeAbandonedJobs(pool));
  const entries = [...crontab, { at: EVERY_MINUTE, job: freeing.name }];
  const known = new Map([...jobs, freeing].map((job) => [job.name, job]));
  for (const { job } of entries) if (!known.has(job)) throw new Error(`The crontab names an unknown job ${job}`);
  return {
    tasks: Object.fromEntries(
      [...known.values()].map(({ name, run: work }) => [
        name,
        (payload) => withQueryLimit(STATEMENT_MS, () => work(payload)),
      ]),
    ),
    entries,
  };
}

class JobRunner {
  readonly #pool: pg.Pool;
  readonly #options: JobsOptions;
  readonly #work: Work;
  readonly #stopping = new AbortController();
  readonly #crontab: Crontab;
  readonly #outage: Outage;
  #runner: Runner | undefined;
  #presence: Presence | undefined;
  #ended: Promise<void> = Promise.resolve();

  constructor(options: JobsOptions) {
    this.#options = options;
    this.#pool = openJobsPool(
      options.connection,
      options.log,
      (options.concurrency ?? CONCURRENCY) + CONNECTIONS_BESIDE_JOBS,
      options.isAway,
    );
    this.#work = prepareWork(this.#pool, options.jobs, options.crontab ?? []);
    this.#outage = new Outage(options.log, {
      began: 'the job queue stopped by itself; restarting it until it runs',
      ended: 'the job queue runs again',
      level: 'error',
    });
    this.#crontab = new Crontab({ pool: this.#pool, entries: this.#work.entries, log: options.log });
  }

  async start(): Promise<void> {
    try {
      await this.#startRunner();
      await freeAbandonedJobs(this.#pool);
    } catch (error) {
      await this.stop();
      throw error;
    }
    this.#crontab.start();
    this.#ended = this.#keepRunning();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#crontab.stop();
    await this.#stopRunner();
    await this.#ended;
    await this.#stopRunner(); // one that was just being started again
    await this.#pool.end();
  }

  async #startRunner(): Promise<void> {
    const { connection, log, concurrency = CONCURRENCY, lookMs = LOOK_MS } = this.#options;
    const events: WorkerEvents = new EventEmitter();
    let poolId = '';
    events.once('pool:create', ({ workerPool }) => (poolId = workerPool.id));
    this.#runner = await run({
      pgPool: this.#pool,
      events,
      logger: createJobLogger(log),
      concurrency,
      pollInterval: lookMs,
      noHandleSignals: true,
      taskList: this.#work.tasks,
      // Disables batched completion so that `stop()` waits for the write.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    this.#presence = new Presence(connection, poolId, log);
    await this.#presence.show();
  }

  async #stopRunner(): Promise<void> {
    // The runner refuses a second stop; one that stopped by itself has logged the reason.
    await this.#runner?.stop().catch(() => undefined);
    await this.#runner?.promise.catch(() => undefined);
    await this.#presence?.end();
  }

  /** The queue stops by itself after a long database outage: restart it, so that the server never runs without jobs. */
  async #keepRunning(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const failure: unknown = await this.#runner?.promise.catch((error: unknown) => error);
      if (signal.aborted) return;
      this.#outage.begin(failure);
      await this.#stopRunner();
      await sleep(RESTART_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await this.#startRunner().then(
        () => this.#outage.end(),
        // It may run without its presence: other nodes would take its jobs.
        () => this.#stopRunner(),
      );
    }
  }
}

export async function startJobs(options: JobsOptions): Promise<RunningJobs> {
  const runner = new JobRunner(options);
  await runner.start();
  let stopped: Promise<void> | undefined;
  return { stop: () => (stopped ??= runner.stop()) };
}
