import type { SavedPigPath } from '@waymark/contract/runs/pig-path';
import type { PigPath } from '@waymark/domain/path/pig-path';
import type { PathRow, WatchingDevice } from './paths.queries.ts';

// Between the table's columns and the documents' fields.

const toPair = ([lon, lat]: readonly [number, number]): [number, number] => [lon, lat];

function placesOf(watching: readonly WatchingDevice[]): SavedPigPath['offlineAgms'] {
  return Object.fromEntries(
    watching.flatMap(({ uid, lat, lon }) => (lat === null || lon === null ? [] : [[String(uid), { lat, lon }]])),
  );
}

export function writePath(row: PathRow, watching: readonly WatchingDevice[]): SavedPigPath {
  return {
    pathId: row.id,
    groupId: row.group_id,
    rev: row.rev,
    pigRunName: row.name,
    launchSiteLat: row.launch_lat,
    launchSiteLon: row.launch_lon,
    recieveSiteLat: row.recieve_lat,
    recieveSiteLon: row.recieve_lon,
    agms: watching.map(({ uid }) => uid),
    offlineAgms: placesOf(watching),
    pigs: row.pigs,
    expectedSpeed: row.expected_speed,
    pipelineDiameter: row.pipeline_diameter,
    pigLineGenerated: row.line_generated.map(toPair),
    pigLineKml: row.line_kml && row.line_kml.map(toPair),
    notes: row.notes,
    markers: row.markers.map((marker) => ({ ...marker, autoLinkedUids: [...marker.autoLinkedUids] })),
    csvFileName: row.csv_file_name,
    notifications: row.notifications.map((rule) => ({ ...rule, markers: [...rule.markers], alerts: [...rule.alerts] })),
  };
}

export function readColumns(path: PigPath) {
  return {
    name: path.pigRunName,
    launch_lat: path.launchSiteLat,
    launch_lon: path.launchSiteLon,
    recieve_lat: path.recieveSiteLat,
    recieve_lon: path.recieveSiteLon,
    pigs: [...path.pigs],
    expected_speed: path.expectedSpeed,
    pipeline_diameter: path.pipelineDiameter,
    line_generated: JSON.stringify(path.pigLineGenerated),
    line_kml: path.pigLineKml && JSON.stringify(path.pigLineKml),
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
