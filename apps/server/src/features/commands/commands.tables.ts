import type { CommandType } from '@waymark/commands/commands';
import type { CommandSource, CommandState } from '@waymark/commands/life';
import type { CompanyId, Uid, UserId } from '@waymark/domain/ids';
import type { Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    commands: {
      id: Generated<number>;
      uid: Uid;
      group_id: CompanyId;
      type: CommandType;
      parameters: Record<string, unknown>;
      time_stamp_sent: Date;
      queued_at: Generated<Date>;
      user_id: UserId | null;
      user_name: string;
      source: CommandSource;
      broadcast_id: number | null;
      expires_at: Date | null;
      state: Generated<CommandState>;
      state_at: Generated<Date>;
      /** 0 cellular, 2 iridium. */
      link: number | null;
      attempts: Generated<number>;
      tries: Generated<number>;
      due_at: Date | null;
      note: string | null;
    };
    command_steps: {
      id: Generated<number>;
      command_id: number;
      at: Date;
      state: CommandState;
      user_name: string | null;
      detail: string | null;
    };
  }
}
