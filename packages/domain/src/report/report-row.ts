import type { Place } from '../geo/great-circle.ts';
import type { RunId, Uid } from '../ids.ts';

/**
 * A row of the Report Manager's tables: a passage, or a marker without a verified passage. Instants are UTC
 * milliseconds.
 */
export interface ReportRow {
  /** null: no verified passage at the marker. */
  readonly passageAt: number | null;
  /** null, as are the names: no run. */
  readonly runId: RunId | null;
  readonly runName: string | null;
  readonly toolName: string | null;
  readonly markerName: string | null;
  readonly markerPlace: Place | null;
  readonly markerNote: string | null;
  /** null: a manual passage or none. */
  readonly uid: Uid | null;
  readonly firmware: number | null;
  /** Place of the device. */
  readonly place: Place | null;
  readonly altitudeMm: number | null;
  readonly detectionCount: number | null;
  /** Hertz; 0 for MAG. */
  readonly frequency: number | null;
  readonly elfId: number | null;
  readonly geoId: number | null;
  readonly magId: number | null;
  readonly isVerified: boolean;
  /** The channels that heard it, "ELF/GEO/MAG", or another type. */
  readonly type: string;
}
