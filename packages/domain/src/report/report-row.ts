import type { Place } from '../geo/great-circle.ts';

/** A row of the Report Manager's tables: a passage, or a marker that none was verified at. Instants are UTC milliseconds. */
export interface ReportRow {
  /** null: nothing was verified at the marker. */
  readonly passageAt: number | null;
  /** null with the names: it belongs to no run. */
  readonly runId: number | null;
  readonly runName: string | null;
  readonly toolName: string | null;
  readonly markerName: string | null;
  readonly markerPlace: Place | null;
  readonly markerNote: string | null;
  /** null: no device has heard it. */
  readonly uid: number | null;
  readonly firmware: number | null;
  /** Where the device stood. */
  readonly place: Place | null;
  readonly altitudeMm: number | null;
  readonly detectionCount: number | null;
  /** Hertz; 0 for MAG. */
  readonly frequency: number | null;
  readonly elfId: number | null;
  readonly geoId: number | null;
  readonly magId: number | null;
  readonly isVerified: boolean;
  /** The channels that heard it, "ELF/GEO/MAG", or what it is instead. */
  readonly type: string;
}
