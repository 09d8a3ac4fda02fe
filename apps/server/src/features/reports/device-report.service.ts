import type { DeviceReportRequest } from '@waymark/contract/routes/reports';
import type { ReportRow } from '@waymark/domain/report/report-row';
import { findReportFault } from '@waymark/domain/report/request-fault';
import { describeReportFault } from '@waymark/domain/words/refusals';
import { parseUtc } from '@waymark/domain/time/utc';
import { sql } from 'kysely';
import type { RunId } from '@waymark/domain/ids';
import { locateDevice } from '@waymark/domain/report/heartbeat-match';
import { nameType } from '@waymark/domain/report/default-report';
import type { Marker } from '@waymark/domain/path/marker';
import type { Reader } from '../../platform/database/database.ts';
import { findSlice, findSpan } from '../../platform/database/page.ts';
import { readAhead } from '../../platform/database/read-ahead.ts';
import { problem } from '../../platform/http/problem.ts';
import { listMarked, readPage } from './device-pages.ts';
import type { FoundPassage, PassageAsk } from './device-passages.queries.ts';
import { countByDevice } from './passage-counts.queries.ts';
import { readByTime } from './read-by-time.ts';
import { writeReportRow } from './report-row.wire.ts';
import { findNearestHeartbeats, type NearestHeartbeat } from './nearest-heartbeats.queries.ts';
import { listFirmware, listMarkersOfRuns, listNamedRuns, type NamedRun } from './report-names.queries.ts';

// Turns passages into rows of a report, with a few statements for all of them.
const toHeard = (heartbeat: NearestHeartbeat | null) =>
  heartbeat && { place: { lat: heartbeat.lat, lon: heartbeat.lon }, altitudeMm: heartbeat.altitude_mm };

const placeOf = ({ lat, lon }: FoundPassage) => (lat === null || lon === null ? null : { lat, lon });

const markerKey = (runId: RunId, name: string) => JSON.stringify([runId, name]);

// Passages of devices between two times, whatever run they belong to.

/** Later than any passage, and within the dates that the database supports. */
const LAST_AT = Date.UTC(9999, 11, 30);

const readAt = (text: string): number | null => {
  const at = parseUtc(text);
  return at.ok ? at.value : null;
};

/** Refuses with the messages of the requirements. */
function readAsk({ startDate, endDate, uidList, includeVerifiedPassagesOnly }: DeviceReportRequest): PassageAsk {
  const [startAt, endAt] = [readAt(startDate), readAt(endDate)];
  const fault = findReportFault({ startAt, endAt, uids: uidList });
  if (fault !== null || startAt === null || endAt === null)
    throw problem('report-invalid', { detail: fault === null ? undefined : describeReportFault(fault) });
  const { from, until } = findSpan({ startDate: startAt, endDate: endAt });
  return {
    uids: [...new Set(uidList)].toSorted((one, other) => one - other),
    from: from ?? startAt,
    until: Math.min(until ?? LAST_AT, LAST_AT),
    isVerifiedOnly: includeVerifiedPassagesOnly,
  };
}

export async function readDeviceReport(reader: Reader, request: DeviceReportRequest) {
  const ask = readAsk(request);
  const counts = await countByDevice(reader, ask);
  const rowsNumber = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const slice = findSlice(request, rowsNumber);
  if (slice.limit === 0) return { rowsNumber, reportDataResponseRecordList: [] };
  const found = await readPage(reader, ask, slice, request, counts);
  const rows = await createDescriber(reader)(found);
  return { rowsNumber, reportDataResponseRecordList: rows.map((row, at) => writeReportRow(row, found[at] ?? null)) };
}

/** The whole report in its order: grouped by device or marker, one after the other. */
async function* readAll(
  reader: Reader,
  ask: PassageAsk,
  { sortBy, descending }: DeviceReportRequest,
): AsyncGenerator<FoundPassage[], void, undefined> {
  switch (sortBy) {
    case 'passageTimeStamp':
      yield* readByTime(reader, ask, { descending });
      return;
    case 'uId':
      for (const uid of descending ? ask.uids.toReversed() : ask.uids)
        yield* readByTime(reader, { ...ask, uids: [uid] }, { descending, isSmall: true });
      return;
    case 'markerName':
      for (const { name } of await listMarked(reader, ask, descending))
        yield* readByTime(reader, ask, { descending, isSmall: true, where: sql`placed.marker_name = ${name}` });
      yield* readByTime(reader, ask, { descending, where: sql`placed.marker_name is null` });
  }
}

/** Reads the next page while the caller processes the present one. */
export function readDeviceRows(reader: Reader, request: DeviceReportRequest): AsyncIterable<ReportRow[]> {
  const describe = createDescriber(reader);
  const ask = readAsk(request);
  async function* describeAll() {
    for await (const found of readAhead(readAll(reader, ask, request))) yield describe(found);
  }
  return readAhead(describeAll());
}

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

/** For one report: caches runs and devices across its pages. */
function createDescriber(reader: Reader): (found: readonly FoundPassage[]) => Promise<ReportRow[]> {
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
