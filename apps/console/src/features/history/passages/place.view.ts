import { formatAltitude, formatDegrees, isLocated } from '@waymark/domain/device/location';
import { UNKNOWN } from '@waymark/domain/device/modes';

interface Placed {
  readonly lat: number | null;
  readonly lon: number | null;
}

export const describeLatitude = (row: Placed): string => (isLocated(row) ? formatDegrees(row.lat) : UNKNOWN);
export const describeLongitude = (row: Placed): string => (isLocated(row) ? formatDegrees(row.lon) : UNKNOWN);
export const describeAltitude = (millimetres: number | null): string =>
  millimetres === null ? UNKNOWN : formatAltitude(millimetres);
