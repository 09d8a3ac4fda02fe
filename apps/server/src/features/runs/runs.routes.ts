import type { Routes } from '@waymark/contract/routes/index';
import type { Database } from '../../platform/database/database.ts';
import { originOf, scopeOfCall, type SignedInCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { problem } from '../../platform/http/problem.ts';
import { sendManualAlert } from './manual-alert.service.ts';
import {
  deleteManualPassage,
  updateAgms,
  updateManualPassage,
  updateNotifications,
  updateRun,
} from './run-edits.service.ts';
import { readFollowedRuns, readFollowedUids } from './followed-runs.service.ts';
import { readRunScores } from './run-scores.queries.ts';
import { launchRun, readRun, readRuns, removeRun } from './runs.service.ts';

/** `now` answers UTC milliseconds. */
export function createRunsHandlers(
  database: Database,
  publicUrl: string,
  now: () => number = Date.now,
): Handlers<Routes['runs']> {
  const readerOf = (call: SignedInCall) => database.read(scopeOfCall(call));
  const edits = (call: SignedInCall) => ({ database, origin: originOf(call), now: now() });
  return {
    listRuns: ({ query }, call) => readRuns(readerOf(call), query, now()),
    readRun: ({ params }, call) => readRun(readerOf(call), params.runId, now()),
    addRun: async ({ body }, call) => {
      if (body.runId !== -1) return { runId: await updateRun(edits(call), body) };
      if (originOf(call).scope.kind === 'viewer') throw problem('forbidden');
      return { runId: await launchRun(database, originOf(call), body, now()) };
    },
    updateAgms: async ({ body }, call) => ({ runId: await updateAgms(edits(call), body.runId, body.path) }),
    updateNotifications: async ({ body }, call) => ({
      runId: await updateNotifications(edits(call), body.runId, body.path),
    }),
    triggerManualAlert: async ({ body }, call) => ({
      queued: await sendManualAlert({ ...edits(call), publicUrl }, body.pigRunId ?? body.runId ?? 0, body.markerName),
    }),
    deleteManualPassage: async ({ body }, call) => {
      await deleteManualPassage(edits(call), body.runId, body.passageTimeStamp);
      return {};
    },
    updateManualPassage: async ({ body }, call) => {
      await updateManualPassage(edits(call), body.runId, body.passageTimeStamp, body.newPassageTime);
      return {};
    },
    listRunsNotifying: async ({ params }, call) => ({
      pigRunIdList: await readFollowedRuns(readerOf(call), params.userId),
    }),
    listUidsNotifying: async ({ params }, call) => ({ uidList: await readFollowedUids(readerOf(call), params.userId) }),
    readScores: async ({ body }, call) => ({
      machineLearningPassageResultList: await readRunScores(readerOf(call), body.runId),
    }),
    deleteRun: async ({ params }, call) => {
      await removeRun(database, originOf(call), params.runId);
      return {};
    },
  };
}
