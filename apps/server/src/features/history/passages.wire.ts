import type { PassageRow, Score } from '@waymark/contract/devices/passage-row';
import type { RunId, Uid } from '@waymark/domain/ids';
import { formatUtcMillisecond } from '@waymark/domain/time/utc';
import type { StoredScore } from '../records/records.tables.ts';

const MAG = 2;
const GEO = 1;
const ELF = 0;

/** The preferred record of a passage (MAG, then ELF, then GEO), with the values that only its sibling records have. */
export interface MergedPassage {
  readonly uid: Uid;
  readonly id: number;
  readonly elf_id: number | null;
  readonly geo_id: number | null;
  readonly mag_id: number | null;
  readonly end_of_snip_at: Date;
  readonly kind: number;
  readonly passage_at: Date;
  readonly detection_count: number;
  readonly heard_frequency: number;
  readonly is_any_verified: boolean;
  readonly any_verified_by: string | null;
  readonly is_offline: boolean;
  readonly is_bluetooth: boolean;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly altitude_mm: number | null;
  readonly sampling_rate: number;
  readonly run_id: RunId | null;
  readonly run_name: string | null;
  readonly tool_name: string | null;
  readonly marker_name: string | null;
  /** JSON of its `StoredScore`s; null: not scored. */
  readonly elf_scores: string | null;
  readonly geo_scores: string | null;
  readonly mag_scores: string | null;
}

function writeKind(kind: number): PassageRow['packetComplexInformation'] {
  if (kind === MAG) return MAG;
  return kind === GEO ? GEO : ELF;
}

function writeScores(scores: string | null): Score[] {
  if (scores === null) return [];
  return (JSON.parse(scores) as StoredScore[]).map(({ weight, prediction, confidence }) => ({
    weight,
    prediction,
    confidence,
  }));
}

export function writePassage(found: MergedPassage): PassageRow {
  return {
    uid: found.uid,
    passageId: found.id,
    elfId: found.elf_id,
    geoId: found.geo_id,
    magId: found.mag_id,
    passageTimeStamp: formatUtcMillisecond(found.passage_at.getTime()),
    passageTimeEndOfSnip: formatUtcMillisecond(found.end_of_snip_at.getTime()),
    detectionCount: found.detection_count,
    passageDetectedFrequency: found.heard_frequency,
    packetComplexInformation: writeKind(found.kind),
    isVerified: found.is_any_verified,
    verifiedBy: found.any_verified_by,
    isOffline: found.is_offline,
    isBluetooth: found.is_bluetooth,
    lat: found.lat,
    lon: found.lon,
    alt: found.altitude_mm,
    RunId: found.run_id,
    PigRunName: found.run_name,
    ToolName: found.tool_name,
    MarkerName: found.marker_name,
    samplingRate: found.sampling_rate,
    elfMachineLearningResultList: writeScores(found.elf_scores),
    geoMachineLearningResultList: writeScores(found.geo_scores),
    magMachineLearningResultList: writeScores(found.mag_scores),
  };
}
