import type { Run, RunPassage } from '@waymark/domain/run/run';

/** A passage of a run before and after a change. */
export interface ChangedPassage {
  readonly before: RunPassage | null;
  readonly after: RunPassage | null;
}

/** Two states of a run. */
export interface RunStates {
  readonly before: Run;
  readonly after: Run;
}

/** A change of a run; `before` is null for a launch. */
export interface ChangedRun {
  readonly before: Run | null;
  readonly after: Run;
  readonly passages: readonly ChangedPassage[];
  /** UTC milliseconds. */
  readonly at: number;
}

declare module '../../platform/database/change.ts' {
  interface DomainEvents {
    /** In order; a run may have changed several times. */
    'runs-changed': { readonly changes: readonly ChangedRun[] };
  }
}
