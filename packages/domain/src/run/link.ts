import { computeDistanceM, type Place } from '../geo/great-circle.ts';
import type { Marker } from '../path/marker.ts';
import { predictArrival, type Reckoning } from './estimate.ts';
import type { Run } from './run.ts';

// At which marker of which run a passage was.

export interface DeviceAt {
  readonly uid: number;
  /** null: nobody knows where it stood. */
  readonly place: Place | null;
}

const hasVerified = ({ passages }: Pick<Run, 'passages'>, name: string) =>
  passages.some(({ markerName, isVerified }) => isVerified && markerName === name);

/** It takes what stands there: tracked, linked automatically, and given to no device by a person. */
const isOpen = ({ state, autoLink, linkedUid }: Marker): boolean => state === 'TRACK' && autoLink && linkedUid === null;

/** Tracked markers that a device stands near enough to be taken for theirs, the nearest first; none that a person gave a device. */
export function listNear(markers: readonly Marker[], { place }: DeviceAt, linkDistanceM: number): Marker[] {
  if (!place) return [];
  return markers
    .filter(isOpen)
    .map((marker) => ({ marker, distanceM: computeDistanceM(place, marker) }))
    .filter(({ distanceM }) => distanceM <= linkDistanceM)
    .toSorted((one, other) => one.distanceM - other.distanceM)
    .map(({ marker }) => marker);
}

/** The marker that the device is linked to, else the nearest one, first of those without a verified passage. */
export function findMarkerFor(run: Pick<Run, 'path' | 'passages' | 'auto'>, device: DeviceAt): Marker | null {
  const { markers } = run.path;
  const linked = markers.find(({ state, linkedUid }) => state === 'TRACK' && linkedUid === device.uid);
  if (linked) return linked;
  const near = listNear(markers, device, run.auto.linkDistanceM);
  return near.find(({ name }) => !hasVerified(run, name)) ?? near[0] ?? null;
}

/** Where nobody knows where the device stands, the marker that one of its passages has linked it to. */
function findLast(markers: readonly Marker[], uid: number): Marker[] {
  return markers.filter((marker) => isOpen(marker) && marker.autoLinkedUids.includes(uid));
}

/** Every marker with the devices that stand near it and were given to none; one that is not linked automatically has none. A second time changes nothing. */
export function linkNearby(markers: readonly Marker[], devices: readonly DeviceAt[], linkDistanceM: number): Marker[] {
  const near = new Map<string, number[]>();
  const given = new Set(markers.map(({ linkedUid }) => linkedUid));
  for (const device of devices) {
    if (given.has(device.uid)) continue;
    const found = device.place ? listNear(markers, device, linkDistanceM) : findLast(markers, device.uid);
    for (const { name } of found.slice(0, 1)) near.set(name, [...(near.get(name) ?? []), device.uid]);
  }
  return markers.map((marker) => {
    const uids = (near.get(marker.name) ?? []).toSorted((one, other) => one - other);
    return uids.join() === marker.autoLinkedUids.join() ? marker : { ...marker, autoLinkedUids: uids };
  });
}

/** A device is at one marker: one that is linked to another already stays there. */
export function linkDevice(run: Run, marker: Marker | null, uid: number): Run {
  const isLinked = run.path.markers.some(
    ({ linkedUid, autoLinkedUids }) => linkedUid === uid || autoLinkedUids.includes(uid),
  );
  if (!marker || isLinked) return run;
  const markers = run.path.markers.map((each) =>
    each === marker ? { ...each, autoLinkedUids: [...each.autoLinkedUids, uid] } : each,
  );
  return { ...run, path: { ...run.path, markers } };
}

export interface Candidate {
  readonly run: Run;
  readonly reckoning: Reckoning;
  /** null: at none of its markers. */
  readonly marker: Marker | null;
}

/** A passage belongs to one run: where its marker is the next and the pig nearest; then the one that was launched first. */
export function chooseRun(candidates: readonly Candidate[], passageAt: number): Candidate | null {
  const offBy = ({ reckoning, marker }: Candidate) => {
    const predictedAt = marker && predictArrival(reckoning, marker.DistanceFromLaunch);
    return predictedAt === null ? Infinity : Math.abs(passageAt - predictedAt);
  };
  const isNext = ({ run, reckoning, marker }: Candidate) =>
    marker !== null && run.path.markers[reckoning.next] === marker;
  const compare = (one: Candidate, other: Candidate) =>
    Number(other.marker !== null) - Number(one.marker !== null) ||
    Number(isNext(other)) - Number(isNext(one)) ||
    (offBy(one) === offBy(other) ? 0 : offBy(one) - offBy(other)) ||
    (one.run.launchAt ?? 0) - (other.run.launchAt ?? 0) ||
    one.run.runId - other.run.runId;
  return candidates.toSorted(compare)[0] ?? null;
}
