import { z } from 'zod';
import { systemOrigin } from '../../platform/http/call.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Context } from '../../platform/part.ts';
import type { Press } from '../reports/reports.api.ts';
import { deleteForgottenFiles } from './notes.service.ts';
import { createShiftHandlers } from './shift.routes.ts';

const TIDY_JOB = 'shift.tidy';
const DAY_MS = 86_400_000;

interface Options extends Context {
  readonly press: Press;
}

export const createShiftPart = ({ database, log, press }: Options) => ({
  handlers: { shift: createShiftHandlers({ database, log, press, now: Date.now }) },
  jobs: [
    defineJob(TIDY_JOB, z.object({}), async () => {
      const oldest = new Date(Date.now() - DAY_MS);
      while (await database.change(systemOrigin('shift'), (change) => deleteForgottenFiles(change, oldest)));
    }),
  ],
  crontab: [{ at: '43 3 * * *', job: TIDY_JOB }] as const,
});
