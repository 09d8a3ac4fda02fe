import type { Routes } from '@waymark/contract/routes/index';
import type { Database } from '../../../platform/database/database.ts';
import { originOf } from '../../../platform/http/call.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import { problem } from '../../../platform/http/problem.ts';
import { finishRun } from '../run-edits.service.ts';

const later = () => {
  throw problem('not-found');
};

export function createFinishedRunsHandlers(database: Database, now: () => number = Date.now): Handlers<Routes['finishedRuns']> {
  return {
    listFinishedRuns: later,
    finishRun: async ({ body }, call) => ({ runId: await finishRun({ database, origin: originOf(call), now: now() }, body) }),
    synchRun: later,
    updateJobNumber: later,
  };
}
