/** Another tool goes through than before, or none. */
export interface ChangedTools {
  readonly runId: number;
}

declare module '../../platform/database/domain-events.ts' {
  interface DomainEvents {
    'run-tools-changed': ChangedTools;
  }
}
