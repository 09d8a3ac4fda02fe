import type { Routes } from '@waymark/contract/routes/index';
import type { Database } from '../../../platform/database/database.ts';
import { originOf, scopeOfCall, type SignedInCall } from '../../../platform/http/call.ts';
import type { Handlers } from '../../../platform/http/handlers.ts';
import { finishRun } from './finish-run.service.ts';
import { listFinishedRuns } from './finished-runs.queries.ts';
import { updateJobNumber } from './job-number.service.ts';
import { reopen } from './reopen-run.service.ts';
import { createRunBroadcast } from './run-broadcast.service.ts';
import { synchRun } from './synch-run.service.ts';

/** `now` answers UTC milliseconds. */
export function createFinishedRunsHandlers(
  database: Database,
  now: () => number = Date.now,
): Handlers<Routes['finishedRuns'] & Pick<Routes['broadcast'], 'createRunBroadcast'>> {
  const edits = (call: SignedInCall) => ({ database, origin: originOf(call), now: now() });
  return {
    listFinishedRuns: ({ query }, call) => listFinishedRuns(database.read(scopeOfCall(call)), query),
    finishRun: async ({ body }, call) => ({ runId: await finishRun(edits(call), body) }),
    reopenRun: async ({ body }, call) => {
      await reopen(edits(call), body.runId);
      return { runId: body.runId };
    },
    createRunBroadcast: ({ body }, call) => createRunBroadcast(database, originOf(call), body, now()),
    synchRun: ({ body }, call) => synchRun(edits(call), body.runId),
    updateJobNumber: async ({ body }, call) => {
      await updateJobNumber(edits(call), body.runId, body.jobNumber);
      return {};
    },
  };
}
