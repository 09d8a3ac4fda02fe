import type { Place } from '../../geo/great-circle.ts';
import type { Marker } from '../../path/marker.ts';
import { locateOnCourse, projectToCourse, type Course } from './course.ts';
import type { Run, RunPassage } from '../run.ts';

// Position and arrival times of the pig as a pure function of the run and the time. The server and every console use
// the same one.

type RunOnCourse = Pick<Run, 'path' | 'launchAt' | 'edit' | 'passages'>;

/** A point of the line at which the pig was seen, or the start. */
export interface SeenPoint {
  /** Index of the marker in the path; 0: the launch site. */
  readonly at: number;
  readonly distanceM: number;
  readonly seenAt: number;
}

/** Everything that is constant until the run changes: the base point, its time, and the speed. */
export interface Reckoning {
  /** null: not launched yet. */
  readonly base: { readonly distanceM: number; readonly at: number } | null;
  /** Speed between the last two points in metres per second; 0: unknown. */
  readonly calculatedSpeed: number;
  /** The speed in force. */
  readonly speed: number;
  /** Indices into the markers of the path; -1: none. */
  readonly next: number;
  readonly afterNext: number;
  /** Verified points in the order of the line, the launch first. */
  readonly seen: readonly SeenPoint[];
}

export interface Estimate {
  readonly isPaused: boolean;
  readonly distanceM: number;
  readonly place: Place;
  /** Seconds from now, negative once it is due; null: paused, or there is no such marker. */
  readonly nextEtaS: number | null;
  readonly endEtaS: number | null;
}

function findTracked(markers: readonly Marker[], isWanted: (marker: Marker, at: number) => boolean): number {
  return markers.findIndex((marker, at) => marker.state === 'TRACK' && isWanted(marker, at));
}

/** Verified passages at tracked markers, one per marker, in the order of the line. */
export function listSeen(
  { markers }: Pick<Run['path'], 'markers'>,
  passages: readonly RunPassage[],
  launchAt: number | null,
): SeenPoint[] {
  const verified = new Map(
    passages.flatMap(({ markerName, isVerified, passageAt }) =>
      isVerified && markerName !== null ? [[markerName, passageAt]] : [],
    ),
  );
  const seen = markers.flatMap(({ name, state, fromLaunchM: distanceM }, at): SeenPoint[] => {
    const seenAt = state === 'TRACK' ? verified.get(name) : undefined;
    return seenAt === undefined ? [] : [{ at, distanceM, seenAt }];
  });
  return launchAt === null ? seen : [{ at: 0, distanceM: 0, seenAt: launchAt }, ...seen];
}

function measureSpeed(seen: readonly SeenPoint[]): number {
  const [from, to] = seen.slice(-2);
  if (!from || !to) return 0;
  const [distanceM, seconds] = [to.distanceM - from.distanceM, (to.seenAt - from.seenAt) / 1000];
  return distanceM > 0 && seconds > 0 ? distanceM / seconds : 0;
}

/** An edit of the pig counts from its time; a passage verified at a later time overrules it. */
function isInForce(edit: Run['edit'], furthest: SeenPoint | undefined): edit is NonNullable<Run['edit']> {
  return edit !== null && (furthest === undefined || edit.at > furthest.seenAt);
}

export function reckon(run: RunOnCourse, course: Course): Reckoning {
  const { markers, expectedSpeed } = run.path;
  const seen = listSeen(run.path, run.passages, run.launchAt);
  const furthest = seen.at(-1);
  const calculatedSpeed = measureSpeed(seen);
  const isEdited = isInForce(run.edit, furthest);
  const edited = isEdited && run.edit ? { distanceM: projectToCourse(course, run.edit.place), at: run.edit.at } : null;
  const base =
    run.launchAt === null || !furthest ? null : (edited ?? { distanceM: furthest.distanceM, at: furthest.seenAt });
  const verified = new Set(seen.map(({ at }) => at));
  const fromM = base?.distanceM ?? 0;
  const next = findTracked(markers, ({ fromLaunchM }, at) => fromLaunchM > fromM && !verified.has(at));
  return {
    base,
    calculatedSpeed,
    speed: edited && run.edit ? run.edit.speed : calculatedSpeed > 0 ? calculatedSpeed : expectedSpeed,
    next,
    afterNext: next < 0 ? -1 : findTracked(markers, (_marker, at) => at > next && !verified.has(at)),
    seen,
  };
}

/** Predicted time of the pig at a distance; null: it stands. */
export function predictArrival({ base, speed }: Reckoning, distanceM: number): number | null {
  if (!base || speed <= 0) return null;
  return base.at + ((distanceM - base.distanceM) / speed) * 1000;
}

export function estimate(reckoning: Reckoning, course: Course, markers: readonly Marker[], now: number): Estimate {
  const { base, speed, next } = reckoning;
  const isPaused = !base || speed <= 0 || base.at > now;
  const startM = base?.distanceM ?? 0;
  const distanceM = isPaused || !base ? startM : Math.min(course.lengthM, startM + (speed * (now - base.at)) / 1000);
  const etaS = (toM: number) => (isPaused ? null : ((predictArrival(reckoning, toM) ?? now) - now) / 1000);
  const nextMarker = markers[next];
  return {
    isPaused,
    distanceM,
    place: locateOnCourse(course, distanceM),
    nextEtaS: nextMarker ? etaS(nextMarker.fromLaunchM) : null,
    endEtaS: etaS(course.lengthM),
  };
}
