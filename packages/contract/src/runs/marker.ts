import { DESCRIPTIONS, MARKER_STATES, MAX_MARKER_NAME, MAX_MARKER_NOTE } from '@waymark/domain/path/marker';
import { z } from 'zod';
import { latitude, longitude, uid } from '../devices/fields.ts';

const MAX_DISTANCE_M = 50_000_000;
const distance = z.number().min(0).max(MAX_DISTANCE_M);

export const markerName = z.string().trim().min(1).max(MAX_MARKER_NAME);

export const marker = z.object({
  name: markerName,
  lat: latitude,
  lon: longitude,
  state: z.enum(MARKER_STATES),
  description: z.enum(DESCRIPTIONS),
  note: z.string().max(MAX_MARKER_NOTE).default(''),
  distanceMetres: distance.nullable().default(null),
  DistanceFromLaunch: distance,
  autoLink: z.boolean().default(false),
  autoVerify: z.boolean().default(false),
  autoLinkedUids: z.array(uid).max(1000).default([]),
  linkedUid: uid.nullable().default(null),
});
/** What only markers of a run have. */
export const ofRun = {
  /** For a marker behind the pig, if it differs from the current links: whether an AGM stood there when the pig passed. */
  wasWatched: z.boolean().optional(),
  /** For a marker that was changed to SKIP on the way: what an undo restores. */
  beforeSkip: z.object({ autoLink: z.boolean(), autoVerify: z.boolean(), linkedUid: uid.nullable() }).optional(),
};
const ofRunOnly = z.object(ofRun);
export type SentMarker = z.output<typeof marker> & Readonly<z.output<typeof ofRunOnly>>;

const plain = { note: '', distanceMetres: null, autoLinkedUids: [], linkedUid: null };

export const exampleMarkers: z.output<typeof marker>[] = [
  {
    ...plain,
    name: 'Cushing',
    lat: 35.985,
    lon: -96.767,
    state: 'SKIP',
    description: 'LAUNCH',
    DistanceFromLaunch: 0,
    autoLink: false,
    autoVerify: false,
  },
  {
    ...plain,
    name: 'AGM 01',
    lat: 36.01,
    lon: -96.64,
    state: 'TRACK',
    description: 'AGM',
    DistanceFromLaunch: 11_772.402,
    autoLink: true,
    autoVerify: true,
  },
  {
    ...plain,
    name: 'Tulsa',
    lat: 36.13,
    lon: -96.03,
    state: 'SKIP',
    description: 'RECEIVE',
    DistanceFromLaunch: 68_312.117,
    autoLink: false,
    autoVerify: false,
  },
];
