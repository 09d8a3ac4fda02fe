import { listSilencesAt, type Silence, type SilenceablePlace } from '@waymark/domain/alert/silence';
import type { Marker } from '@waymark/domain/path/marker';
import { listUidsOf } from '@waymark/domain/run/alerts/alerts';
import type { Run } from '@waymark/domain/run/run';
import { markerKey } from './map/run-features.ts';

type Placed = Pick<Run, 'groupId' | 'path'>;

/** A marker of a run as silences see it; without a marker, its pig. */
export function placeOf({ groupId, path: { pathId } }: Placed, marker?: Marker): SilenceablePlace {
  return { groupId, pathId, markerName: marker?.name ?? null, uids: marker ? listUidsOf(marker) : [] };
}

/** The keys of the markers that a current silence names, itself or by a device there. */
export function listSilencedMarkers(
  runs: readonly (Placed & Pick<Run, 'runId'>)[],
  silences: readonly Silence[],
  now: number,
): ReadonlySet<string> {
  const named = silences.filter(({ markerName, uid }) => markerName !== null || uid !== null);
  if (named.length === 0) return new Set();
  return new Set(
    runs.flatMap((run) =>
      run.path.markers
        .filter((marker) => listSilencesAt(named, placeOf(run, marker), now).length > 0)
        .map(({ name }) => markerKey(run.runId, name)),
    ),
  );
}
