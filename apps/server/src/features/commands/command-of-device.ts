import type { CommandType } from '@waymark/domain/command/gates';
import type { CommandState } from '@waymark/domain/command/life';

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
