import type { Surroundings } from '#/map/camera/look-around.ts';
import { toPlace } from '#/map/signs/cluster-signs.ts';
import { liftMarker } from '#/map/layers/RunMarkerLayers.tsx';
import type { FindLook } from './run-features.ts';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';
import type { DrawnPig } from './pig-place.ts';
import { markerKey, weigh } from './run-features.ts';

/** Maximum distance from the middle of an icon or dot that counts as a hit, in px. */
export const REACH_PX = 16;
const DOT_REACH_PX = 8;

export interface FoundMarker {
  readonly runId: number;
  readonly name: string;
  readonly distancePx: number;
}

/** The marker whose icon or dot is nearest to a screen point; null: none within reach. */
export function findMarkerAt(
  runs: readonly Pick<TrackedRun, 'run'>[],
  { at, box, project }: Surroundings,
  zoom: number,
  findLook: FindLook,
): FoundMarker | null {
  let found: FoundMarker | null = null;
  for (const {
    run: {
      runId,
      path: { markers },
    },
  } of runs) {
    for (const [index, marker] of markers.entries()) {
      if (!isInside(marker.lat, marker.lon, box)) continue;
      const look = findLook(markerKey(runId, marker.name));
      if (!look || look.form === 'hidden') continue;
      const weight = weigh(marker, index === 0 || index === markers.length - 1);
      const lift = liftMarker(weight, look.isOnDevice, zoom);
      const { lat, lon } = look.isOnDevice ? toPlace(look.at) : marker;
      const { x, y } = project(lat, lon);
      const distancePx = Math.hypot(x - at.x, y - lift - at.y);
      const reach = look.form === 'dot' ? DOT_REACH_PX : REACH_PX;
      if (distancePx <= reach && distancePx < (found?.distancePx ?? Infinity))
        found = { runId, name: marker.name, distancePx };
    }
  }
  return found;
}

function isInside(lat: number, lon: number, { west, south, east, north }: Surroundings['box']): boolean {
  return lon >= west && lon <= east && lat >= south && lat <= north;
}

/** The run whose pig is nearest to a screen point; null: none within reach. */
export function findPigAt(
  pigs: Iterable<readonly [runId: number, pig: Pick<DrawnPig, 'place'>]>,
  { at, box, project }: Surroundings,
): number | null {
  let [found, nearest]: [number | null, number] = [null, REACH_PX];
  for (const [
    runId,
    {
      place: { lat, lon },
    },
  ] of pigs) {
    if (!isInside(lat, lon, box)) continue;
    const { x, y } = project(lat, lon);
    const distancePx = Math.hypot(x - at.x, y - at.y);
    if (distancePx <= nearest) [found, nearest] = [runId, distancePx];
  }
  return found;
}
