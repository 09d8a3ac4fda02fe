import type { CompanyId } from '@waymark/domain/ids';
import type { Marker } from '@waymark/domain/path/marker';
import type { PigPath } from '@waymark/domain/path/pig-path';
import type { SentMarker } from './marker.ts';
import type { SavedPigPath, SentPath } from './pig-path.ts';

// Converts between the documents' spelling of a path and the domain's.

/** A stored path. */
export interface SavedPath extends PigPath {
  readonly groupId: CompanyId;
  /** Incremented by every change. */
  readonly rev: number;
}

export function readMarker<Sent extends Pick<SentMarker, 'DistanceFromLaunch'>>(sent: Sent) {
  const { DistanceFromLaunch: fromLaunchM, ...marker } = sent;
  return { ...marker, fromLaunchM };
}

export function writeMarker({ fromLaunchM, autoLinkedUids, ...marker }: Marker): SentMarker {
  return { ...marker, autoLinkedUids: [...autoLinkedUids], DistanceFromLaunch: fromLaunchM };
}

const readNames = ({
  pigRunName: name,
  recieveSiteLat: receiveSiteLat,
  recieveSiteLon: receiveSiteLon,
  markers,
  ...path
}: SentPath) => ({ ...path, name, receiveSiteLat, receiveSiteLon, markers: markers.map(readMarker) });

export function readPath(sent: SentPath): PigPath {
  return readNames(sent);
}

export function readSavedPath({ groupId, rev, ...sent }: SavedPigPath): SavedPath {
  return { ...readPath(sent), groupId, rev };
}

const toPair = ([lon, lat]: readonly [number, number]): [number, number] => [lon, lat];

export function writePath(path: PigPath): SentPath {
  const { name, receiveSiteLat, receiveSiteLon, markers, notifications, ...same } = path;
  return {
    ...same,
    pigRunName: name,
    recieveSiteLat: receiveSiteLat,
    recieveSiteLon: receiveSiteLon,
    agms: [...same.agms],
    offlineAgms: { ...same.offlineAgms },
    pigs: [...same.pigs],
    pigLineGenerated: same.pigLineGenerated.map(toPair),
    pigLineKml: same.pigLineKml && same.pigLineKml.map(toPair),
    markers: markers.map(writeMarker),
    notifications: notifications.map((rule) => ({ ...rule, markers: [...rule.markers], alerts: [...rule.alerts] })),
  };
}

export function writeSavedPath({ groupId, rev, ...path }: SavedPath): SavedPigPath {
  return { ...writePath(path), groupId, rev };
}

/** The fields of a path that the audit log shows. */
export function writeAuditedPath(path: PigPath) {
  const { name, agms, pigs, expectedSpeed, pipelineDiameter, csvFileName, markers, notifications } = path;
  return {
    ...writeAuditedName(name),
    agms,
    pigs,
    expectedSpeed,
    pipelineDiameter,
    csvFileName,
    markers: markers.length,
    notifications: notifications.length,
  };
}

export const writeAuditedName = (name: string) => ({ pigRunName: name });
