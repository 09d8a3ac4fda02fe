import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { Month, Partitions } from '../../platform/database/partitions.ts';
import { dropMonth, isOlder, listCurrentMonths, listMonths } from '../../platform/database/retention.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { sweepPresence } from './presence.store.ts';
import { listTables, type Retention } from './retention.ts';
import { forgetCounts, forgetDeletions, forgetEarlyWaveforms, forgetRejections } from './tidy.store.ts';

const PRESENCE_JOB = 'records.presence';
const TIDY_JOB = 'records.tidy';
const DAY_MS = 86_400_000;
const EARLY_WAVEFORM_DAYS = 7;

interface Parts {
  readonly database: Database;
  readonly partitions: Partitions;
  readonly retention: Retention;
  readonly now: () => number;
}

/** Makes the months that are written now and next. */
export async function prepareMonths({ partitions, retention, now }: Parts): Promise<void> {
  await runEach(listTables(retention), ({ table }) => partitions.ensure(table, listCurrentMonths(now())));
}

/** Drops what is older than it is kept, makes the next month, and attaches months that were left unattached. */
export async function tidyRecords(parts: Parts): Promise<void> {
  const { database, partitions, retention } = parts;
  const now = parts.now();
  const daysAgo = (days: number) => now - days * DAY_MS;
  await prepareMonths(parts);
  await runEach(listTables(retention), async ({ table, days }) => {
    for (const { month, isAttached } of await listMonths(database.pool, table)) {
      if (isOlder(month, daysAgo(days))) await dropMonth(database.pool, table, month);
      else if (!isAttached) await attachAgain(partitions, table, month);
    }
  });
  partitions.forget();
  await database.change(systemOrigin('record tidying'), async (change) => {
    await forgetCounts(change, listTables(retention), now);
    await forgetEarlyWaveforms(change, daysAgo(EARLY_WAVEFORM_DAYS));
    await forgetDeletions(change, daysAgo(retention.passageDays));
    await forgetRejections(change, daysAgo(retention.rejectedDays));
  });
}

async function attachAgain(partitions: Partitions, table: string, month: Month): Promise<void> {
  partitions.forget();
  await partitions.ensure(table, [month]);
}

/** A table that fails does not stop the others; the job fails afterwards, and is tried again. */
async function runEach<Item>(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) await run(item).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('; '));
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
    defineJob(TIDY_JOB, z.object({}), () => tidyRecords(parts)),
  ];
}

export const RECORDS_CRONTAB = [
  { at: '* * * * *', job: PRESENCE_JOB },
  { at: '41 2 * * *', job: TIDY_JOB },
] as const;
