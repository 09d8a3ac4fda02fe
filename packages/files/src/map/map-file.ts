import type { Place } from '@waymark/domain/geo/great-circle';

/** A hundredth of a metre. */
const DECIMALS = 7;

/** Without an exponent, and without trailing zeros. */
export const writeDegrees = (degrees: number): string => String(Number(degrees.toFixed(DECIMALS)) + 0);

// A line with its markers for other programs, independent of the format. Instants are UTC milliseconds.

export type MapFormat = 'kml' | 'gpx' | 'geojson' | 'shapefile';

export type MapValue = string | number | null;

/** A value that each marker or line has. */
export interface MapField {
  /** In KML and GeoJSON. */
  readonly name: string;
  /** In the table of a shapefile: at most 10 characters. */
  readonly short: string;
  readonly kind: 'text' | 'number' | 'time';
  /** Of a number; 0: whole. */
  readonly decimals?: number;
}

export interface MapFeature {
  readonly name: string;
  /** For people: the state in words. */
  readonly text: string;
  readonly values: Readonly<Record<string, MapValue>>;
}

export interface MapPoint extends MapFeature {
  readonly place: Place;
  /** null: not known. */
  readonly altitudeM: number | null;
}

export interface MapLine extends MapFeature {
  readonly points: readonly Place[];
}

export interface MapFile {
  readonly name: string;
  readonly text: string;
  readonly line: MapLine;
  readonly lineFields: readonly MapField[];
  readonly markers: readonly MapPoint[];
  readonly markerFields: readonly MapField[];
}

/** "2026-03-18T08:12:44.123Z" */
export const writeMapTime = (at: number): string => new Date(at).toISOString();
