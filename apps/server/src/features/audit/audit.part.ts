import type { Context } from '../../platform/part.ts';
import { createAuditHandlers } from './audit.routes.ts';
import { createErrorLogJobs, ERROR_LOG_CRONTAB } from './error-log.jobs.ts';
import type { ErrorLogRetention } from './error-log.store.ts';

interface Options extends Context {
  readonly config: { readonly errorLog: ErrorLogRetention };
}

export const createAuditPart = ({ database, config }: Options) => ({
  handlers: { audit: createAuditHandlers(database) },
  jobs: createErrorLogJobs(database, config.errorLog, Date.now),
  crontab: ERROR_LOG_CRONTAB,
});
