import { COMMAND_SOURCES, COMMAND_STATES } from '@waymark/domain/command/life';
import { COMMAND_TYPES } from '@waymark/domain/command/gates';
import { z } from 'zod';
import { uid, utcSecond } from '../devices/fields.ts';

/** u32: so many bytes carry it over satellite. */
export const commandId = z.int().min(1).max(0xffff_ffff);
const commandState = z.enum(COMMAND_STATES);

/** A command as the API answers it: the documents' fields, and what became of it. */
export const queuedCommand = z.object({
  commandId,
  uid,
  commandType: z.enum(COMMAND_TYPES),
  /** As the client sent it. */
  timeStampSent: utcSecond,
  parameters: z.record(z.string(), z.unknown()),
  state: commandState,
  /** Since when it is in this state. */
  stateAt: utcSecond,
  /** When the server took it. */
  queuedAt: utcSecond,
  /** The name of a person, or of the server's own work. */
  queuedBy: z.string(),
  source: z.enum(COMMAND_SOURCES),
  /** After this the device no longer carries it out; null: it waits for ever. */
  expiresAt: utcSecond.nullable(),
  /** How often it has been sent. */
  attempts: z.int().min(0),
  /** What a person should know: why it was rejected, what the gateway says, why it waits. */
  note: z.string().nullable(),
});
export type QueuedCommand = z.output<typeof queuedCommand>;

/** One step in the life of a command. */
export const commandStep = z.object({
  state: commandState,
  at: utcSecond,
  /** A person's name; null: the device or the server. */
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
