import { z } from 'zod';
import type { OwnSpreads } from '@waymark/domain/run/estimate/spread';
import { id, latitude, longitude, uid, utcMillisecond, utcSecond } from '../devices/fields.ts';
import { utcText } from '../paging.ts';
import { ofRun, marker, markerName, exampleMarkers } from './marker.ts';
import { examplePath, pigPath } from './pig-path.ts';

const marks = z.array(z.tuple([z.number(), z.number(), z.number()]).nullable());

/** The error distribution learned from a company's completed runs; by experience, then by markers ahead. */
const ownSpreads = z.object({
  runs: z.int().positive(),
  marks: z.object({ none: marks, unsure: marks, gas: marks, liquid: marks }),
}) satisfies z.ZodType<OwnSpreads>;

// The wire form of a run: three of its fields are JSON texts, as in the documents.

/** 0 planned, 1 active, 2 completed. */
export const PHASES = { planned: 0, active: 1, completed: 2 } as const;

/** A passage of a run. Without passageId it is manual; without markerName it is unassociated. */
export const runPassage = z.object({
  markerName: markerName.nullable(),
  /** UTC milliseconds as text; seconds for manual times. */
  passageTimeStamp: z.union([utcMillisecond, utcSecond]),
  uid: uid.nullable(),
  isVerified: z.boolean(),
  /** The user's name then, or "automatic"; absent: not verified, or not known. The server ignores it in a body. */
  verifiedBy: z.string().optional(),
  passageId: id.nullable(),
  elfId: id.nullable(),
  geoId: id.nullable(),
  magId: id.nullable(),
  passageDetectedFrequency: z.number().nullable(),
  detectionCount: z.int().nullable(),
  packetComplexInformation: z.literal([0, 1, 2]).nullable(),
  passageTimeEndOfSnip: z.string().nullable(),
  isOffline: z.boolean(),
  isBluetooth: z.boolean(),
  lat: latitude.nullable(),
  lon: longitude.nullable(),
  alt: z.number().nullable(),
  samplingRate: z.number().nullable(),
});
export type RunPassage = z.output<typeof runPassage>;

/** Contents of the JSON texts of a run. */
export const runPath = pigPath.extend({
  pathId: z.int().min(-1),
  /** The company's settings in metres and minutes, if they differ from 100 and 5. */
  autoLinkDistance: z.number().positive().optional(),
  autoVerifyMinutes: z.number().positive().optional(),
  /** The error distribution of the company's arrivals, once it has enough completed runs. */
  etaSpreads: ownSpreads.optional(),
});
export const runMarkers = z.array(
  marker.extend({
    ETA: z.number().nullable().optional(),
    ...ofRun,
  }),
);
export const runPassages = z.array(runPassage);

const scalars = {
  pig: z.string().trim().min(1).max(100),
  calculatedSpeed: z.number().min(0),
  currentPigLocationLat: latitude.nullable(),
  currentPigLocationLon: longitude.nullable(),
  EditNextMarkerIndex: z.int().min(-1),
  EditNextMarkerIndex2: z.int().min(-1),
  /** Metres per second. */
  NewSpeed: z.number().min(0),
  EditPigLocLat: latitude.nullable(),
  EditPigLocLon: longitude.nullable(),
  IsEdit: z.boolean(),
  Phase: z.literal([0, 1, 2]),
  jobNumber: z.string().max(100).nullable(),
};
const texts = { pigPath: z.string(), markers: z.string(), passages: z.string() };

/** The body that a client posts; without `rev` the last writer wins, field by field. */
export const sentRun = z.object({
  runId: z.int().min(-1),
  rev: id.optional(),
  ...texts,
  ...scalars,
  launchTime: utcText.nullable(),
  recieveTime: utcText.nullable(),
  PigEditTime: utcText.nullable(),
});
export type SentRun = z.output<typeof sentRun>;

export const pigRun = z.object({
  runId: id,
  groupId: id,
  rev: id,
  ...texts,
  ...scalars,
  launchTime: utcSecond.nullable(),
  recieveTime: utcSecond.nullable(),
  /** When a user ended the run, whatever its receive time. */
  endedTime: utcSecond.nullable().optional(),
  PigEditTime: utcSecond.nullable(),
});
export type PigRunText = z.output<typeof pigRun>;

const exampleScalars = {
  pig: 'CLN-16-02',
  calculatedSpeed: 0,
  currentPigLocationLat: 35.985,
  currentPigLocationLon: -96.767,
  EditNextMarkerIndex: 1,
  EditNextMarkerIndex2: -1,
  NewSpeed: 0,
  EditPigLocLat: null,
  EditPigLocLon: null,
  IsEdit: false,
  jobNumber: null,
  launchTime: '2026-03-18 00:00:00',
  recieveTime: null,
  PigEditTime: null,
  pigPath: JSON.stringify(examplePath),
  markers: JSON.stringify(exampleMarkers),
  passages: '[]',
} as const;
export const exampleSentRun = { runId: -1, ...exampleScalars, Phase: 1 as const };
export const exampleRun = { runId: 41, groupId: 3, rev: 1, ...exampleScalars, Phase: 1 as const };
