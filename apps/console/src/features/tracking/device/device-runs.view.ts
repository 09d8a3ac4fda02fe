import { computeDistanceM } from '@waymark/domain/geo/great-circle';
import { isLocated } from '@waymark/domain/device/location';
import type { Marker } from '@waymark/domain/path/marker';
import { listNear } from '@waymark/domain/run/link';
import type { Run } from '@waymark/domain/run/run';

// What a device has to do with the active runs.

export interface NearMarker {
  readonly name: string;
  readonly distanceM: number;
}

export interface DeviceRun {
  readonly runId: number;
  readonly pig: string;
  /** Linked, or else linked automatically; null: none. */
  readonly marker: Marker | null;
  /** Those that the device would be linked to automatically, the nearest first. */
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

/** The runs that a device watches. */
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
