import type { Context } from '../../platform/part.ts';
import type { Press } from './files/press.ts';
import { createReportsHandlers } from './reports.routes.ts';

interface Options extends Context {
  readonly press: Press;
}

export const createReportsPart = ({ database, log, press }: Options) => ({
  handlers: createReportsHandlers({ database, log, press, now: Date.now }),
});
