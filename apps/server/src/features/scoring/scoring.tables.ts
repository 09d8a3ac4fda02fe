import type { Uid } from '@waymark/domain/ids';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    /** How far records have been scored that were there before scores were; no row: all of them. */
    scoring_backlog: { uid: Uid; end_of_snip_at: Date; kind: number };
  }
}
