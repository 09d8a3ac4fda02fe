import type { Place } from '../geo/great-circle.ts';
import type { Marker } from './marker.ts';
import type { NotificationRule } from './notification-rule.ts';

/** Longitude, latitude. */
export type LinePoint = readonly [lon: number, lat: number];

/** A plan that can be used again: the line, what stands along it, who watches it and what goes through it. */
export interface PigPath {
  /** -1: not saved yet. */
  readonly pathId: number;
  readonly pigRunName: string;
  readonly launchSiteLat: number;
  readonly launchSiteLon: number;
  readonly recieveSiteLat: number;
  readonly recieveSiteLon: number;
  /** Uids of the devices that watch the line. */
  readonly agms: readonly number[];
  /** Where those were put that told no place of their own, by uid. */
  readonly offlineAgms: Readonly<Record<string, Place>>;
  readonly pigs: readonly string[];
  /** Metres per second. */
  readonly expectedSpeed: number;
  /** Inches. */
  readonly pipelineDiameter: number;
  readonly pigLineGenerated: readonly LinePoint[];
  readonly pigLineKml: readonly LinePoint[] | null;
  readonly notes: string;
  /** From the launch site to the receive site, these two among them. */
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
