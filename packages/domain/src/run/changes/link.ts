import { computeDistanceM, type Place } from '../../geo/great-circle.ts';
import type { Uid } from '../../ids.ts';
import type { Marker } from '../../path/marker.ts';
import { predictArrival, type Reckoning } from '../estimate/estimate.ts';
import type { Run } from '../run.ts';

// Assigns passages and devices to the markers of runs.

export interface DeviceAt {
  readonly uid: Uid;
  /** null: the place is unknown. */
  readonly place: Place | null;
}

const hasVerified = ({ passages }: Pick<Run, 'passages'>, name: string) =>
  passages.some(({ markerName, isVerified }) => isVerified && markerName === name);

/** Whether a marker links automatically: it is tracked, and no user has linked a device to it. */
const isOpen = ({ state, autoLink, linkedUid }: Marker): boolean => state === 'TRACK' && autoLink && linkedUid === null;

/** Open markers within the link distance of a device, the nearest first. */
export function listNear(markers: readonly Marker[], { place }: DeviceAt, linkDistanceM: number): Marker[] {
  if (!place) return [];
  return markers
    .filter(isOpen)
    .map((marker) => ({ marker, distanceM: computeDistanceM(place, marker) }))
    .filter(({ distanceM }) => distanceM <= linkDistanceM)
    .toSorted((one, other) => one.distanceM - other.distanceM)
    .map(({ marker }) => marker);
}

/** The marker that the device is linked to, else the nearest one, preferring those without a verified passage. */
export function findMarkerFor(run: Pick<Run, 'path' | 'passages' | 'auto'>, device: DeviceAt): Marker | null {
  const { markers } = run.path;
  const linked = markers.find(({ state, linkedUid }) => state === 'TRACK' && linkedUid === device.uid);
  if (linked) return linked;
  const near = listNear(markers, device, run.auto.linkDistanceM);
  return near.find(({ name }) => !hasVerified(run, name)) ?? near[0] ?? null;
}

/** For a device without a known place: the marker to which a passage has linked it. */
function findLast(markers: readonly Marker[], uid: Uid): Marker[] {
  return markers.filter((marker) => isOpen(marker) && marker.autoLinkedUids.includes(uid));
}

/**
 * Links each device without a manual link to the nearest open marker; all other markers get no automatic links.
 * Idempotent.
 */
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

/** A device is at one marker only: an existing link stays. */
export function linkDevice(run: Run, marker: Marker | null, uid: Uid): Run {
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
  /** null: at none of the markers of the run. */
  readonly marker: Marker | null;
}

/**
 * Assigns a passage to one run: a run with a marker for it, then where that marker is next, then the nearest
 * prediction, then the earliest launch.
 */
export function chooseRun(candidates: readonly Candidate[], passageAt: number): Candidate | null {
  const offBy = ({ reckoning, marker }: Candidate) => {
    const predictedAt = marker && predictArrival(reckoning, marker.fromLaunchM);
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
