import { hasAgm, type Marker } from '../../path/marker.ts';
import { layCourse } from '../estimate/course.ts';
import { reckon } from '../estimate/estimate.ts';
import type { Run } from '../run.ts';

/**
 * A crew may carry an AGM on once the pig has passed. Its marker still counts as watched, and may have missed the pig.
 */
export function rememberWatched(before: Run, after: Run): Run {
  if (before.path.markers === after.path.markers) return after;
  const was = new Map(before.path.markers.map((marker) => [marker.name, marker]));
  const hasLost = (marker: Marker) => {
    const old = was.get(marker.name);
    return old !== undefined && hasAgm(old) && !hasAgm(marker) && marker.wasWatched === undefined;
  };
  const lost = new Set(after.path.markers.filter(hasLost));
  if (lost.size === 0) return after;
  const { base } = reckon(before, layCourse(before.path));
  const markers = after.path.markers.map((marker) =>
    lost.has(marker) && marker.fromLaunchM <= (base?.distanceM ?? -1) ? { ...marker, wasWatched: true } : marker,
  );
  return { ...after, path: { ...after.path, markers } };
}
