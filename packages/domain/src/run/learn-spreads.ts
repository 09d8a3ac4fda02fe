import { layCourse } from './course.ts';
import { listSeen, reckon, type SeenPoint } from './estimate.ts';
import { BUCKETS, findBucket, forecastRun, travelTo } from './forecast.ts';
import type { Experience } from './pace-filter.ts';
import type { Run } from './run.ts';
import type { Marks, OwnSpreads } from './spread.ts';

// What the completed runs of a company teach of how far the filter of the pace is off on its lines.

/** Of fewer completed runs nothing is learned. */
export const LEAST_RUNS = 50;
/** Nor is of a place so many markers ahead what fewer of them say. */
const LEAST_RUNS_OF_MARKS = 30;
/** At so many places of a run it is asked, evenly chosen where there are more: each costs as much as all segments before it. */
const MOST_SIGHTINGS = 100;

export interface ArrivalError {
  readonly experience: Experience;
  readonly bucket: number;
  /** By how many deviations the pig came later than the filter thought. */
  readonly error: number;
}

/** As it was when the pig had just been seen there. */
function rewind(run: Run, seen: readonly SeenPoint[], at: number): Run {
  const names = new Set(seen.slice(1, at + 1).map((point) => run.path.markers[point.at]?.name));
  const passages = run.passages.filter(
    ({ isVerified, markerName }) => isVerified && markerName !== null && names.has(markerName),
  );
  return { ...run, recieveAt: null, edit: null, passages };
}

/** The next one that saw it, one half way, the last. */
const chooseTargets = <Target>(ahead: readonly Target[]): ReadonlySet<Target | undefined> =>
  new Set([ahead[0], ahead[Math.floor(ahead.length / 2)], ahead.at(-1)]);

/** All, or so many that lie evenly among them, the first one too. */
function chooseEvenly(count: number, most: number): number[] {
  const step = Math.max(1, count / most);
  return Array.from({ length: Math.min(count, most) }, (_none, at) => Math.floor(at * step));
}

/** Of a completed run: at its launch and at its verified passages. */
export function listErrors(run: Run): ArrivalError[] {
  const { recieveAt } = run;
  if (run.launchAt === null || recieveAt === null) return [];
  const course = layCourse(run.path);
  const seen = listSeen(run.path, run.passages, run.launchAt);
  const points = [
    ...seen.map(({ distanceM, seenAt }) => ({ distanceM, seenAt })),
    { distanceM: course.lengthM, seenAt: recieveAt },
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

/** Along straight lines between the values, which grow. */
function findLevel(sorted: readonly number[], level: number): number {
  const place = level * (sorted.length - 1);
  const [low = 0, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (place - Math.floor(place)) * (high - low);
}

function findMarks(errors: readonly number[]): Marks {
  const sorted = errors.toSorted((one, other) => one - other);
  return [findLevel(sorted, 0.1), findLevel(sorted, 0.5), findLevel(sorted, 0.9)];
}

/** Of the errors of each run; null: of too few runs. */
export function learnSpreads(runs: readonly (readonly ArrivalError[])[]): OwnSpreads | null {
  const telling = runs.filter((errors) => errors.length > 0);
  if (telling.length < LEAST_RUNS) return null;
  const marksOf = (experience: Experience) =>
    BUCKETS.map((bucket): Marks | null => {
      const found = telling
        .map((errors) => errors.filter((error) => error.experience === experience && error.bucket === bucket))
        .filter((errors) => errors.length > 0);
      return found.length < LEAST_RUNS_OF_MARKS ? null : findMarks(found.flat().map(({ error }) => error));
    });
  return {
    runs: telling.length,
    marks: { none: marksOf('none'), unsure: marksOf('unsure'), gas: marksOf('gas'), liquid: marksOf('liquid') },
  };
}
