import type { Place } from '../geo/great-circle.ts';
import { locateOnTrack, projectToTrack, type Track } from '../geo/track.ts';
import type { Marker } from '../path/marker.ts';
import { trackOf } from '../path/line.ts';
import type { PigPath } from '../path/pig-path.ts';

// Between the distances that people count along a line and the line as it is drawn. Stationing differs from what is measured
// on the map: the two are joined at every marker, and go in proportion between them.

interface Joint {
  /** As the markers are counted. */
  readonly distanceM: number;
  /** Along the drawn line. */
  readonly drawnM: number;
}

export interface Course {
  readonly track: Track;
  readonly joints: readonly Joint[];
  /** The distance of the receive site. */
  readonly lengthM: number;
}

function joinMarkers(markers: readonly Marker[], track: Track): Joint[] {
  let drawnM = 0;
  let distanceM = 0;
  return markers.map((marker, at) => {
    const isEnd = at === 0 || at === markers.length - 1;
    drawnM = isEnd ? (at === 0 ? 0 : track.lengthM) : projectToTrack(track, marker, drawnM).distanceM;
    distanceM = Math.max(distanceM, marker.DistanceFromLaunch);
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

/** The value that goes with `at`, in proportion between the two joints around it. */
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

/** The place at a distance from the launch site; the ends for what lies beyond. */
export function locateOnCourse({ track, joints }: Course, distanceM: number): Place {
  return locateOnTrack(track, convert(joints, distanceM, 'distanceM', 'drawnM'));
}

/** Along the drawn line, for what draws a part of it. */
export function drawnDistance({ joints }: Course, distanceM: number): number {
  return convert(joints, distanceM, 'distanceM', 'drawnM');
}

/** How far from the launch site the nearest point of the line is. */
export function projectToCourse({ track, joints }: Course, place: Place): number {
  return convert(joints, projectToTrack(track, place).distanceM, 'drawnM', 'distanceM');
}
