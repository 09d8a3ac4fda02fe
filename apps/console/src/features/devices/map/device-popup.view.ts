import { chooseBatteryLevel, describeBattery } from '@waymark/domain/device/battery';
import { UNKNOWN } from '@waymark/domain/device/modes';
import { formatFixed } from '#/language/numbers.ts';
import { t } from '#/language/t.ts';

const MILLIVOLTS_PER_VOLT = 1000;

/** "8.62 V, 80%" */
export function describeCharge(millivolts: number | null): string {
  if (millivolts === null) return t(UNKNOWN);
  const volts = formatFixed(millivolts / MILLIVOLTS_PER_VOLT, 2);
  return `${volts} V, ${t(describeBattery(chooseBatteryLevel(millivolts)))}`;
}

/** "-85 dBm" */
export function describeSignal(dbm: number | null): string {
  return dbm === null ? t(UNKNOWN) : `${dbm} dBm`;
}
