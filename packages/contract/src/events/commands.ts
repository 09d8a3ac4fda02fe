import { exampleCommand, queuedCommand } from '../commands/queued-command.ts';
import { defineEvent } from '../event.ts';

export const commandsEvents = {
  ReceiveCommandUpdate: defineEvent({
    name: 'ReceiveCommandUpdate',
    summary: 'A command was queued, sent, answered, has expired or was deleted: its new state.',
    audience: 'company',
    key: 'commands:send',
    delivery: 'every',
    data: queuedCommand,
    example: { ...exampleCommand, state: 'sent', attempts: 1 },
  }),
};
