import type { Place } from '../../geo/great-circle.ts';
import { locateOnTrack, projectToTrack, type Track } from '../../geo/track.ts';
import type { Marker } from '../../path/marker.ts';
import { trackOf } from '../../path/line.ts';
import type { PigPath } from '../../path/pig-path.ts';

// Converts between distances by stationing and distances along the drawn line. The two are aligned at every marker and
// interpolated linearly in between.

interface Joint {
  /** Distance by stationing. */
  readonly distanceM: number;
  /** Distance along the drawn line. */
  readonly drawnM: number;
}

export interface Course {
  readonly track: Track;
  readonly joints: readonly Joint[];
  /** Stationing of the receive site. */
  readonly lengthM: number;
}

function joinMarkers(markers: readonly Marker[], track: Track): Joint[] {
  let drawnM = 0;
  let distanceM = 0;
  return markers.map((marker, at) => {
    const isEnd = at === 0 || at === markers.length - 1;
    drawnM = isEnd ? (at === 0 ? 0 : track.lengthM) : projectToTrack(track, marker, drawnM).distanceM;
    distanceM = Math.max(distanceM, marker.fromLaunchM);
    return { distanceM, drawnM };
  });
}

export function layCourse(
  path: Pick<PigPath, 'markers' | 'pigLineGenerated' | 'pigLineKml' | 'launchSiteLat' | 'launchSiteLon'>,
): Course {
  const track = trackOf(path);
  const joints = joinMarkers(path.markers, track);
  return { track, joints, lengthM: joints.at(-1)?.distanceM ?? track.lengthM };
}

/** Interpolates linearly between the two joints around `at`. */
function convert(joints: readonly Joint[], at: number, from: keyof Joint, to: keyof Joint): number {
  const [first, last] = [joints[0], joints.at(-1)];
  if (!first || !last) return at;
  if (at <= first[from]) return first[to];
  let [low, high] = [0, joints.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((joints[middle]?.[from] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [joints[low - 1], joints[low]];
  if (!after || at >= last[from]) return last[to];
  if (!before) return after[to];
  const share = (at - before[from]) / (after[from] - before[from] || 1);
  return before[to] + share * (after[to] - before[to]);
}

/** The place at a stationing distance, clamped to the ends of the line. */
export function locateOnCourse({ track, joints }: Course, distanceM: number): Place {
  return locateOnTrack(track, convert(joints, distanceM, 'distanceM', 'drawnM'));
}

/** Distance along the drawn line, for drawing a part of it. */
export function drawnDistance({ joints }: Course, distanceM: number): number {
  return convert(joints, distanceM, 'distanceM', 'drawnM');
}

/** Stationing distance of the point of the line nearest to a place. */
export function projectToCourse({ track, joints }: Course, place: Place): number {
  return convert(joints, projectToTrack(track, place).distanceM, 'drawnM', 'distanceM');
}
