import { parseQuantity } from '@waymark/domain/units/entry';
import { unitOf } from '@waymark/domain/units/quantity';
import type { UnitSystem } from '@waymark/domain/units/system';
import { describeEntryFault } from '@waymark/domain/words/refusals';
import { t } from '#/language/t.ts';

export const SPEED_UNITS = ['mph', 'm/s'] as const;
export type SpeedUnit = (typeof SPEED_UNITS)[number];

const SYSTEMS: Readonly<Record<SpeedUnit, UnitSystem>> = { mph: 'us', 'm/s': 'metric' };
/** The usual speeds of pigs. */
export const USUAL_RANGES: Readonly<Record<SpeedUnit, string>> = {
  mph: t('{from} to {to}', { from: 0.1, to: '20 mph' }),
  'm/s': t('{from} to {to}', { from: 0.045, to: '8.94 m/s' }),
};

const SPEED_STEP = 0.5;
const SPEED_MISSING = t('Expected speed required to update Pig Location');

export const chooseSpeedUnit = (units: UnitSystem): SpeedUnit => (units === 'us' ? 'mph' : 'm/s');

/** Cuts the entry to two decimals. */
export const cutDecimals = (typed: string): string => typed.replace(/([.,]\d\d)\d+/, '$1');

const parse = (typed: string, unit: SpeedUnit) => parseQuantity('speed', typed, SYSTEMS[unit]);

/** Error of a speed as typed; null: none. */
export function explainSpeed(typed: string, unit: SpeedUnit): string | null {
  const entry = parse(typed, unit);
  if (entry.ok) return entry.value < 0 ? t('The speed cannot be below 0.') : null;
  const isMissing = entry.fault === 'empty' || entry.fault === 'no-number';
  return isMissing ? SPEED_MISSING : describeEntryFault(entry.fault, 'speed', t);
}

/** Metres per second from a valid entry, which may name another unit. */
export function readSpeedIn(typed: string, unit: SpeedUnit): number {
  const entry = parse(typed, unit);
  return entry.ok ? entry.value : 0;
}

export function writeSpeedIn(speed: number, unit: SpeedUnit): string {
  return unitOf('speed', SYSTEMS[unit]).fromSi(speed).toFixed(2);
}

/** Converts a speed to another unit; an invalid entry is returned unchanged. */
export function convertSpeed(typed: string, from: SpeedUnit, to: SpeedUnit): string {
  return from === to || explainSpeed(typed, from) !== null ? typed : writeSpeedIn(readSpeedIn(typed, from), to);
}

/** The entry one step up or down, and never below 0. */
export function stepSpeed(typed: string, unit: SpeedUnit, steps: number): string {
  const shown = Number(writeSpeedIn(readSpeedIn(typed, unit), unit));
  return String(Number(Math.max(0, shown + steps * SPEED_STEP).toFixed(2)));
}
