import type { RunId } from '@waymark/domain/ids';
import { locateDevice } from '@waymark/domain/report/heartbeat-match';
import { nameType } from '@waymark/domain/report/default-report';
import type { ReportRow } from '@waymark/domain/report/report-row';
import type { Marker } from '@waymark/domain/path/marker';
import type { Reader } from '../../platform/database/database.ts';
import type { FoundPassage } from './device-passages.queries.ts';
import { findNearestHeartbeats, type NearestHeartbeat } from './nearest-heartbeats.queries.ts';
import { listFirmware, listMarkersOfRuns, listNamedRuns, type NamedRun } from './report-names.queries.ts';

// Turns passages into rows of a report, with a few statements for all of them.

const toHeard = (heartbeat: NearestHeartbeat | null) =>
  heartbeat && { place: { lat: heartbeat.lat, lon: heartbeat.lon }, altitudeMm: heartbeat.altitude_mm };

const placeOf = ({ lat, lon }: FoundPassage) => (lat === null || lon === null ? null : { lat, lon });

interface Known {
  readonly run: NamedRun | undefined;
  readonly marker: Marker | undefined;
  readonly firmware: number | null;
  readonly heartbeat: NearestHeartbeat | null;
}

function toRow(found: FoundPassage, { run, marker, firmware, heartbeat }: Known): ReportRow {
  const ids = { elfId: found.elf_id, geoId: found.geo_id, magId: found.mag_id };
  const heard = { place: placeOf(found), altitudeMm: found.altitude_mm };
  return {
    ...ids,
    ...locateDevice(heard, toHeard(heartbeat)),
    firmware,
    passageAt: found.passage_at.getTime(),
    runId: run?.id ?? null,
    runName: run?.name ?? null,
    toolName: run?.pig ?? null,
    markerName: run ? found.marker_name : null,
    markerPlace: marker ? { lat: marker.lat, lon: marker.lon } : null,
    markerNote: marker?.note ?? null,
    uid: found.uid,
    detectionCount: found.detection_count,
    frequency: found.frequency,
    isVerified: found.is_verified,
    type: nameType(ids),
  };
}

/** Loads missing values, and caches them. */
async function learn<Name, Fact>(
  known: Map<Name, Fact>,
  names: readonly Name[],
  ask: (unknown: readonly Name[]) => Promise<Iterable<readonly [Name, Fact]>>,
) {
  const unknown = [...new Set(names)].filter((name) => !known.has(name));
  for (const [name, fact] of await ask(unknown)) known.set(name, fact);
}

const markerKey = (runId: RunId, name: string) => JSON.stringify([runId, name]);

/** For one report: caches runs and devices across its pages. */
export function createDescriber(reader: Reader): (found: readonly FoundPassage[]) => Promise<ReportRow[]> {
  const [runs, firmware] = [new Map<number, NamedRun>(), new Map<number, number | null>()];
  const listMarkers = async (found: readonly FoundPassage[]) => {
    const keys = found.flatMap(({ run_id: runId, marker_name: name }) =>
      runId === null || name === null ? [] : [[runId, name] as const],
    );
    const markers = await listMarkersOfRuns(reader, [...new Map(keys.map((key) => [markerKey(...key), key])).values()]);
    return new Map(markers.map(({ run_id: runId, name, marker }) => [markerKey(runId, name), marker]));
  };
  return async (found) => {
    // Sequential: a file that takes minutes must not use many of the database's connections.
    const heartbeats = await findNearestHeartbeats(
      reader,
      found.map(({ uid, passage_at: at }) => ({ uid, at: at.getTime() })),
    );
    const markers = await listMarkers(found);
    await learn(
      runs,
      found.flatMap(({ run_id: runId }) => runId ?? []),
      async (ids) => (await listNamedRuns(reader, ids)).map((run) => [run.id, run]),
    );
    await learn(
      firmware,
      found.map(({ uid }) => uid),
      (uids) => listFirmware(reader, uids),
    );
    return found.map((each, at) => {
      const { run_id: runId, marker_name: name } = each;
      const marker = runId === null || name === null ? undefined : markers.get(markerKey(runId, name));
      return toRow(each, {
        run: runs.get(runId ?? 0),
        marker,
        firmware: firmware.get(each.uid) ?? null,
        heartbeat: heartbeats[at] ?? null,
      });
    });
  };
}
