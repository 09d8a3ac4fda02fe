import type { Zone } from '@waymark/domain/time/zone';
import { t } from '#/language/t.ts';

/** The parameters of a report. */
export type Report =
  | {
      readonly by: 'run';
      readonly runId: number;
      readonly runName: string;
      /** The zone of the line; undefined: not known. */
      readonly timeZone?: Zone | undefined;
      readonly isVerifiedOnly: boolean;
    }
  /** Start and end as typed, UTC; both are dates. */
  | { readonly by: 'agms'; readonly start: string; readonly end: string; readonly uids: readonly number[] };

export const REPORT_TYPES = { run: t('By Completed Pig Run'), agms: t('By Agm(s)') } as const satisfies Record<
  Report['by'],
  string
>;
