import { z } from 'zod';
import type { Change } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { startOfMonth, type Month, type Partitions } from '../../platform/database/partitions.ts';
import { NO_LIMIT, withQueryLimit } from '../../platform/database/query-limit.ts';
import { dropMonth, isOlder, listCurrentMonths, listMonths } from '../../platform/database/retention.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { forgetOldEarlyWaveforms, joinEarlyWaveforms, type EarlySelection } from './early-waveforms.store.ts';
import { sweepPresence } from './presence.store.ts';
import { NO_PASSAGE, storeRejections } from './rejections.store.ts';
import { listTables, type Retention } from './retention.ts';
import { forgetCounts, forgetDeletions, forgetRejections } from './tidy.store.ts';
import * as scoring from '../scoring/scoring.api.ts';

const PRESENCE_JOB = 'records.presence';
const SAMPLES_JOB = 'records.samples';
const TIDY_JOB = 'records.tidy';
const DAY_MS = 86_400_000;
/** Longer than the time after which samples are settled; a nightly job checks older ones. */
const JOIN_WITHIN_MS = 60 * 60_000;

interface Parts {
  readonly database: Database;
  readonly partitions: Partitions;
  readonly retention: Retention;
  readonly now: () => number;
}

/** Creates the partitions of the current and the next month. */
export async function prepareMonths({ partitions, retention, now }: Parts): Promise<void> {
  await runEach(listTables(retention), ({ table }) => partitions.ensure(table, listCurrentMonths(now())));
}

/** Drops expired partitions, creates the next month and attaches partitions that an interrupted run left detached. */
export async function tidyRecords(parts: Parts): Promise<void> {
  const { database, partitions, retention } = parts;
  const now = parts.now();
  const daysAgo = (days: number) => now - days * DAY_MS;
  await prepareMonths(parts);
  await runEach(listTables(retention), async ({ table, days }) => {
    for (const { month, isAttached } of await listMonths(database.pool, table)) {
      if (isOlder(month, daysAgo(days))) await expireMonth(parts, table, month);
      else if (!isAttached) await attachAgain(partitions, table, month);
    }
  });
  partitions.forget();
  await database.change(systemOrigin('record tidying'), async (change) => {
    await forgetCounts(change, listTables(retention), now);
    await joinSamples(change, {}, now);
    const forgotten = await forgetOldEarlyWaveforms(change, now);
    if (forgotten > 0) await storeRejections(change, [], new Map([[NO_PASSAGE, forgotten]]), now);
    await forgetDeletions(change, daysAgo(retention.passageDays));
    await forgetRejections(change, daysAgo(retention.rejectedDays));
  });
}

/** Also announces the detached month: until then, changes can refer to passages of it. */
async function expireMonth({ database }: Parts, table: string, month: Month): Promise<void> {
  const [from, until] = [new Date(startOfMonth(month)), new Date(startOfMonth(month, 1))];
  const announce = async (holder: string) => {
    if (table !== 'passages') return;
    // A month can have many passages of runs.
    await withQueryLimit(NO_LIMIT, () =>
      database.change(systemOrigin('record tidying'), (change) =>
        change.raise('passages-expiring', { table: holder, from, until }),
      ),
    );
  };
  await announce(table);
  await dropMonth(database.pool, table, month, announce);
}

async function attachAgain(partitions: Partitions, table: string, month: Month): Promise<void> {
  partitions.forget();
  await partitions.ensure(table, [month]);
}

/** A failing table does not stop the others; the job fails at the end and is retried. */
async function runEach<Item>(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) await run(item).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('; '));
}

/** Joins samples that had to wait until their passage was certain. */
export async function joinSamples(change: Change, selection: EarlySelection, now: number): Promise<void> {
  await scoring.planScoring(change, await joinEarlyWaveforms(change, selection, now));
}

export function createRecordsJobs(parts: Parts): Job[] {
  const { database, now } = parts;
  const listeningSince = now();
  return [
    defineJob(PRESENCE_JOB, z.object({}), async () => {
      await database.change(systemOrigin('presence'), (change) =>
        sweepPresence(change, { now: now(), listeningSince }),
      );
    }),
    defineJob(SAMPLES_JOB, z.object({}), async () => {
      const at = now();
      await database.change(systemOrigin('samples'), (change) =>
        joinSamples(change, { receivedAfter: at - JOIN_WITHIN_MS }, at),
      );
    }),
    defineJob(TIDY_JOB, z.object({}), () => tidyRecords(parts)),
  ];
}

export const RECORDS_CRONTAB = [
  { at: '* * * * *', job: PRESENCE_JOB },
  { at: '* * * * *', job: SAMPLES_JOB },
  { at: '41 2 * * *', job: TIDY_JOB },
] as const;
