import { metresPerSecond, metresPerSecondToMph, mphToMetresPerSecond } from '@waymark/domain/units/speed';
import { readNumber } from '#/features/planning/editor/fields/number-text.ts';

export const SPEED_UNITS = ['mph', 'm/s'] as const;
export type SpeedUnit = (typeof SPEED_UNITS)[number];

export const SPEED_STEP = 0.5;
const SPEED_MISSING = 'Expected speed required to update Pig Location';

/** Cuts the entry to two decimals. */
export const cutDecimals = (typed: string): string => typed.replace(/([.,]\d\d)\d+/, '$1');

/** Error of a speed as typed; null: none. */
export function explainSpeed(typed: string): string | null {
  const speed = readNumber(typed);
  if (speed === null || Number.isNaN(speed)) return SPEED_MISSING;
  return speed < 0 ? 'The speed cannot be below 0.' : null;
}

/** Metres per second from a valid entry. */
export function readSpeedIn(typed: string, unit: SpeedUnit): number {
  const speed = readNumber(typed) ?? 0;
  return unit === 'mph' ? mphToMetresPerSecond(speed) : speed;
}

export function writeSpeedIn(speed: number, unit: SpeedUnit): string {
  return (unit === 'mph' ? metresPerSecondToMph(metresPerSecond(speed)) : speed).toFixed(2);
}

/** Converts a speed to another unit; an invalid entry is returned unchanged. */
export function convertSpeed(typed: string, from: SpeedUnit, to: SpeedUnit): string {
  return from === to || explainSpeed(typed) !== null ? typed : writeSpeedIn(readSpeedIn(typed, from), to);
}
