import type { Place } from '../geo/great-circle.ts';
import type { CompanyId, RunId, Uid } from '../ids.ts';
import type { Marker } from '../path/marker.ts';
import type { PigPath } from '../path/pig-path.ts';
import type { OwnSpreads } from './estimate/spread.ts';

// A pig on its way along a path, or one that has arrived. Instants are UTC milliseconds.

/** Stands for the system where the name of a user would be. */
export const AUTOMATIC = 'automatic';

/** A passage of a run, at one of its markers or unassociated. */
export interface RunPassage {
  /** null: unassociated. */
  readonly markerName: string | null;
  readonly passageAt: number;
  /** When the server got its first record; undefined: manual, or its records are gone. */
  readonly receivedAt?: number;
  /** null: set manually. */
  readonly uid: Uid | null;
  /** Identifies the records of one passage; null for a manual one. */
  readonly endOfSnipAt: number | null;
  readonly isVerified: boolean;
  /** The user's name then, or AUTOMATIC; undefined: not verified, or not known. */
  readonly verifiedBy?: string;
  readonly elfId: number | null;
  readonly geoId: number | null;
  readonly magId: number | null;
  readonly detectionCount: number | null;
  /** Hertz; 0 for MAG. */
  readonly frequency: number | null;
  readonly isOffline: boolean;
  readonly isBluetooth: boolean;
  readonly place: Place | null;
  readonly altitudeMm: number | null;
  readonly samplingRate: number | null;
}

/** A manual edit of the pig's place and speed. It counts until the next verified passage. */
export interface PigEdit {
  readonly at: number;
  readonly place: Place;
  /** Metres per second; 0: it stands. */
  readonly speed: number;
}

/** Settings that a run takes from its company. */
export interface AutoSettings {
  /** Maximum distance between a device and the marker that it is linked to automatically. */
  readonly linkDistanceM: number;
  /** Maximum deviation from the predicted time at which the system verifies a passage. */
  readonly verifyMinutes: number;
  /** Learned from the company's completed runs; null: too few. */
  readonly spreads: OwnSpreads | null;
}
export const DEFAULT_AUTO_SETTINGS: AutoSettings = { linkDistanceM: 100, verifyMinutes: 5, spreads: null };

export interface Run {
  readonly runId: RunId;
  readonly groupId: CompanyId;
  /** Incremented by every change. */
  readonly rev: number;
  readonly pig: string;
  /** The run's own copy of the plan, with its markers, devices and rules as they are now. */
  readonly path: PigPath;
  readonly launchAt: number | null;
  /** A run with a receive time is completed. */
  readonly completedAt: number | null;
  /** When a user ended the run, whatever its receive time. None: on its way, or not known. */
  readonly endedAt?: number | null;
  readonly edit: PigEdit | null;
  readonly jobNumber: string | null;
  readonly passages: readonly RunPassage[];
  readonly auto: AutoSettings;
}

/** The record that represents the passage: MAG, else ELF, else GEO; null for a manual passage. */
export function passageIdOf({ magId, elfId, geoId }: Pick<RunPassage, 'elfId' | 'geoId' | 'magId'>): number | null {
  return magId ?? elfId ?? geoId;
}

export const isManual = ({ uid }: Pick<RunPassage, 'uid'>): boolean => uid === null;

/** Identifies a passage across states of a run. */
export function passageKey({
  uid,
  endOfSnipAt,
  markerName,
  passageAt,
}: Pick<RunPassage, 'uid' | 'endOfSnipAt' | 'markerName' | 'passageAt'>): string {
  return uid === null ? `by hand at ${markerName} ${passageAt}` : `${uid} ${endOfSnipAt}`;
}

/** The order of a run's passages: by time, manual ones last. */
export const comparePassages = (
  one: Pick<RunPassage, 'uid' | 'passageAt'>,
  other: Pick<RunPassage, 'uid' | 'passageAt'>,
): number => one.passageAt - other.passageAt || (one.uid ?? Infinity) - (other.uid ?? Infinity) || 0;

export const manualPassage = (markerName: string, passageAt: number): RunPassage => ({
  markerName,
  passageAt,
  uid: null,
  endOfSnipAt: null,
  isVerified: true,
  elfId: null,
  geoId: null,
  magId: null,
  detectionCount: null,
  frequency: null,
  isOffline: false,
  isBluetooth: false,
  place: null,
  altitudeMm: null,
  samplingRate: null,
});

export const findMarker = ({ path }: Pick<Run, 'path'>, name: string | null): Marker | null =>
  path.markers.find((marker) => marker.name === name) ?? null;
