import { writeRunName } from '@waymark/contract/runs/run-names';
import type { Score } from '@waymark/contract/devices/passage-row';
import type { ReportRow as SentRow } from '@waymark/contract/reports/report-row';
import type { ReportRow } from '@waymark/domain/report/report-row';
import { writePassageTime } from '@waymark/domain/report/row-columns';
import type { StoredScore } from '../records/records.tables.ts';

/** JSON of `StoredScore`s; null: not scored. */
export interface RowScores {
  readonly elf_scores: string | null;
  readonly geo_scores: string | null;
  readonly mag_scores: string | null;
}

export function readScores(scores: string | null): Score[] {
  if (scores === null) return [];
  return (JSON.parse(scores) as StoredScore[]).map(({ weight, prediction, confidence }) => ({
    weight,
    prediction,
    confidence,
  }));
}

export function writeReportRow(row: ReportRow, scores: RowScores | null): SentRow {
  return {
    passageTimeStamp: writePassageTime(row),
    runId: row.runId,
    ...writeRunName(row.runName),
    markerName: row.markerName,
    toolName: row.toolName,
    latitude: row.place?.lat ?? null,
    longitude: row.place?.lon ?? null,
    altitude: row.altitudeMm,
    uId: row.uid,
    detectionCount: row.detectionCount,
    passageDetectedFrequency: row.frequency,
    elfId: row.elfId,
    geoId: row.geoId,
    magId: row.magId,
    isVerified: row.isVerified,
    elfMachineLearningResultList: readScores(scores?.elf_scores ?? null),
    geoMachineLearningResultList: readScores(scores?.geo_scores ?? null),
    magMachineLearningResultList: readScores(scores?.mag_scores ?? null),
    firmwareVersion: row.firmware,
    markerLatitude: row.markerPlace?.lat ?? null,
    markerLongitude: row.markerPlace?.lon ?? null,
    passageType: row.type,
    markerNote: row.markerNote,
  };
}
