import type { PastCommand, QueuedCommand } from '@waymark/contract/commands/queued-command';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { Selectable } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import type { CommandOfDevice } from './command-of-device.ts';

export type CommandRow = Selectable<Tables['commands']>;
type StepRow = Pick<Selectable<Tables['command_steps']>, 'state' | 'at' | 'user_name' | 'detail'>;

export function writeCommand(row: CommandRow): QueuedCommand {
  return {
    commandId: row.id,
    uid: row.uid,
    commandType: row.type,
    timeStampSent: formatUtcSecond(row.time_stamp_sent.getTime()),
    parameters: row.parameters,
    state: row.state,
    stateAt: formatUtcSecond(row.state_at.getTime()),
    queuedAt: formatUtcSecond(row.queued_at.getTime()),
    queuedBy: row.user_name,
    source: row.source,
    expiresAt: row.expires_at && formatUtcSecond(row.expires_at.getTime()),
    attempts: row.attempts,
    note: row.note,
  };
}

/** The form of a command for other features. */
export function readCommandOfDevice({
  id,
  uid,
  group_id: groupId,
  type,
  parameters,
  state,
  note,
}: CommandRow): CommandOfDevice {
  return { id, uid, groupId, type, parameters, state, note };
}

export function writePastCommand(row: CommandRow, steps: readonly StepRow[]): PastCommand {
  return {
    ...writeCommand(row),
    steps: steps.map(({ state, at, user_name: by, detail }) => ({
      state,
      at: formatUtcSecond(at.getTime()),
      by,
      detail,
    })),
  };
}
