import type { Run, RunPassage } from '@waymark/domain/run/run';

/** A passage of a run before and after a change. */
export interface ChangedPassage {
  readonly before: RunPassage | null;
  readonly after: RunPassage | null;
}

/** A change of a run; `before` is null for a launch. */
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
  }
}
