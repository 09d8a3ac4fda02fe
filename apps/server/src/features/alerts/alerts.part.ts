import type { Call } from '../../platform/http/call.ts';
import type { Context } from '../../platform/part.ts';
import { ALERTS_CRONTAB, createAlertsJobs } from './alerts.jobs.ts';
import { acknowledgeByText, type TextAnswer } from './answers.service.ts';
import { makeAnswerToken } from './answers.store.ts';
import { createAlertsHandlers } from './alerts.routes.ts';

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
