import type { Place } from '../geo/great-circle.ts';
import type { Uid } from '../ids.ts';

// A marker: a place along the line where something stands or can be seen.

export const MARKER_STATES = ['TRACK', 'SKIP'] as const;
export type MarkerState = (typeof MARKER_STATES)[number];

export const DESCRIPTIONS = [
  'LAUNCH',
  'RECEIVE',
  'AGM',
  'TAP',
  'MAGNET',
  'BEND',
  'WELD',
  'ATTACHMENT',
  'TEE',
  'PIPE',
  'VALVE',
  'OTHER',
] as const;
export type MarkerDescription = (typeof DESCRIPTIONS)[number];

export const MAX_MARKER_NAME = 20;
export const MAX_MARKER_NOTE = 200;

export interface Marker extends Place {
  /** Unique among the markers of a path. */
  readonly name: string;
  readonly state: MarkerState;
  readonly description: MarkerDescription;
  readonly note: string;
  /** Distance from the launch site in the CSV; null: none. */
  readonly distanceMetres: number | null;
  /** Along the line, rounded down to millimetres. */
  readonly fromLaunchM: number;
  readonly autoLink: boolean;
  readonly autoVerify: boolean;
  /** Devices linked automatically because of their place. */
  readonly autoLinkedUids: readonly Uid[];
  readonly linkedUid: Uid | null;
  /** For a marker behind the pig: whether an AGM stood there when it passed. undefined: as the links say now. */
  readonly wasWatched?: boolean | undefined;
  /** For a marker of a run: what its change to SKIP took, so that it can be undone. */
  readonly beforeSkip?: Pick<Marker, 'autoLink' | 'autoVerify' | 'linkedUid'> | undefined;
}

/** An AGM stands there, linked by a user or by its place. */
export const hasAgm = ({ linkedUid, autoLinkedUids }: Pick<Marker, 'linkedUid' | 'autoLinkedUids'>): boolean =>
  linkedUid !== null || autoLinkedUids.length > 0;

/** An AGM stood there when the pig passed. */
export const wasWatched = (marker: Pick<Marker, 'linkedUid' | 'autoLinkedUids' | 'wasWatched'>): boolean =>
  marker.wasWatched ?? hasAgm(marker);

export type MarkerIcon = Exclude<MarkerDescription, 'AGM'> | MarkerState;

/** The icon of an AGM marker shows its state; other kinds keep their icon when skipped. */
export function iconOf({ description, state }: Pick<Marker, 'description' | 'state'>): MarkerIcon {
  return description === 'AGM' ? state : description;
}
