import { z } from 'zod';
import { id, packetKind, uid, utcMillisecond } from './fields.ts';

/** The result of one algorithm: prediction 1 is a pig; confidence is its certainty. */
export const score = z.object({ weight: z.number(), prediction: z.literal([0, 1]), confidence: z.number() });
export type Score = z.output<typeof score>;
/** Empty: not scored, because data is missing or unreadable. */
const scores = z.array(score);

/** A passage of a device: its ELF, GEO and MAG records in one row, without data. */
export const passageRow = z.object({
  uid,
  /** The first existing id of magId, elfId, geoId. */
  passageId: id,
  elfId: id.nullable(),
  geoId: id.nullable(),
  magId: id.nullable(),
  passageTimeStamp: utcMillisecond,
  passageTimeEndOfSnip: utcMillisecond,
  detectionCount: z.int(),
  /** 0 is MAG. */
  passageDetectedFrequency: z.int(),
  packetComplexInformation: packetKind,
  isVerified: z.boolean(),
  /** The user's name then, or "automatic"; null: not verified, or verified before this was stored. */
  verifiedBy: z.string().nullable(),
  isOffline: z.boolean(),
  isBluetooth: z.boolean(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  /** Millimetres. */
  alt: z.int().nullable(),
  RunId: id.nullable(),
  PigRunName: z.string().nullable(),
  ToolName: z.string().nullable(),
  MarkerName: z.string().nullable(),
  samplingRate: z.number(),
  elfMachineLearningResultList: scores,
  geoMachineLearningResultList: scores,
  magMachineLearningResultList: scores,
});
export type PassageRow = z.output<typeof passageRow>;

export const examplePassageRow: PassageRow = {
  uid: 100_234,
  passageId: 70_313,
  elfId: 70_311,
  geoId: 70_312,
  magId: 70_313,
  passageTimeStamp: '2026-03-16 09:41:56.120',
  passageTimeEndOfSnip: '2026-03-16 09:42:11.120',
  detectionCount: 148,
  passageDetectedFrequency: 22,
  packetComplexInformation: 2,
  isVerified: false,
  verifiedBy: null,
  isOffline: false,
  isBluetooth: false,
  lat: 36.1301,
  lon: -96.0302,
  alt: 214_300,
  RunId: null,
  PigRunName: null,
  ToolName: null,
  MarkerName: null,
  samplingRate: 16.66667,
  elfMachineLearningResultList: [{ weight: 1, prediction: 1, confidence: 0.93 }],
  geoMachineLearningResultList: [],
  magMachineLearningResultList: [],
};

/** The scores of a passage. */
export const passageScores = passageRow
  .pick({
    passageId: true,
    passageTimeStamp: true,
    elfMachineLearningResultList: true,
    geoMachineLearningResultList: true,
    magMachineLearningResultList: true,
  })
  .extend({ uId: uid });
export type PassageScores = z.output<typeof passageScores>;

export const examplePassageScores: PassageScores = {
  passageId: 70_313,
  uId: 100_234,
  passageTimeStamp: '2026-03-16 09:41:56.120',
  elfMachineLearningResultList: [{ weight: 1, prediction: 1, confidence: 0.93 }],
  geoMachineLearningResultList: [],
  magMachineLearningResultList: [],
};
