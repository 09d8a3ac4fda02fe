import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { deleteOldMessages } from './outbox.store.ts';

const TIDY_JOB = 'outbox.tidy';
const DAY_MS = 86_400_000;

/** Deletes sent and dead messages older than their retention, in batches. */
export async function tidyOutbox(database: Database, keepDays: number, now: number): Promise<void> {
  const oldest = new Date(now - keepDays * DAY_MS);
  const deleteBatch = () => database.change(systemOrigin('outbox'), (change) => deleteOldMessages(change, oldest));
  while (await deleteBatch());
}

export function createOutboxTidyJobs(database: Database, keepDays: number): Job[] {
  return [defineJob(TIDY_JOB, z.object({}), () => tidyOutbox(database, keepDays, Date.now()))];
}

export const OUTBOX_TIDY_CRONTAB = [{ at: '29 3 * * *', job: TIDY_JOB }] as const;
