import type { Context } from '../../platform/part.ts';
import { createAuditHandlers } from './audit.routes.ts';
import { z } from 'zod';
import type { Change } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { deleteExcessErrors, deleteOldErrors, type ErrorLogRetention } from './error-log.store.ts';

const TIDY_JOB = 'error-log.tidy';
const DAY_MS = 86_400_000;

/** Keeps the error log within its age and its size. Each batch is a transaction of its own. */
export async function tidyErrorLog(database: Database, { days, rows }: ErrorLogRetention, now: number): Promise<void> {
  const repeat = async (deleteBatch: (change: Change) => Promise<boolean>) => {
    while (await database.change(systemOrigin('error log tidying'), deleteBatch));
  };
  await repeat((change) => deleteOldErrors(change, now - days * DAY_MS));
  await repeat((change) => deleteExcessErrors(change, rows));
}

function createErrorLogJobs(database: Database, retention: ErrorLogRetention, now: () => number): Job[] {
  return [defineJob(TIDY_JOB, z.object({}), () => tidyErrorLog(database, retention, now()))];
}

export const ERROR_LOG_CRONTAB = [{ at: '*/10 * * * *', job: TIDY_JOB }] as const;

interface Options extends Context {
  readonly config: { readonly errorLog: ErrorLogRetention };
}

export const createAuditPart = ({ database, config }: Options) => ({
  handlers: { audit: createAuditHandlers(database) },
  jobs: createErrorLogJobs(database, config.errorLog, Date.now),
  crontab: ERROR_LOG_CRONTAB,
});
