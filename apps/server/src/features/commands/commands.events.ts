import type { CommandType } from '@waymark/domain/command/gates';
import type { CommandDraft, QueueOrigin } from './queue.store.ts';

declare module '../../platform/database/domain-events.ts' {
  interface DomainEvents {
    /** Commands to be queued, in their order; their types and parameters are checked. */
    'commands-wanted': { readonly drafts: readonly CommandDraft[]; readonly origin: QueueOrigin };
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
