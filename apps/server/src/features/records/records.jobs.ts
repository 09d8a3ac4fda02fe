import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { Partitions } from '../../platform/database/partitions.ts';
import { dropMonth, listCurrentMonths, listOldMonths } from '../../platform/database/retention.ts';
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
  for (const { table } of listTables(retention)) await partitions.ensure(table, listCurrentMonths(now()));
}

/** Drops what is older than it is kept, and makes room for the next month. */
export async function tidyRecords(parts: Parts): Promise<void> {
  const { database, partitions, retention } = parts;
  const now = parts.now();
  const daysAgo = (days: number) => now - days * DAY_MS;
  for (const { table, days } of listTables(retention)) {
    for (const month of await listOldMonths(database.pool, table, daysAgo(days)))
      await dropMonth(database.pool, table, month);
  }
  partitions.forget();
  await prepareMonths(parts);
  await database.change(systemOrigin('record tidying'), async (change) => {
    await forgetCounts(change, listTables(retention), now);
    await forgetEarlyWaveforms(change, daysAgo(EARLY_WAVEFORM_DAYS));
    await forgetDeletions(change, daysAgo(retention.passageDays));
    await forgetRejections(change, daysAgo(retention.rejectedDays));
  });
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
