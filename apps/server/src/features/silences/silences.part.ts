import type { Routes } from '@waymark/contract/routes/index';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { originOf, scopeOfCall, systemOrigin } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Context } from '../../platform/part.ts';
import { listSilences } from './silences.queries.ts';
import { addSilence, deleteOldSilences, endSilence } from './silences.service.ts';

const TIDY_JOB = 'silences.tidy';
const DAY_MS = 86_400_000;

const createSilencesHandlers = (database: Database, now: () => number): Handlers<Routes['silences']> => ({
  listSilences: async (_input, call) => ({
    silences: await listSilences(database.read(scopeOfCall(call)), now()),
  }),
  addSilence: async ({ body }, call) => ({ silence: await addSilence(database, originOf(call), body, now()) }),
  endSilence: async ({ params }, call) => ({
    silence: await endSilence(database, originOf(call), params.id, now()),
  }),
});

interface Options extends Context {
  readonly config: { readonly keepAlertsDays: number };
}

export const createSilencesPart = ({ database, config }: Options) => ({
  handlers: { silences: createSilencesHandlers(database, Date.now) },
  jobs: [
    defineJob(TIDY_JOB, z.object({}), async () => {
      const oldest = new Date(Date.now() - config.keepAlertsDays * DAY_MS);
      while (await database.change(systemOrigin('silences'), (change) => deleteOldSilences(change, oldest)));
    }),
  ],
  crontab: [{ at: '39 3 * * *', job: TIDY_JOB }] as const,
});
