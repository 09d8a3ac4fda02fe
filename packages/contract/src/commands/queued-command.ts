import { COMMAND_SOURCES, COMMAND_STATES } from '@waymark/commands/life';
import { COMMAND_TYPES } from '@waymark/commands/commands';
import { z } from 'zod';
import { uid, utcSecond } from '../devices/fields.ts';

/** u32, the size of an id in a satellite message. */
export const commandId = z.int().min(1).max(0xffff_ffff);
const commandState = z.enum(COMMAND_STATES);

/** A command as returned by the API: the fields of the documents, and its state. */
export const queuedCommand = z.object({
  commandId,
  uid,
  commandType: z.enum(COMMAND_TYPES),
  /** As sent by the client. */
  timeStampSent: utcSecond,
  parameters: z.record(z.string(), z.unknown()),
  state: commandState,
  /** Start of the current state. */
  stateAt: utcSecond,
  /** Time at which the server accepted it. */
  queuedAt: utcSecond,
  /** Name of the user, or of the server's own task. */
  queuedBy: z.string(),
  source: z.enum(COMMAND_SOURCES),
  /** The device does not execute it after this time; null: it never expires. */
  expiresAt: utcSecond.nullable(),
  /** Number of times it was sent. */
  attempts: z.int().min(0),
  /** A note for the user: the reason of a rejection, the answer of the gateway, or the reason for waiting. */
  note: z.string().nullable(),
});
export type QueuedCommand = z.output<typeof queuedCommand>;

/** A step in the life of a command. */
export const commandStep = z.object({
  state: commandState,
  at: utcSecond,
  /** The user's name; null: the device or the server. */
  by: z.string().nullable(),
  detail: z.string().nullable(),
});

export const pastCommand = queuedCommand.extend({ steps: z.array(commandStep) });
export type PastCommand = z.output<typeof pastCommand>;

export const exampleCommand: QueuedCommand = {
  commandId: 5120,
  uid: 100_234,
  commandType: 'PowerMode',
  timeStampSent: '2026-03-18 00:03:59',
  parameters: { powerMode: 2, connectSchedule: 0 },
  state: 'queued',
  stateAt: '2026-03-18 00:04:00',
  queuedAt: '2026-03-18 00:04:00',
  queuedBy: 'Dana Reyes',
  source: 'person',
  expiresAt: null,
  attempts: 0,
  note: null,
};

export const examplePast: PastCommand = {
  ...exampleCommand,
  state: 'accepted',
  stateAt: '2026-03-18 00:04:02',
  attempts: 1,
  steps: [
    { state: 'queued', at: '2026-03-18 00:04:00', by: 'Dana Reyes', detail: null },
    { state: 'sent', at: '2026-03-18 00:04:00', by: null, detail: 'cellular' },
    { state: 'accepted', at: '2026-03-18 00:04:02', by: null, detail: null },
  ],
};
