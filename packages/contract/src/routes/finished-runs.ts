import { z } from 'zod';
import { withPlainTexts } from '../plain-texts.ts';
import { id, utcSecond } from '../devices/fields.ts';
import { rowsNumber } from '../paging.ts';
import { ADMINS } from '../roles.ts';
import { defineRoute } from '../route.ts';
import { exampleRun, exampleSentRun, PHASES, pigRun, sentRun } from '../runs/pig-run.ts';

// Completed runs: they can be corrected, synchronised and reported on.

const RUN_BYTES = 16 * 1024 * 1024;

/** A completed run in a list, without its JSON texts. */
export const finishedRun = z.object({
  runId: id,
  groupId: id,
  rev: id,
  pigRunName: z.string(),
  pig: z.string(),
  launchTime: utcSecond.nullable(),
  recieveTime: utcSecond,
  jobNumber: z.string().nullable(),
  /** The zone of the line. */
  timeZone: z.string().optional(),
  /** Number of tracked markers. */
  markers: z.int().min(0),
  /** Markers with a verified passage. */
  verified: z.int().min(0),
  devices: z.int().min(0),
});
export type FinishedRun = z.output<typeof finishedRun>;

const exampleFinished: FinishedRun = {
  runId: 40,
  groupId: 3,
  rev: 31,
  pigRunName: 'Cushing - Tulsa 16',
  pig: 'CLN-16-02',
  launchTime: '2026-03-16 00:00:00',
  recieveTime: '2026-03-16 09:30:00',
  jobNumber: 'J-1042',
  timeZone: 'America/Chicago',
  markers: 14,
  verified: 13,
  devices: 12,
};

/** Times as typed by the user; faults are reported in words. */
const typedTime = z.string().max(40).nullable();
const finishedRunBody = sentRun.extend({ launchTime: typedTime, recieveTime: typedTime });
export type SentFinishedRun = z.output<typeof finishedRunBody>;

const completed = { recieveTime: '2026-03-18 11:20:00', Phase: PHASES.completed };

export const finishedRunsRoutes = {
  listFinishedRuns: defineRoute({
    method: 'GET',
    path: '/pigrun/finished',
    summary:
      'The completed runs, the last received first; `search` is part of a name, a pig, a job number, or the number of the run.',
    access: ADMINS,
    key: 'runs:read',
    query: z.object({
      search: z.string().trim().max(150).optional(),
      page: z.coerce.number().int().min(1).default(1),
      rowsPerPage: z.coerce.number().int().min(1).max(1000).default(15),
    }),
    reply: z.object({ rowsNumber, runList: z.array(finishedRun) }),
    example: { query: { page: 1, rowsPerPage: 15 }, reply: { rowsNumber: 1, runList: [exampleFinished] } },
  }),
  finishRun: defineRoute({
    method: 'POST',
    path: '/finished/pigrun/add/',
    summary:
      'Ends an active run at its recieveTime; with Phase 2, saves the launch and receive time of a completed one. Nothing else is taken over.',
    access: ADMINS,
    body: withPlainTexts(finishedRunBody),
    bodyLimit: RUN_BYTES,
    reply: z.object({ runId: id }),
    problems: ['run-not-found', 'run-invalid', 'run-refused', 'run-completed', 'run-changed'],
    example: { body: { ...exampleSentRun, runId: 41, recieveTime: '2026-03-18 11:20:00' }, reply: { runId: 41 } },
  }),
  reopenRun: defineRoute({
    method: 'POST',
    path: '/pigrun/reopen',
    summary:
      'Lets a run that was ended by mistake go on, within a day after it was ended, whatever its receive time; refused while its pig or path is in another active run, or one of its AGMs watches another one.',
    access: ADMINS,
    body: z.object({ runId: id }),
    reply: z.object({ runId: id }),
    problems: ['run-not-found', 'run-not-completed', 'run-refused'],
    example: { body: { runId: 41 }, reply: { runId: 41 } },
  }),
  synchRun: defineRoute({
    method: 'POST',
    path: '/finished/pigrun/synch/',
    summary: 'Reads the passages of the devices of a completed run between launch and receive again; answers the run.',
    access: ADMINS,
    body: withPlainTexts(sentRun),
    bodyLimit: RUN_BYTES,
    reply: pigRun,
    problems: ['run-not-found', 'run-not-completed'],
    example: { body: { ...exampleSentRun, runId: 41, ...completed }, reply: { ...exampleRun, ...completed } },
  }),
  updateJobNumber: defineRoute({
    method: 'POST',
    path: '/pigrun/UpdateJobNumber',
    summary: 'Sets the job number of a run; null takes it away.',
    access: ADMINS,
    body: withPlainTexts(
      z.object({
        runId: id,
        jobNumber: z
          .string()
          .trim()
          .max(100)
          .nullable()
          .transform((text) => (text === '' ? null : text)),
      }),
    ),
    reply: z.object({}),
    problems: ['run-not-found'],
    example: { body: { runId: 41, jobNumber: 'J-1042' }, reply: {} },
  }),
};
