import type { Command } from './command.ts';

declare module '../../platform/database/change.ts' {
  interface DomainEvents {
    /** Devices have accepted or rejected these commands. */
    'commands-answered': { readonly commands: readonly Command[] };
  }
}
