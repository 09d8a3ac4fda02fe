declare module '../../platform/database/domain-events.ts' {
  interface DomainEvents {
    /** The last console of a node no longer listens to these devices; others may. */
    'streams-left': { readonly uids: readonly number[] };
  }
}
