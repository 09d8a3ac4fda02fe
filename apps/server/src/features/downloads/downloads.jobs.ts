import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { lookAfterDownloads } from './look-after-downloads.ts';
import { forgetDownloads } from './tidy.store.ts';

const LOOK_JOB = 'downloads.look-after';
const TIDY_JOB = 'downloads.tidy';
const DAY_MS = 86_400_000;

/** Downloads are kept as long as passages; `now` answers UTC milliseconds. */
export function createDownloadsJobs(database: Database, passageDays: number, now: () => number = Date.now): Job[] {
  return [
    defineJob(LOOK_JOB, z.object({}), () =>
      database.change(systemOrigin('downloads'), (change) => lookAfterDownloads(change, now())),
    ),
    defineJob(TIDY_JOB, z.object({}), () =>
      database.change(systemOrigin('record tidying'), (change) =>
        forgetDownloads(change, now() - passageDays * DAY_MS),
      ),
    ),
  ];
}

export const DOWNLOADS_CRONTAB = [
  { at: '* * * * *', job: LOOK_JOB },
  { at: '43 2 * * *', job: TIDY_JOB },
] as const;
