import { definitionOf, findCommandType, isDangerous } from '@waymark/commands/commands';
import { z } from 'zod';
import { commandId, exampleCommand, examplePast, pastCommand, queuedCommand } from '../commands/queued-command.ts';
import { uid, uidParams } from '../devices/fields.ts';
import { pagingQuery, rowsNumber, utcText } from '../paging.ts';
import { ADMINS } from '../roles.ts';
import { defineRoute } from '../route.ts';

/** The body that queues a command. The type is case-insensitive. */
export const sentCommand = z.object({
  uid,
  commandType: z.string().max(40),
  timeStampSent: utcText,
  parameters: z.record(z.string(), z.unknown()).default({}),
  /** The device does not execute it after this time. */
  expiresAt: utcText.nullish(),
  /** Sent by opening or closing a stream dialog: a stop is not sent while others listen. */
  fromStreamDialog: z.boolean().default(false),
});
export type SentCommand = z.output<typeof sentCommand>;

/** Whether a body holds a command that cannot be undone from afar; its times are read already. */
function hasDanger({ body }: { readonly body?: unknown }): boolean {
  const sent = [body].flat() as readonly Pick<SentCommand, 'commandType' | 'parameters'>[];
  return sent.some(({ commandType, parameters }) => {
    const type = findCommandType(commandType);
    if (type === null) return false;
    // As the handler reads them; wrong ones are refused there.
    const read = definitionOf(type).parameters.safeParse(parameters);
    return read.success && isDangerous(type, { ...(read.data as object) });
  });
}

const exampleSent = {
  uid: 100_234,
  commandType: 'PowerMode',
  timeStampSent: '2026-03-18 00:03:59',
  parameters: { powerMode: 2, connectSchedule: 0 },
};
const MAX_LIST = 500;
const problems = [
  'device-not-found',
  'command-unknown',
  'command-parameters',
  'command-not-for-device',
  'command-expired',
] as const;

export const commandsRoutes = {
  listCommands: defineRoute({
    method: 'GET',
    path: '/commands/:uid',
    summary:
      'The commands that the device has not accepted yet, oldest first; rejected ones stay until they are deleted.',
    access: ADMINS,
    key: 'commands:send',
    params: uidParams,
    reply: z.array(queuedCommand),
    problems: ['device-not-found'],
    example: { params: { uid: 100_234 }, reply: [exampleCommand] },
  }),
  listCommandHistory: defineRoute({
    method: 'GET',
    path: '/commands/:uid/history',
    summary: 'Every command of the device with its steps, newest first: who sent what, and what the device answered.',
    access: ADMINS,
    key: 'commands:send',
    params: uidParams,
    query: pagingQuery,
    reply: z.object({ rowsNumber, commandList: z.array(pastCommand) }),
    problems: ['device-not-found'],
    example: {
      params: { uid: 100_234 },
      query: { page: 1, rowsPerPage: 15, descending: 'true' },
      reply: { rowsNumber: 1, commandList: [examplePast] },
    },
  }),
  queueCommand: defineRoute({
    method: 'POST',
    path: '/commands/queue',
    summary: 'Queues a command; the device gets it when it is connected, after those queued before.',
    access: ADMINS,
    key: 'commands:send',
    stepUp: hasDanger,
    body: sentCommand,
    reply: queuedCommand,
    status: 201,
    problems,
    example: { body: exampleSent, reply: exampleCommand },
  }),
  queueCommands: defineRoute({
    method: 'POST',
    path: '/commands/queueList',
    summary: 'Queues several commands in their order, all or none.',
    access: ADMINS,
    key: 'commands:send',
    stepUp: hasDanger,
    body: z.array(sentCommand).min(1).max(MAX_LIST),
    reply: z.array(queuedCommand),
    status: 201,
    problems,
    example: { body: [exampleSent], reply: [exampleCommand] },
  }),
  deleteCommand: defineRoute({
    method: 'DELETE',
    path: '/commands/:commandId',
    summary:
      'Deletes a command that the device has not accepted. One that is on its way may still be carried out; the history tells.',
    access: ADMINS,
    key: 'commands:send',
    params: z.object({ commandId: z.coerce.number().pipe(commandId) }),
    reply: z.object({}),
    problems: ['command-not-found'],
    example: { params: { commandId: 5120 }, reply: {} },
  }),
  requestRawData: defineRoute({
    method: 'POST',
    path: '/pigrun/DownloadRecordedRawDataRequest',
    summary: 'Asks a device for at most two minutes of its raw recording; answers the number of the download session.',
    access: ADMINS,
    key: 'commands:send',
    body: z.object({ uid, startDate: utcText, endDate: utcText }),
    reply: commandId,
    problems: ['device-not-found', 'command-parameters', 'command-not-for-device'],
    example: { body: { uid: 100_234, startDate: '2026-03-16 09:40:00', endDate: '2026-03-16 09:42:00' }, reply: 5121 },
  }),
};
