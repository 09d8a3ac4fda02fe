import type { Uid } from '@waymark/domain/ids';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    /** The progress of scoring the records from before the introduction of scores; no row: done. */
    scoring_backlog: { uid: Uid; end_of_snip_at: Date; kind: number };
  }
}
