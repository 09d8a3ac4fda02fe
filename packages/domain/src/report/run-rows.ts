import type { Marker } from '../path/marker.ts';
import { passageIdOf, passageKey, type Run, type RunPassage } from '../run/run.ts';
import { mapVerified, nameSilence, nameType, type FactsByPassage } from './default-report.ts';
import type { ReportRow } from './report-row.ts';

// The rows of a completed run in the Report Manager: each passage, and each marker without a verified one.

export interface RunReportRow extends ReportRow {
  /** Key of the passage; null: a marker without a verified one. */
  readonly key: string | null;
}

type Named = Pick<ReportRow, 'runId' | 'runName' | 'toolName'>;

const nameMarker = (marker: Marker | null) => ({
  markerPlace: marker && { lat: marker.lat, lon: marker.lon },
  markerNote: marker && marker.note,
});

function toPassageRow(run: Named, passage: RunPassage, marker: Marker | null, facts: FactsByPassage): RunReportRow {
  const { passageAt, markerName, uid, detectionCount, frequency, elfId, geoId, magId, isVerified } = passage;
  const key = passageKey(passage);
  const { place, altitudeMm, firmware } = facts.get(key) ?? { ...passage, firmware: null };
  const type = nameType(passage);
  return {
    ...run,
    ...nameMarker(marker),
    key,
    passageAt,
    markerName,
    uid,
    firmware,
    place,
    altitudeMm,
    detectionCount,
    frequency,
    elfId,
    geoId,
    magId,
    isVerified,
    type,
  };
}

const NOTHING_HEARD = {
  key: null,
  passageAt: null,
  uid: null,
  firmware: null,
  place: null,
  altitudeMm: null,
  detectionCount: null,
  frequency: null,
  elfId: null,
  geoId: null,
  magId: null,
  isVerified: false,
} as const;

const toSilentRow = (named: Named, run: Pick<Run, 'passages'>, marker: Marker): RunReportRow => ({
  ...NOTHING_HEARD,
  ...named,
  ...nameMarker(marker),
  markerName: marker.name,
  type: nameSilence(run, marker),
});

/** A passage without data counts once a user has verified it (O-037). */
const isReported = (passage: RunPassage) => passage.isVerified || passageIdOf(passage) !== null;

/** Ascending by time, then along the line; markers without a verified passage last. */
export function listRunRows(
  run: Pick<Run, 'runId' | 'pig' | 'path' | 'passages'>,
  facts: FactsByPassage,
  isVerifiedOnly: boolean,
): RunReportRow[] {
  const named = { runId: run.runId, runName: run.path.name, toolName: run.pig };
  const { markers } = run.path;
  const places = new Map(markers.map(({ name }, at) => [name, at]));
  const placeOf = ({ markerName }: RunPassage) =>
    markerName === null ? markers.length : (places.get(markerName) ?? markers.length);
  const verified = mapVerified(run);
  const passages = run.passages
    .filter((passage) => (isVerifiedOnly ? passage.isVerified : isReported(passage)))
    .toSorted(
      (one, other) =>
        one.passageAt - other.passageAt || placeOf(one) - placeOf(other) || (one.uid ?? 0) - (other.uid ?? 0),
    );
  return [
    ...passages.map((passage) => toPassageRow(named, passage, markers[placeOf(passage)] ?? null, facts)),
    ...markers.filter(({ name }) => !verified.has(name)).map((marker) => toSilentRow(named, run, marker)),
  ];
}
