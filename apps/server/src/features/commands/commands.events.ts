import type { CommandType } from '@waymark/domain/command/gates';

declare module '../../platform/database/domain-events.ts' {
  interface DomainEvents {
    /** The device has carried it out: its last settings are what the command has set. */
    'command-accepted': {
      readonly uid: number;
      readonly groupId: number;
      readonly type: CommandType;
      readonly parameters: Readonly<Record<string, unknown>>;
      readonly at: number;
    };
  }
}
