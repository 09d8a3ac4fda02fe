import type { Run, RunPassage } from '@waymark/domain/run/run';

/** A passage of a run as it was and as it is. */
export interface ChangedPassage {
  readonly before: RunPassage | null;
  readonly after: RunPassage | null;
}

/** What a change has done to a run; null before: it was launched now. */
export interface ChangedRun {
  readonly before: Run | null;
  readonly after: Run;
  readonly passages: readonly ChangedPassage[];
  /** UTC milliseconds. */
  readonly at: number;
}

declare module '../../platform/database/domain-events.ts' {
  interface DomainEvents {
    'run-changed': ChangedRun;
    /** The passages of a completed run are those of its devices again: whoever keeps something of them looks anew. */
    'run-synchronised': { readonly runId: number; readonly groupId: number };
    'run-removed': { readonly runId: number; readonly groupId: number };
  }
}
