import type { CommandType } from '@waymark/commands/commands';
import type { CommandState } from '@waymark/commands/life';

/** The current state of a command, as other features see it. */
export interface CommandOfDevice {
  readonly id: number;
  readonly uid: number;
  readonly groupId: number;
  readonly type: CommandType;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly state: CommandState;
  readonly note: string | null;
}
