import type { Context } from '../../platform/part.ts';
import { acknowledgeByText, type TextAnswer } from './answers.service.ts';
import { makeAnswerToken, deleteExpiredAnswers } from './answers.store.ts';
import { createAlertsHandlers } from './alerts.routes.ts';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin, type Call } from '../../platform/http/call.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import { deleteOldAlerts } from './alerts.store.ts';
import { settleAlerts, watchLinks } from './look-after-alerts.ts';

const LOOK_JOB = 'alerts.look';
const TIDY_JOB = 'alerts.tidy';
const DAY_MS = 86_400_000;

/** Deletes closed alerts that are older than their retention, in batches. */
export async function tidyAlerts(database: Database, keepDays: number, now: number): Promise<void> {
  const oldest = new Date(now - keepDays * DAY_MS);
  const deleteBatch = () => database.change(systemOrigin('alerts'), (change) => deleteOldAlerts(change, oldest));
  while (await deleteBatch());
  await database.change(systemOrigin('alerts'), deleteExpiredAnswers);
}

function createAlertsJobs(database: Database, publicUrl: string, keepDays: number): Job[] {
  return [
    defineJob(LOOK_JOB, z.object({}), async () => {
      await watchLinks(database, publicUrl, Date.now());
      await settleAlerts(database, Date.now());
    }),
    defineJob(TIDY_JOB, z.object({}), () => tidyAlerts(database, keepDays, Date.now())),
  ];
}

const ALERTS_CRONTAB = [
  { at: '* * * * *', job: LOOK_JOB },
  { at: '37 3 * * *', job: TIDY_JOB },
] as const;

interface Options extends Context {
  readonly config: { readonly publicUrl: string; readonly keepAlertsDays: number };
}

export const createAlertsPart = ({ database, config }: Options) => ({
  handlers: { alerts: createAlertsHandlers(database, Date.now) },
  makeAnswerToken,
  acknowledgeByText: (call: Call, answer: TextAnswer) => acknowledgeByText(database, call, answer, Date.now()),
  jobs: createAlertsJobs(database, config.publicUrl, config.keepAlertsDays),
  crontab: ALERTS_CRONTAB,
});
