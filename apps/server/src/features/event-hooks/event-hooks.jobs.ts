import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { deleteOldDeliveries } from './event-hooks.store.ts';

const TIDY_JOB = 'webhooks.tidy';
const DAY_MS = 86_400_000;

/** Deletes deliveries older than their retention, in batches. */
export async function tidyDeliveries(database: Database, keepDays: number, now: number): Promise<void> {
  const oldest = new Date(now - keepDays * DAY_MS);
  const deleteBatch = () => database.change(systemOrigin('webhooks'), (change) => deleteOldDeliveries(change, oldest));
  while (await deleteBatch());
}

export function createEventHooksJobs(database: Database, keepDays: number): Job[] {
  return [defineJob(TIDY_JOB, z.object({}), () => tidyDeliveries(database, keepDays, Date.now()))];
}

export const EVENT_HOOKS_CRONTAB = [{ at: '43 3 * * *', job: TIDY_JOB }] as const;
