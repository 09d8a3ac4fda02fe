import { layCourse } from '../run/estimate/course.ts';
import type { Run } from '../run/run.ts';
import { MANUAL, UNWATCHED, type MarkerRow } from './default-report.ts';

// The figures of a report about the whole run. A Summary shows them and a line per tracked marker.

/** The launch and the receive site are not counted: no passage is expected there. */
export interface MarkerCounts {
  readonly tracked: number;
  /** Tracked markers at which a device has heard the pig. */
  readonly passed: number;
  /** Tracked markers with a manual passage. */
  readonly manual: number;
  readonly missed: number;
  /** Tracked markers without an AGM. */
  readonly unwatched: number;
  readonly skipped: number;
}

/** Metres per second; null: no data. */
export interface RunSpeeds {
  /** From the launch to the receive time. */
  readonly average: number | null;
  /** The slowest and the fastest leg. */
  readonly least: number | null;
  readonly most: number | null;
}

export interface RunReport {
  readonly createdAt: number;
  readonly run: Run;
  readonly companyName: string;
  /** Type of the run's first tool; null: none. */
  readonly toolType: string | null;
  readonly lengthM: number;
  /** Seconds from the launch to the receive time. */
  readonly durationS: number | null;
  readonly speeds: RunSpeeds;
  readonly counts: MarkerCounts;
  readonly rows: readonly MarkerRow[];
}

function countMarkers(rows: readonly MarkerRow[]): MarkerCounts {
  const between = rows.slice(1, -1);
  const tracked = between.filter(({ marker }) => marker.state === 'TRACK');
  const count = (isCounted: (row: MarkerRow) => boolean) => tracked.filter(isCounted).length;
  const [silent, manual, unwatched] = [
    count(({ passage }) => passage === null),
    count(({ type }) => type === MANUAL),
    count(({ type }) => type === UNWATCHED),
  ];
  return {
    tracked: tracked.length,
    passed: tracked.length - silent - manual,
    manual,
    missed: silent - unwatched,
    unwatched,
    skipped: between.length - tracked.length,
  };
}

function measureSpeeds(rows: readonly MarkerRow[], lengthM: number, durationS: number | null): RunSpeeds {
  const speeds = rows.flatMap(({ leg }) => leg?.speed ?? []).toSorted((one, other) => one - other);
  return {
    average: durationS !== null && durationS > 0 ? lengthM / durationS : null,
    least: speeds[0] ?? null,
    most: speeds.at(-1) ?? null,
  };
}

/** Expects a completed run. */
export function summarizeRun(
  run: Run,
  rows: readonly MarkerRow[],
  about: Pick<RunReport, 'createdAt' | 'companyName' | 'toolType'>,
): RunReport {
  const { lengthM } = layCourse(run.path);
  const durationS = run.launchAt === null || run.completedAt === null ? null : (run.completedAt - run.launchAt) / 1000;
  return {
    ...about,
    run,
    lengthM,
    durationS,
    speeds: measureSpeeds(rows, lengthM, durationS),
    counts: countMarkers(rows),
    rows,
  };
}

/** The markers listed in the Summary. */
export const listTracked = ({ rows }: Pick<RunReport, 'rows'>): MarkerRow[] =>
  rows.filter(({ marker }) => marker.state === 'TRACK');
