import type { CommandType } from '@waymark/commands/commands';
import type { CommandSource, CommandState } from '@waymark/commands/life';
import type { CompanyId, Uid } from '@waymark/domain/ids';
import type { Selectable } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';

/** A command to enqueue; its type and parameters are checked. Times are UTC milliseconds. */
export interface CommandDraft {
  readonly uid: Uid;
  readonly groupId: CompanyId;
  readonly type: CommandType;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly timeStampSent: number;
  readonly expiresAt: number | null;
}

/** A command of a device, from the queue to its end. */
export interface Command extends CommandDraft {
  readonly id: number;
  readonly state: CommandState;
  readonly stateAt: number;
  readonly queuedAt: number;
  /** The name of the user who sent it, or of the part of the server. */
  readonly queuedBy: string;
  readonly source: CommandSource;
  /** How often it has been sent. */
  readonly attempts: number;
  /** The reason for its state, shown to users. */
  readonly note: string | null;
}

/** Only the stores and queries know rows. */
export type CommandRow = Selectable<Tables['commands']>;

export function readCommand(row: CommandRow): Command {
  const { id, uid, type, parameters, source, state, attempts, note } = row;
  return {
    id,
    uid,
    groupId: row.group_id,
    type,
    parameters,
    timeStampSent: row.time_stamp_sent.getTime(),
    expiresAt: row.expires_at?.getTime() ?? null,
    state,
    stateAt: row.state_at.getTime(),
    queuedAt: row.queued_at.getTime(),
    queuedBy: row.user_name,
    source,
    attempts,
    note,
  };
}
