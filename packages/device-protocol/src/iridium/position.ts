import { orNone, scaled } from '../layout/conversion.ts';
import { field } from '../layout/field.ts';

const PER_DEGREE = 1e7;
const NO_ALTITUDE = 0xffff;
const LOWEST_M = -500;
const PER_METRE = 10;
const HIGHEST_M = (NO_ALTITUDE - 1) / PER_METRE + LOWEST_M;

export interface Position {
  readonly lat: number;
  readonly lon: number;
  /** Metres; null without one. */
  readonly altitude: number | null;
}

/** The ten bytes of a position. */
export const POSITION = [
  field('i32', 'lat', 'latitude, degrees', scaled(PER_DEGREE, { least: -90, most: 90 })),
  field('i32', 'lon', 'longitude, degrees', scaled(PER_DEGREE, { least: -180, most: 180 })),
  field(
    'u16',
    'altitude',
    'metres',
    orNone(scaled(PER_METRE, { below: -LOWEST_M, least: LOWEST_M, most: HIGHEST_M }), NO_ALTITUDE),
  ),
] as const;
