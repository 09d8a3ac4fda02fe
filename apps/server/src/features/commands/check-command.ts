import { COMMANDS, findCommandType, findCommandFault, type CommandType } from '@waymark/commands/commands';
import type { SentCommand } from '@waymark/contract/routes/commands';
import { describeCommandFault } from '@waymark/commands/faults';
import { problem } from '../../platform/http/problem.ts';
import type { TargetFound } from './commands.queries.ts';
import type { CommandDraft } from './queue.store.ts';

function readParameters(type: CommandType, sent: SentCommand) {
  const parsed = COMMANDS[type].parameters.safeParse(sent.parameters);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(({ path, message }) => ({ path: ['parameters', ...path].join('.'), message }));
  throw problem('command-parameters', { errors });
}

/** The command as it will be queued; throws the problem that forbids it. */
export function checkCommand(sent: SentCommand, target: TargetFound | undefined, now: number): CommandDraft {
  const type = findCommandType(sent.commandType);
  if (type === null) throw problem('command-unknown');
  if (!target) throw problem('device-not-found');
  const parameters = readParameters(type, sent);
  const fault = findCommandFault(type, parameters, {
    firmwareVersion: target.firmware_version,
    isIridium: target.is_iridium,
  });
  if (fault !== null)
    throw problem('command-not-for-device', { detail: `AGM ${sent.uid}: ${describeCommandFault(fault)}` });
  const expiresAt = sent.expiresAt ?? null;
  if (expiresAt !== null && expiresAt <= now) throw problem('command-expired');
  return { uid: sent.uid, groupId: target.group_id, type, parameters, timeStampSent: sent.timeStampSent, expiresAt };
}
