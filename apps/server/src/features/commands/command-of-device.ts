import type { CommandType } from '@waymark/commands/commands';
import type { CommandState } from '@waymark/commands/life';

/** A command as it stands. */
export interface CommandOfDevice {
  readonly id: number;
  readonly uid: number;
  readonly groupId: number;
  readonly type: CommandType;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly state: CommandState;
  readonly note: string | null;
}
