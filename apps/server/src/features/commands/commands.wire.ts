import type { PastCommand, QueuedCommand } from '@waymark/contract/commands/queued-command';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { Command } from './command.ts';
import type { CommandStep } from './commands.queries.ts';

export function writeCommand(command: Command): QueuedCommand {
  const { id, uid, type, parameters, state, queuedBy, source, expiresAt, attempts, note } = command;
  return {
    commandId: id,
    uid,
    commandType: type,
    timeStampSent: formatUtcSecond(command.timeStampSent),
    parameters,
    state,
    stateAt: formatUtcSecond(command.stateAt),
    queuedAt: formatUtcSecond(command.queuedAt),
    queuedBy,
    source,
    expiresAt: expiresAt === null ? null : formatUtcSecond(expiresAt),
    attempts,
    note,
  };
}

export function writePastCommand(command: Command, steps: readonly CommandStep[]): PastCommand {
  return { ...writeCommand(command), steps: steps.map((step) => ({ ...step, at: formatUtcSecond(step.at) })) };
}
