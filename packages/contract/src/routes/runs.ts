import { z } from 'zod';
import { asRunId, asUserId } from '../ids.ts';
import { id, uid } from '../devices/fields.ts';
import { examplePassageScores, passageScores } from '../devices/passage-row.ts';
import { utcText } from '../paging.ts';
import { withPlainTexts } from '../plain-texts.ts';
import { ADMINS, EVERYONE } from '../roles.ts';
import { defineRoute } from '../route.ts';
import { markerName } from '../runs/marker.ts';
import { examplePath } from '../runs/pig-path.ts';
import { exampleRun, exampleSentRun, pigRun, sentRun } from '../runs/pig-run.ts';

// Runs: a pig on its way along a path, or one that has arrived.

const runId = asRunId(z.coerce.number().pipe(id));
const userId = asUserId(z.coerce.number().pipe(id));
const RUN_BYTES = 16 * 1024 * 1024;
/** The path as JSON text. */
const pathOfRun = z.object({ runId: id, path: z.string() });
const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

export const runsRoutes = {
  listRuns: defineRoute({
    method: 'GET',
    path: '/pigrun',
    summary: 'The runs that the caller may see, newest launch first; viewers get the active ones that notify them.',
    access: EVERYONE,
    key: 'runs:read',
    query: z.object({
      active: flag.optional(),
      /** Only runs that were active at this time. */
      at: utcText.optional(),
      /** Only this run, if it matches. */
      runId: runId.optional(),
      page: z.coerce.number().int().min(1).optional(),
      rowsPerPage: z.coerce.number().int().min(0).max(1000).optional(),
    }),
    reply: z.array(pigRun),
    example: { query: { active: 'true' }, reply: [exampleRun] },
  }),
  readRun: defineRoute({
    method: 'GET',
    path: '/pigrun/:runId',
    summary: 'One run with all its fields.',
    access: EVERYONE,
    key: 'runs:read',
    params: z.object({ runId }),
    reply: pigRun,
    problems: ['run-not-found'],
    example: { params: { runId: 41 }, reply: exampleRun },
  }),
  addRun: defineRoute({
    method: 'POST',
    path: '/pigrun/add/',
    summary: 'Launches a run (runId -1) or changes one; answers its number.',
    access: EVERYONE,
    body: withPlainTexts(sentRun),
    bodyLimit: RUN_BYTES,
    reply: z.object({ runId: id }),
    problems: [
      'run-not-found',
      'run-invalid',
      'run-refused',
      'run-changed',
      'run-completed',
      'path-in-use',
      'pig-in-use',
    ],
    example: { body: exampleSentRun, reply: { runId: 41 } },
  }),
  updateAgms: defineRoute({
    method: 'POST',
    path: '/pigrun/updateAgms',
    summary: 'Replaces the devices that watch a run (agms and offlineAgms of the path), and nothing else of the path.',
    access: ADMINS,
    body: pathOfRun,
    bodyLimit: RUN_BYTES,
    reply: z.object({ runId: id }),
    problems: ['run-not-found', 'run-invalid'],
    example: { body: { runId: 41, path: JSON.stringify(examplePath) }, reply: { runId: 41 } },
  }),
  updateNotifications: defineRoute({
    method: 'POST',
    path: '/pigrun/updateNotifications',
    summary: 'Replaces the notifications of a run (notifications of the path), and nothing else of the path.',
    access: ADMINS,
    body: pathOfRun,
    bodyLimit: RUN_BYTES,
    reply: z.object({ runId: id }),
    problems: ['run-not-found', 'run-invalid'],
    example: { body: { runId: 41, path: JSON.stringify(examplePath) }, reply: { runId: 41 } },
  }),
  triggerManualAlert: defineRoute({
    method: 'POST',
    path: '/pigrun/triggermanualalert',
    summary: 'Notifies users of the last manual passage at this marker, unless they were notified of it before.',
    access: ADMINS,
    body: withPlainTexts(z.object({ markerName, pigRunId: id.optional(), runId: id.optional() })).refine(
      ({ pigRunId, runId: alias }) => pigRunId !== undefined || alias !== undefined,
      'pigRunId is needed',
    ),
    reply: z.object({ queued: z.int().min(0) }),
    problems: ['run-not-found'],
    example: { body: { markerName: 'AGM 01', pigRunId: 41 }, reply: { queued: 1 } },
  }),
  deleteManualPassage: defineRoute({
    method: 'POST',
    path: '/pigrun/DeleteManualPassage',
    summary: 'Removes the passage that a user set at this time, and calculates the run again.',
    access: ADMINS,
    body: z.object({ runId: id, passageTimeStamp: utcText }),
    reply: z.object({}),
    problems: ['run-not-found', 'passage-not-found'],
    example: { body: { runId: 41, passageTimeStamp: '2026-03-18 03:12:00' }, reply: {} },
  }),
  updateManualPassage: defineRoute({
    method: 'POST',
    path: '/pigrun/UpdateManualPassage',
    summary: 'Corrects the time of a passage that a user set.',
    access: ADMINS,
    body: z.object({ runId: id, passageTimeStamp: utcText, newPassageTime: utcText }),
    reply: z.object({}),
    problems: ['run-not-found', 'passage-not-found', 'passage-time-refused'],
    example: {
      body: { runId: 41, passageTimeStamp: '2026-03-18 03:12:00', newPassageTime: '2026-03-18 03:12:30' },
      reply: {},
    },
  }),
  listRunsNotifying: defineRoute({
    method: 'GET',
    path: '/pigrun/ActivePigRunListWithUserNotification/:userId',
    summary: 'The active runs that notify a user, by any medium.',
    access: EVERYONE,
    params: z.object({ userId }),
    reply: z.object({ pigRunIdList: z.array(id) }),
    problems: ['user-not-found'],
    example: { params: { userId: 2 }, reply: { pigRunIdList: [41] } },
  }),
  listUidsNotifying: defineRoute({
    method: 'GET',
    path: '/pigrun/ActivePigRunUidListWithUserNotification/:userId',
    summary: 'The devices of these runs, each once.',
    access: EVERYONE,
    params: z.object({ userId }),
    reply: z.object({ uidList: z.array(uid) }),
    problems: ['user-not-found'],
    example: { params: { userId: 2 }, reply: { uidList: [100_234] } },
  }),
  readScores: defineRoute({
    method: 'POST',
    path: '/pigrun/GetMachineLearningResults',
    summary: 'The results of the algorithms for the passages of a run.',
    access: EVERYONE,
    key: 'runs:read',
    body: z.object({ runId: id }),
    reply: z.object({ machineLearningPassageResultList: z.array(passageScores) }),
    problems: ['run-not-found'],
    example: { body: { runId: 41 }, reply: { machineLearningPassageResultList: [examplePassageScores] } },
  }),
  deleteRun: defineRoute({
    method: 'DELETE',
    path: '/pigrun/:runId',
    summary: 'Cancels an active run, or deletes a completed one; the passages of the devices stay.',
    access: ADMINS,
    stepUp: 'always',
    params: z.object({ runId }),
    reply: z.object({}),
    problems: ['run-not-found'],
    example: { params: { runId: 41 }, reply: {} },
  }),
};
