import { chooseBatteryLevel, describeBattery } from '@waymark/domain/device/battery';
import { UNKNOWN } from '@waymark/domain/device/modes';

const MILLIVOLTS_PER_VOLT = 1000;

/** "8.62 V, 80%" */
export function describeCharge(millivolts: number | null): string {
  if (millivolts === null) return UNKNOWN;
  return `${(millivolts / MILLIVOLTS_PER_VOLT).toFixed(2)} V, ${describeBattery(chooseBatteryLevel(millivolts))}`;
}

/** "-85 dBm" */
export function describeSignal(dbm: number | null): string {
  return dbm === null ? UNKNOWN : `${dbm} dBm`;
}
