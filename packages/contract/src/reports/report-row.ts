import { z } from 'zod';
import { id, latitude, longitude, uid, utcMillisecond, utcSecond } from '../devices/fields.ts';
import { score } from '../devices/passage-row.ts';

/** The formats of files for maps; `packages/files` writes them. */
export const MAP_FILE_FORMATS = ['kml', 'gpx', 'geojson', 'shapefile'] as const;
export type MapFileFormat = (typeof MAP_FILE_FORMATS)[number];

export const mapFileQuery = z.object({ format: z.enum(MAP_FILE_FORMATS) });

const scores = z.array(score);

/** A row of a report: a device passage, a manual passage (no ids), or a marker without a passage. */
export const reportRow = z.object({
  /** null: no verified passage at the marker. Manual times have second precision. */
  passageTimeStamp: z.union([utcMillisecond, utcSecond]).nullable(),
  /** null, like runId: the passage belongs to no run. */
  runId: id.nullable(),
  pigRunName: z.string().nullable(),
  markerName: z.string().nullable(),
  toolName: z.string().nullable(),
  /** Place of the device: from the heartbeat nearest in time within ten minutes, else from the passage. */
  latitude: latitude.nullable(),
  longitude: longitude.nullable(),
  /** Metres times 1000. */
  altitude: z.int().nullable(),
  uId: uid.nullable(),
  detectionCount: z.int().nullable(),
  /** 0 is MAG. */
  passageDetectedFrequency: z.int().nullable(),
  elfId: id.nullable(),
  geoId: id.nullable(),
  magId: id.nullable(),
  isVerified: z.boolean(),
  elfMachineLearningResultList: scores,
  geoMachineLearningResultList: scores,
  magMachineLearningResultList: scores,
  firmwareVersion: z.number().nullable(),
  markerLatitude: latitude.nullable(),
  markerLongitude: longitude.nullable(),
  /**
   * "ELF/GEO/MAG" by the existing records, "Manual Passage", "Missed Passage", "Unwatched Marker" or "Skipped Marker".
   */
  passageType: z.string(),
  markerNote: z.string().nullable(),
});
export type ReportRow = z.output<typeof reportRow>;

export const exampleReportRow: ReportRow = {
  passageTimeStamp: '2026-03-18 01:41:56.120',
  runId: 41,
  pigRunName: 'Cushing - Tulsa 16',
  markerName: 'AGM 04',
  toolName: 'CLN-16-02',
  latitude: 36.0121,
  longitude: -96.5107,
  altitude: 243_100,
  uId: 100_234,
  detectionCount: 148,
  passageDetectedFrequency: 22,
  elfId: 70_311,
  geoId: 70_312,
  magId: 70_313,
  isVerified: true,
  elfMachineLearningResultList: [{ weight: 1, prediction: 1, confidence: 0.93 }],
  geoMachineLearningResultList: [],
  magMachineLearningResultList: [],
  firmwareVersion: 10.71,
  markerLatitude: 36.012,
  markerLongitude: -96.5108,
  passageType: 'ELF/GEO/MAG',
  markerNote: 'By the gate',
};
