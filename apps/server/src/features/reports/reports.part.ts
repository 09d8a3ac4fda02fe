import type { Context } from '../../platform/part.ts';
import { createReportsHandlers } from './reports.routes.ts';

export const createReportsPart = ({ database, log }: Context) => ({
  handlers: createReportsHandlers({ database, log, now: Date.now }),
});
