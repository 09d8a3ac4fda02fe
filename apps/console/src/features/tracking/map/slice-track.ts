import type { Place } from '@waymark/domain/geo/great-circle';
import { locateOnTrack, type Track } from '@waymark/domain/geo/track';

/** The first point beyond a distance. */
function findBeyond(distancesM: readonly number[], distanceM: number): number {
  let [low, high] = [0, distancesM.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((distancesM[middle] ?? 0) <= distanceM) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The points of a part of a track, including both ends; empty for a part of zero length. */
export function sliceTrack(track: Track, fromM: number, toM: number): readonly Place[] {
  const [startM, endM] = [Math.max(0, fromM), Math.min(track.lengthM, toM)];
  if (endM <= startM) return [];
  const { points, distancesM } = track;
  const inner = points.slice(findBeyond(distancesM, startM), findBeyond(distancesM, endM));
  const last = inner.at(-1);
  const end = locateOnTrack(track, endM);
  const ends = last && last.lat === end.lat && last.lon === end.lon ? [] : [end];
  return [locateOnTrack(track, startM), ...inner, ...ends];
}
