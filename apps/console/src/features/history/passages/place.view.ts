import { formatQuantity } from '@waymark/domain/units/quantity';
import { formatDegrees, isLocated } from '@waymark/domain/device/location';
import type { UnitSystem } from '@waymark/domain/units/system';
import { UNKNOWN } from '@waymark/domain/device/modes';
import { t } from '#/language/t.ts';

interface Placed {
  readonly lat: number | null;
  readonly lon: number | null;
}

export const describeLatitude = (row: Placed): string => (isLocated(row) ? formatDegrees(row.lat) : t(UNKNOWN));
export const describeLongitude = (row: Placed): string => (isLocated(row) ? formatDegrees(row.lon) : t(UNKNOWN));
const MILLIMETRES_PER_METRE = 1000;

/** A document says km, which would be wrong by a factor of a thousand for the same figure. */
export const describeAltitude = (millimetres: number | null, units: UnitSystem): string =>
  millimetres === null ? t(UNKNOWN) : formatQuantity('near', millimetres / MILLIMETRES_PER_METRE, units, 1);
