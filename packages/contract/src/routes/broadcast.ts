import { BROADCAST_CODES, PATH_FLAGS } from '@waymark/commands/broadcast-codes';
import { COMMAND_STATES } from '@waymark/commands/life';
import { z } from 'zod';
import { asPathId } from '../ids.ts';
import { id, uid, utcSecond } from '../devices/fields.ts';
import { utcText } from '../paging.ts';
import { ADMINS, COMPANY_ADMIN } from '../roles.ts';
import { defineRoute } from '../route.ts';

// The same commands for many devices: from the panel at once, or by the flags of a pig path at its events.

const MAX_DEVICES = 5000;
const yesNo = z.enum(['Y', 'N']);
const flags = z.object(
  Object.fromEntries(PATH_FLAGS.map((flag) => [flag, yesNo])) as Record<(typeof PATH_FLAGS)[number], typeof yesNo>,
);
const noFlags = Object.fromEntries(PATH_FLAGS.map((flag) => [flag, 'N' as const])) as z.output<typeof flags>;
const exampleFlags = { ...noFlags, powerModeBroadcastCommandLaunchEvent: 'Y' as const };
const pathParams = z.object({ pathId: asPathId(z.coerce.number().int().positive()) });

/** Whether a broadcast formats disks. */
const formatsDisks = ({ body }: { readonly body?: unknown }): boolean =>
  (body as { readonly commandList: readonly string[] }).commandList.includes('SD');

/** Whether the flags format disks; they may only now. */
const flagsFormatDisks = ({ body }: { readonly body?: unknown }): boolean =>
  (body as z.output<typeof flags>).formatDiskBroadcastCommandNowEvent === 'Y';

const failure = z.object({ uid, reason: z.string() });
const queuedReply = z.object({
  /** Number of queued commands. */
  queued: z.int().min(0),
  /** Identifies the broadcast when its progress is requested; null: nothing was queued. */
  broadcastId: id.nullable(),
  /** Devices that get nothing, or only a part of a download, with the reason. */
  failed: z.array(failure),
});

const progress = z.object({
  broadcastId: id,
  at: utcSecond,
  by: z.string(),
  commandList: z.array(z.enum(BROADCAST_CODES)),
  failed: z.array(failure),
  /** Number of its commands in each state. */
  counts: z.record(z.enum(COMMAND_STATES), z.int().min(0)),
  /** Each device with the state of the command that is furthest from acceptance. */
  devices: z.array(z.object({ uid, state: z.enum(COMMAND_STATES), note: z.string().nullable() })),
});
const noCounts = { queued: 0, sent: 0, accepted: 0, rejected: 0, expired: 0, deleted: 0 };

export const broadcastRoutes = {
  createBroadcast: defineRoute({
    method: 'POST',
    path: '/pigrun/CreateBroadcastCommands',
    summary: 'Queues the commands for each of the devices; those that cannot take one are listed with the reason.',
    access: COMPANY_ADMIN,
    stepUp: formatsDisks,
    body: z.object({
      uidList: z.array(uid).max(MAX_DEVICES),
      commandList: z.array(z.enum(BROADCAST_CODES)).max(BROADCAST_CODES.length),
      requestForDownloadStartDate: utcText.nullish(),
      requestForDownloadEndDate: utcText.nullish(),
    }),
    reply: queuedReply,
    problems: ['broadcast-invalid'],
    example: {
      body: { uidList: [100_234, 100_235], commandList: ['PM', 'FS2'] },
      reply: { queued: 4, broadcastId: 12, failed: [] },
    },
  }),
  createRunBroadcast: defineRoute({
    method: 'POST',
    path: '/pigrun/CreateCompletedPigRunBroadcastCommands',
    summary:
      'Queues the commands for the devices of a completed run; a download is of the time between launch and receive.',
    access: ADMINS,
    stepUp: formatsDisks,
    body: z.object({ runId: id, commandList: z.array(z.enum(BROADCAST_CODES)).max(BROADCAST_CODES.length) }),
    reply: queuedReply,
    problems: ['run-not-found', 'run-not-completed', 'broadcast-invalid'],
    example: { body: { runId: 41, commandList: ['RFD'] }, reply: { queued: 12, broadcastId: 14, failed: [] } },
  }),
  readBroadcast: defineRoute({
    method: 'GET',
    path: '/pigrun/broadcast/:broadcastId',
    summary: 'The progress of a broadcast by device.',
    access: ADMINS,
    params: z.object({ broadcastId: z.coerce.number().int().positive() }),
    reply: progress,
    problems: ['not-found'],
    example: {
      params: { broadcastId: 12 },
      reply: {
        broadcastId: 12,
        at: '2026-03-18 00:04:00',
        by: 'Dana Reyes',
        commandList: ['PM', 'FS2'],
        failed: [],
        counts: { ...noCounts, sent: 1, accepted: 3 },
        devices: [
          { uid: 100_234, state: 'accepted', note: null },
          { uid: 100_235, state: 'sent', note: null },
        ],
      },
    },
  }),
  readPathFlags: defineRoute({
    method: 'GET',
    path: '/pigpath/GetBroadcastCommandData/:pathId',
    summary: 'Which commands the events of a pig path send; all N when never saved.',
    access: ADMINS,
    params: pathParams,
    reply: flags,
    problems: ['path-not-found'],
    example: { params: { pathId: 8 }, reply: exampleFlags },
  }),
  savePathFlags: defineRoute({
    method: 'POST',
    path: '/pigpath/UpdateBroadcastCommandData',
    summary: 'Saves which commands the events of a pig path send.',
    access: ADMINS,
    stepUp: flagsFormatDisks,
    body: flags.extend({ pathId: id }),
    reply: z.object({}),
    problems: ['path-not-found', 'broadcast-invalid'],
    example: { body: { pathId: 8, ...exampleFlags }, reply: {} },
  }),
  fireNowFlags: defineRoute({
    method: 'GET',
    path: '/pigpath/CreateBroadcastCommandsForNowEvent/:pathId',
    summary: "Queues the commands of the path's Now flags for its devices and sets these flags to N.",
    access: ADMINS,
    stepUp: 'by-handler',
    params: pathParams,
    reply: queuedReply,
    problems: ['path-not-found'],
    example: {
      params: { pathId: 8 },
      reply: { queued: 6, broadcastId: 13, failed: [{ uid: 100_240, reason: 'Not over satellite.' }] },
    },
  }),
};
