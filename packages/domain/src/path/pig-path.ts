import type { Place } from '../geo/great-circle.ts';
import type { PathId, Uid } from '../ids.ts';
import type { Marker } from './marker.ts';
import type { NotificationRule } from './notification-rule.ts';

/** Longitude, latitude. */
export type LinePoint = readonly [lon: number, lat: number];

/** A reusable plan: the line, its markers, the devices that watch it, and its pigs. */
export interface PigPath {
  /** -1: not saved yet. */
  readonly pathId: PathId;
  readonly name: string;
  readonly launchSiteLat: number;
  readonly launchSiteLon: number;
  readonly receiveSiteLat: number;
  readonly receiveSiteLon: number;
  /** Uids of the devices that watch the line. */
  readonly agms: readonly Uid[];
  /** Manual places of devices that have not reported one, by uid. */
  readonly offlineAgms: Readonly<Record<string, Place>>;
  readonly pigs: readonly string[];
  /** Metres per second. */
  readonly expectedSpeed: number;
  /** In inches. */
  readonly pipelineDiameter: number;
  readonly pigLineGenerated: readonly LinePoint[];
  readonly pigLineKml: readonly LinePoint[] | null;
  /** The zone of the launch site, or the own one; undefined: the server has not derived it yet. */
  readonly timeZone?: string | undefined;
  /** Chosen by hand; null: that of the launch site. */
  readonly ownTimeZone?: string | null | undefined;
  readonly notes: string;
  /** From the launch site to the receive site, both included. */
  readonly markers: readonly Marker[];
  readonly csvFileName: string;
  readonly notifications: readonly NotificationRule[];
}

export const LIMITS = {
  name: 150,
  notes: 1000,
  csvFileName: 250,
  pigs: 5,
  speedMph: { from: 0.1, to: 20, default: 3 },
  diameterIn: { from: 4, to: 50, default: 8 },
} as const;
