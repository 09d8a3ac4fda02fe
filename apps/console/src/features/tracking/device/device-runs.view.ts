import { computeDistanceM } from '@waymark/domain/geo/great-circle';
import { isLocated } from '@waymark/domain/device/location';
import type { Marker } from '@waymark/domain/path/marker';
import { listNear } from '@waymark/domain/run/changes/link';
import type { Run } from '@waymark/domain/run/run';

// The relation of a device to the active runs.

export interface NearMarker {
  readonly name: string;
  readonly distanceM: number;
}

export interface DeviceRun {
  readonly runId: number;
  readonly pig: string;
  /** Linked by a user, or else automatically; null: none. */
  readonly marker: Marker | null;
  /** Markers in auto-link distance, the nearest first. */
  readonly near: readonly NearMarker[];
  readonly linkDistanceM: number;
}

interface PlacedDevice {
  readonly uid: number;
  readonly lat: number | null;
  readonly lon: number | null;
}

function findAssigned({ path: { markers } }: Pick<Run, 'path'>, uid: number): Marker | null {
  return (
    markers.find(({ linkedUid }) => linkedUid === uid) ??
    markers.find(({ autoLinkedUids }) => autoLinkedUids.includes(uid)) ??
    null
  );
}

export function listRunsOfDevice(runs: readonly Run[], device: PlacedDevice): readonly DeviceRun[] {
  const { uid } = device;
  return runs
    .filter(({ path }) => path.agms.includes(uid))
    .map((run) => {
      const {
        auto: { linkDistanceM },
        path,
        runId,
        pig,
      } = run;
      const place = isLocated(device) ? { lat: device.lat, lon: device.lon } : (path.offlineAgms[String(uid)] ?? null);
      const near = place
        ? listNear(path.markers, { uid, place }, linkDistanceM).map((marker) => ({
            name: marker.name,
            distanceM: computeDistanceM(place, marker),
          }))
        : [];
      return { runId, pig, marker: findAssigned(run, uid), near, linkDistanceM };
    });
}
