import { formatUtcSecond } from '@waymark/domain/time/utc';
import { listInstants, toLocalMs, UTC, type Zone } from '@waymark/domain/time/zone';
import { t } from '#/language/t.ts';

/** A common time range, in the form of the fields. */
export interface TimeRange {
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

/** A run to which the data belongs. Times are UTC milliseconds. */
export interface RangeRun {
  readonly name: string;
  readonly launchAt: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** For requests with a limit of ten minutes. */
export const listShortRanges = (now: number): readonly TimeRange[] =>
  [5, 10].map((minutes) => ({
    label: t('Last {minutes} minutes', { minutes }),
    from: formatUtcSecond(now - minutes * 60_000),
    to: formatUtcSecond(now),
  }));

/** All of them end now. */
export function listTimeRanges(now: number, run?: RangeRun, zone: Zone = UTC): readonly TimeRange[] {
  const localMs = toLocalMs(now, zone);
  const midnight = Math.floor(localMs / DAY_MS) * DAY_MS;
  const [today = now - (localMs - midnight)] = listInstants(midnight, zone);
  const since = (label: string, at: number): TimeRange => ({
    label,
    from: formatUtcSecond(at),
    to: formatUtcSecond(now),
  });
  return [
    since(t('Last hour'), now - HOUR_MS),
    since(t('Today'), today),
    ...(run ? [since(t('This run ({run})', { run: run.name }), run.launchAt)] : []),
  ];
}
