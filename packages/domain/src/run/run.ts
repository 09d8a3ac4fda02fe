import type { Place } from '../geo/great-circle.ts';
import type { Marker } from '../path/marker.ts';
import type { PigPath } from '../path/pig-path.ts';
import type { OwnSpreads } from './spread.ts';

// A pig on its way along a path, or one that has arrived. Instants are UTC milliseconds.

/** A passage of a run: at one of its markers, or of one of its devices at none that is known. */
export interface RunPassage {
  /** null: unassociated. */
  readonly markerName: string | null;
  readonly passageAt: number;
  /** null: a person has set it by hand. */
  readonly uid: number | null;
  /** By which the records of one passage find each other; null where there are none. */
  readonly endOfSnipAt: number | null;
  readonly isVerified: boolean;
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

/** Where a person has put the pig, and how fast it goes from there; until the next passage that is verified. */
export interface PigEdit {
  readonly at: number;
  readonly place: Place;
  /** Metres per second; 0: it stands. */
  readonly speed: number;
}

/** What a run has from its company. */
export interface AutoSettings {
  /** How far from its marker a device may stand to be taken for the marker's. */
  readonly linkDistanceM: number;
  /** How far from its predicted time a passage may be to be verified without a person. */
  readonly verifyMinutes: number;
  /** Of its completed runs; null: they are too few. */
  readonly spreads: OwnSpreads | null;
}
export const DEFAULT_AUTO_SETTINGS: AutoSettings = { linkDistanceM: 100, verifyMinutes: 5, spreads: null };

export interface Run {
  readonly runId: number;
  readonly groupId: number;
  /** Grows with every change. */
  readonly rev: number;
  readonly pig: string;
  /** The run's own copy of the plan, with its markers, devices and rules as they are now. */
  readonly path: PigPath;
  readonly launchAt: number | null;
  /** Once it is set the run is completed. */
  readonly recieveAt: number | null;
  readonly edit: PigEdit | null;
  readonly jobNumber: string | null;
  readonly passages: readonly RunPassage[];
  readonly auto: AutoSettings;
}

/** MAG, ELF, GEO: the first that there is stands for the passage; null for one that a person has set. */
export function passageIdOf({ magId, elfId, geoId }: Pick<RunPassage, 'elfId' | 'geoId' | 'magId'>): number | null {
  return magId ?? elfId ?? geoId;
}

export const isManual = ({ uid }: Pick<RunPassage, 'uid'>): boolean => uid === null;

/** The same passage in two states of a run. */
export function passageKey({
  uid,
  endOfSnipAt,
  markerName,
  passageAt,
}: Pick<RunPassage, 'uid' | 'endOfSnipAt' | 'markerName' | 'passageAt'>): string {
  return uid === null ? `by hand at ${markerName} ${passageAt}` : `${uid} ${endOfSnipAt}`;
}

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
