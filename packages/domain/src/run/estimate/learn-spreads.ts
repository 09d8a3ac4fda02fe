import { layCourse } from './course.ts';
import { listSeen, reckon, type SeenPoint } from './estimate.ts';
import { BUCKETS, findBucket, forecastRun, travelTo } from './forecast.ts';
import type { Experience } from './pace-filter.ts';
import type { Run } from '../run.ts';
import type { Marks, OwnSpreads } from './spread.ts';

// Learns from the completed runs of a company how far the pace filter is off on its lines.

/** Minimum of completed runs to learn from. */
export const LEAST_RUNS = 50;
/** Minimum of runs for one bucket of markers ahead. */
const LEAST_RUNS_OF_MARKS = 30;
/** Sightings evaluated per run, evenly chosen. Limited because each one replays all segments before it. */
const MOST_SIGHTINGS = 100;

export interface ArrivalError {
  readonly experience: Experience;
  readonly bucket: number;
  /** Deviations by which the pig came later than predicted. */
  readonly error: number;
}

/** The run as it was just after the pig was seen there. */
function rewind(run: Run, seen: readonly SeenPoint[], at: number): Run {
  const names = new Set(seen.slice(1, at + 1).map((point) => run.path.markers[point.at]?.name));
  const passages = run.passages.filter(
    ({ isVerified, markerName }) => isVerified && markerName !== null && names.has(markerName),
  );
  return { ...run, completedAt: null, edit: null, passages };
}

/** The next sighting, one half way, and the last. */
const chooseTargets = <Target>(ahead: readonly Target[]): ReadonlySet<Target | undefined> =>
  new Set([ahead[0], ahead[Math.floor(ahead.length / 2)], ahead.at(-1)]);

/** At most `most` indices, evenly spread, the first included. */
function chooseEvenly(count: number, most: number): number[] {
  const step = Math.max(1, count / most);
  return Array.from({ length: Math.min(count, most) }, (_none, at) => Math.floor(at * step));
}

/** Errors of a completed run, measured at its launch and at its verified passages. */
export function listErrors(run: Run): ArrivalError[] {
  const { completedAt } = run;
  if (run.launchAt === null || completedAt === null) return [];
  const course = layCourse(run.path);
  const seen = listSeen(run.path, run.passages, run.launchAt);
  const points = [
    ...seen.map(({ distanceM, seenAt }) => ({ distanceM, seenAt })),
    { distanceM: course.lengthM, seenAt: completedAt },
  ];
  return chooseEvenly(seen.length, MOST_SIGHTINGS).flatMap((at) => {
    const now = seen[at]?.seenAt ?? 0;
    const then = rewind(run, seen, at);
    const forecast = forecastRun(then, course, reckon(then, course));
    if (!forecast) return [];
    return [...chooseTargets(points.slice(at + 1))].flatMap((target): ArrivalError[] => {
      const time = target ? travelTo(forecast, target.distanceM) : null;
      if (!target || !time || target.seenAt <= now) return [];
      const bucket = findBucket(forecast.aheadM.filter((aheadM) => aheadM <= target.distanceM).length);
      return [
        {
          experience: forecast.experience,
          bucket,
          error: (Math.log((target.seenAt - now) / 1000) - time.mean) / time.deviation,
        },
      ];
    });
  });
}

/** Interpolates linearly between the values, which ascend. */
function findLevel(sorted: readonly number[], level: number): number {
  const place = level * (sorted.length - 1);
  const [low = 0, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (place - Math.floor(place)) * (high - low);
}

function findMarks(errors: readonly number[]): Marks {
  const sorted = errors.toSorted((one, other) => one - other);
  return [findLevel(sorted, 0.1), findLevel(sorted, 0.5), findLevel(sorted, 0.9)];
}

/** Takes the errors of each run; null: too few runs. */
export function learnSpreads(runs: readonly (readonly ArrivalError[])[]): OwnSpreads | null {
  const measured = runs.filter((errors) => errors.length > 0);
  if (measured.length < LEAST_RUNS) return null;
  const marksOf = (experience: Experience) =>
    BUCKETS.map((bucket): Marks | null => {
      const found = measured
        .map((errors) => errors.filter((error) => error.experience === experience && error.bucket === bucket))
        .filter((errors) => errors.length > 0);
      return found.length < LEAST_RUNS_OF_MARKS ? null : findMarks(found.flat().map(({ error }) => error));
    });
  return {
    runs: measured.length,
    marks: { none: marksOf('none'), unsure: marksOf('unsure'), gas: marksOf('gas'), liquid: marksOf('liquid') },
  };
}
