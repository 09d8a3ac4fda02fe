import {
  ALERTS,
  MEDIA,
  PASSAGE_TYPES,
  QUIET_ZONES,
  type NotificationRule,
} from '@waymark/domain/path/notification-rule';
import { LIMITS } from '@waymark/domain/path/pig-path';
import { isZone } from '@waymark/domain/time/zone';
import { z } from 'zod';
import { id, latitude, longitude, uid } from '../devices/fields.ts';
import { exampleMarkers, marker, markerName } from './marker.ts';

const MAX_MARKERS = 10_000;
const MAX_LINE_POINTS = 200_000;
const MAX_DEVICES = 5000;
const MAX_RULES = 1000;

const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time is HH:mm.')
  .nullable();

export const notificationRule = z.object({
  name: z.string().max(200),
  userId: id,
  launch: z.boolean(),
  receive: z.boolean(),
  medium: z.enum(MEDIA),
  /** Also to the browsers in which the user has turned push on; absent: no. */
  push: z.boolean().optional(),
  passageType: z.enum(PASSAGE_TYPES),
  manualPassage: z.boolean(),
  allMarkers: z.boolean(),
  markers: z.array(markerName).max(MAX_MARKERS),
  alerts: z.array(z.enum(ALERTS)).max(ALERTS.length).default([]),
  quietFrom: timeOfDay.default(null),
  quietTo: timeOfDay.default(null),
  /** The clock of the quiet time: UTC, or the zone of the user's browser, else that of the line. Absent: UTC. */
  quietIn: z.enum(QUIET_ZONES).optional(),
}) satisfies z.ZodType<NotificationRule>;

/** The IANA name of a time zone. */
export const timeZone = z.string().max(64).refine(isZone, 'This is no time zone.');

const line = z.array(z.tuple([longitude, latitude])).max(MAX_LINE_POINTS);

/**
 * Required fields of every path. The domain reports faults of user input with proper texts; this schema only protects
 * the database.
 */
export const pigPath = z.object({
  pathId: z.int().min(-1),
  pigRunName: z.string().max(1000),
  launchSiteLat: latitude,
  launchSiteLon: longitude,
  recieveSiteLat: latitude,
  recieveSiteLon: longitude,
  agms: z.array(uid).max(MAX_DEVICES),
  offlineAgms: z.record(z.string().regex(/^\d{1,14}$/), z.object({ lat: latitude, lon: longitude })),
  pigs: z.array(z.string().trim().min(1).max(100)).max(LIMITS.pigs),
  /** Metres per second. */
  expectedSpeed: z.number().positive(),
  /** Inches. */
  pipelineDiameter: z.number().positive(),
  pigLineGenerated: line,
  pigLineKml: line.nullable().default(null),
  /** The zone of the launch site, or ownTimeZone. The server ignores it in a body. */
  timeZone: z.string().max(64).optional(),
  /** Chosen by hand; null: that of the launch site. Absent in a body: unchanged. */
  ownTimeZone: timeZone.nullable().optional(),
  notes: z.string().max(10_000),
  markers: z.array(marker).max(MAX_MARKERS),
  csvFileName: z.string().max(1000),
  notifications: z.array(notificationRule).max(MAX_RULES),
});
export type SentPath = z.output<typeof pigPath>;

/** A stored path. */
export const savedPigPath = pigPath.extend({
  pathId: id,
  groupId: id,
  /** Incremented by every change. */
  rev: id,
});
export type SavedPigPath = z.output<typeof savedPigPath>;

export const examplePath: z.output<typeof pigPath> = {
  pathId: -1,
  pigRunName: 'Cushing to Tulsa',
  launchSiteLat: 35.985,
  launchSiteLon: -96.767,
  recieveSiteLat: 36.13,
  recieveSiteLon: -96.03,
  agms: [100_234],
  offlineAgms: {},
  pigs: ['CLN-16-02'],
  expectedSpeed: 1.341_12,
  pipelineDiameter: 16,
  pigLineGenerated: [
    [-96.767, 35.985],
    [-96.64, 36.01],
    [-96.03, 36.13],
  ],
  pigLineKml: null,
  notes: 'Weekly cleaning.',
  markers: exampleMarkers,
  csvFileName: 'cushing-tulsa.csv',
  notifications: [
    {
      name: 'Dana Reyes',
      userId: 2,
      launch: true,
      receive: true,
      medium: 'sms',
      passageType: 'verified',
      manualPassage: true,
      allMarkers: true,
      markers: [],
      alerts: ['arriving-30'],
      quietFrom: null,
      quietTo: null,
    },
  ],
};
export const exampleSavedPath: SavedPigPath = { ...examplePath, pathId: 12, groupId: 3, rev: 4 };
