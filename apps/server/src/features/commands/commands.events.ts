import type { CommandType } from '@waymark/domain/command/gates';
import type { CommandOfDevice } from './command-of-device.ts';
import type { CommandDraft, QueueOrigin } from './queue.store.ts';

declare module '../../platform/database/domain-events.ts' {
  interface DomainEvents {
    /** Commands to be queued, in their order; their types and parameters are checked. */
    'commands-wanted': { readonly drafts: readonly CommandDraft[]; readonly origin: QueueOrigin };
    /** They have been queued, whoever wanted them. */
    'commands-queued': { readonly commands: readonly CommandOfDevice[]; readonly downloadSessionId: number | null };
    /** The queue is done with them: accepted, rejected, expired or deleted. */
    'commands-settled': { readonly commands: readonly CommandOfDevice[] };
    /** Those that no device has taken yet are to be deleted. */
    'commands-unwanted': { readonly ids: readonly number[] };
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
