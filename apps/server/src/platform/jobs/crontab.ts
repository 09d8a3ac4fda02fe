import { setTimeout as sleep } from 'node:timers/promises';
import { parseCronItem, type ParsedCronItem } from 'graphile-worker';
import type pg from 'pg';
import type { Log } from '../log.ts';

// Decides which jobs are due, by the system clock, which may be set forward or back at any moment.

export interface CrontabEntry {
  /** The five fields of cron, in UTC. */
  readonly at: string;
  readonly job: string;
}

export interface CrontabParts {
  readonly pool: pg.Pool;
  readonly entries: readonly CrontabEntry[];
  readonly log: Log;
  readonly now?: () => number;
}

const MINUTE_MS = 60_000;
/** Interval in which a changed clock is detected. */
const LOOK_MS = 5000;
/** After a longer gap only the newest day is checked: each job is due at least once a day. */
const MOST_MINUTES = 24 * 60;
/** Clocks of nodes differ by less; a larger difference means that the clock was set back. */
const CLOCKS_DIFFER_MINUTES = 2;

const isDueIn = ({ match }: ParsedCronItem, minute: number): boolean => {
  const at = new Date(minute * MINUTE_MS);
  return match({
    min: at.getUTCMinutes(),
    hour: at.getUTCHours(),
    date: at.getUTCDate(),
    month: at.getUTCMonth() + 1,
    dow: at.getUTCDay(),
  });
};

/**
 * Enqueues the jobs of a crontab, each at most once a minute across all nodes. When the clock was set forward, a job
 * that was due in between is enqueued once; when it was set back, counting restarts there.
 */
export class Crontab {
  readonly #parts: CrontabParts;
  readonly #now: () => number;
  readonly #items: readonly ParsedCronItem[];
  readonly #stopping = new AbortController();
  #last: number;
  #running: Promise<void> = Promise.resolve();

  constructor(parts: CrontabParts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
    this.#items = parts.entries.map(({ at, job }) => parseCronItem({ task: job, match: at }));
    this.#last = this.#minute();
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Enqueues the jobs that have become due since the last poll. */
  async look(): Promise<void> {
    const minute = this.#minute();
    if (minute === this.#last) return;
    const from = minute < this.#last ? minute : Math.max(this.#last + 1, minute - MOST_MINUTES + 1);
    const due = this.#items.filter((item) => {
      for (let each = minute; each >= from; each--) if (isDueIn(item, each)) return true;
      return false;
    });
    if (due.length > 0)
      await this.#enqueue(
        due.map(({ task }) => task),
        minute,
      );
    this.#last = minute;
  }

  #minute(): number {
    return Math.floor(this.#now() / MINUTE_MS);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.look().catch((error: unknown) =>
        this.#parts.log.warn({ err: error }, 'enqueueing the jobs of this minute failed; retrying in 5 s'),
      );
      const toNextMs = MINUTE_MS - (this.#now() % MINUTE_MS) + 1;
      await sleep(Math.min(LOOK_MS, toNextMs), undefined, { signal }).catch(() => undefined);
    }
  }

  /** Skips jobs that another node has enqueued in this minute. */
  async #enqueue(jobs: readonly string[], minute: number): Promise<void> {
    await this.#parts.pool.query(
      `with due as (
        insert into crontab_minutes as known (job, minute) select unnest($1::text[]), $2::bigint
        on conflict (job) do update set minute = excluded.minute
        where known.minute < excluded.minute or known.minute > excluded.minute + ${CLOCKS_DIFFER_MINUTES}
        returning job)
      select graphile_worker.add_job(job, '{}', job_key => job) from due`,
      [jobs, minute],
    );
  }
}
