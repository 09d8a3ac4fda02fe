import type { SavedPath } from '@waymark/contract/runs/read-path';
import type { PigPath } from '@waymark/domain/path/pig-path';
import { UTC } from '@waymark/domain/time/zone';
import { findZone } from '../../platform/geo/zone-of-place.ts';
import type { PathRow, WatchingDevice } from './paths.queries.ts';

// Between the table's columns and the domain's fields.

function placesOf(watching: readonly WatchingDevice[]): SavedPath['offlineAgms'] {
  return Object.fromEntries(
    watching.flatMap(({ uid, lat, lon }) => (lat === null || lon === null ? [] : [[String(uid), { lat, lon }]])),
  );
}

export function pathOfRow(row: PathRow, watching: readonly WatchingDevice[]): SavedPath {
  return {
    pathId: row.id,
    groupId: row.group_id,
    rev: row.rev,
    name: row.name,
    launchSiteLat: row.launch_lat,
    launchSiteLon: row.launch_lon,
    receiveSiteLat: row.receive_lat,
    receiveSiteLon: row.receive_lon,
    agms: watching.map(({ uid }) => uid),
    offlineAgms: placesOf(watching),
    pigs: row.pigs,
    expectedSpeed: row.expected_speed,
    pipelineDiameter: row.pipeline_diameter,
    pigLineGenerated: row.line_generated,
    pigLineKml: row.line_kml,
    timeZone: row.time_zone ?? UTC,
    ownTimeZone: row.own_time_zone,
    notes: row.notes,
    markers: row.markers,
    csvFileName: row.csv_file_name,
    notifications: row.notifications,
  };
}

export function readColumns(path: PigPath) {
  return {
    name: path.name,
    launch_lat: path.launchSiteLat,
    launch_lon: path.launchSiteLon,
    receive_lat: path.receiveSiteLat,
    receive_lon: path.receiveSiteLon,
    pigs: [...path.pigs],
    expected_speed: path.expectedSpeed,
    pipeline_diameter: path.pipelineDiameter,
    line_generated: JSON.stringify(path.pigLineGenerated),
    line_kml: path.pigLineKml && JSON.stringify(path.pigLineKml),
    time_zone: path.ownTimeZone ?? findZone({ lat: path.launchSiteLat, lon: path.launchSiteLon }),
    own_time_zone: path.ownTimeZone ?? null,
    notes: path.notes,
    markers: JSON.stringify(path.markers),
    csv_file_name: path.csvFileName,
    notifications: JSON.stringify(path.notifications),
  };
}

export function readWatching(path: PigPath): WatchingDevice[] {
  return [...new Set(path.agms)].map((uid) => {
    const place = path.offlineAgms[String(uid)];
    return { uid, lat: place?.lat ?? null, lon: place?.lon ?? null };
  });
}
